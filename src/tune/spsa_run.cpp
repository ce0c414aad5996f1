#include "tune/spsa_run.h"

#include "arena/game/referee.h"
#include "arena/players/searcher_player.h"
#include "base/threads.h"

namespace rookery::tune {

using namespace arena;

std::optional<std::string> SpsaRun::play(const std::stop_token& stop) {
    run_on_threads(games_.threads, [&](std::size_t) { play_trials(stop); });
    return problem_;
}

Spsa SpsaRun::state() const {
    const std::lock_guard lock(mutex_);
    return spsa_;
}

void SpsaRun::play_trials(const std::stop_token& stop) {
    while (!stop.stop_requested()) {
        SpsaTrial trial;
        {
            const std::lock_guard lock(mutex_);
            if (problem_ || !spsa_.is_planned()) return;
            trial = spsa_.next();
        }
        auto balance = balance_of(trial, stop);
        const std::lock_guard lock(mutex_);
        if (!balance) {
            problem_ = balance.error();
            return;
        }
        if (*balance) spsa_.learn(trial, **balance);
    }
}

// Nothing if the games were stopped.
Result<std::optional<double>, std::string> SpsaRun::balance_of(const SpsaTrial& trial,
                                                               const std::stop_token& stop) const {
    const auto player = [&](const char* name, const SettingValues& values) {
        SearcherSpec spec{name, games_.searcher, trial.number, {games_.hash_mib, 1}};
        spec.settings = values;
        return SearcherPlayer(std::move(spec), searchers_);
    };
    SearcherPlayer up = player("up", trial.up);
    SearcherPlayer down = player("down", trial.down);
    GameSettings settings;
    settings.controls = {{games_.control, games_.control}};
    // Games as good as over say nothing more.
    settings.adjudication.resign = Adjudication::Resign{};
    settings.adjudication.draw = Adjudication::Draw{};
    auto opening = games_.opening(static_cast<std::size_t>(trial.number));
    if (!opening) return failure(opening.error());
    settings.opening = std::move(*opening);
    for (Player* one : {static_cast<Player*>(&up), static_cast<Player*>(&down)})
        if (auto started = one->start(); !started) return failure(started.error());
    double balance = 0;
    for (const Color color_of_up : both_colors) {
        ByColor<Player*> players{};
        players[color_of_up] = &up;
        players[~color_of_up] = &down;
        const GameRecord game = play_game(players, settings, stop);
        if (game.result == GameResult::Open) return std::optional<double>();
        if (is_failure(game.termination)) return failure(game.reason);
        if (game.result == GameResult::Draw) continue;
        const Color winner = game.result == GameResult::WhiteWins ? Color::White : Color::Black;
        balance += winner == color_of_up ? 1 : -1;
    }
    return std::optional<double>(balance);
}

}  // namespace rookery::tune
