#include "tune/trial_run.h"

#include "base/threads.h"

namespace rookery::tune {

using namespace arena;

namespace {

// Where only depth or nodes count, a machine that stalls must not change what is played.
constexpr std::chrono::minutes patience{10};

}  // namespace

// One thread, and the players it has at hand: those of a match are used from game to game.
class TrialRun::Worker {
  public:
    explicit Worker(TrialRun& run) : run_(run) {}

    void work(const std::stop_token& stop) {
        while (const auto game = run_.take(stop)) run_.finish(*game, outcome_of(*game, stop));
    }

  private:
    struct Seat {
        Choice choice;
        std::unique_ptr<SearcherPlayer> player;
    };

    [[nodiscard]] Result<Player*, std::string> player_at(Seat& seat, const char* name, const Choice& choice) const {
        if (seat.player && seat.choice == choice) return seat.player.get();
        SearcherSpec spec = run_.games_.player(choice);
        spec.name = name;
        seat = {choice, std::make_unique<SearcherPlayer>(std::move(spec), run_.searchers_)};
        if (auto started = seat.player->start(); !started) {
            seat.player.reset();
            return failure(started.error());
        }
        return seat.player.get();
    }

    // Of `one`; nothing if the game was stopped.
    [[nodiscard]] Result<std::optional<Outcome>, std::string> outcome_of(const TrialGame& game,
                                                                         const std::stop_token& stop) {
        auto one = player_at(one_, "one", game.trial.one);
        if (!one) return failure(one.error());
        auto other = player_at(other_, "other", game.trial.other);
        if (!other) return failure(other.error());
        const Color color = game.one_is_white ? Color::White : Color::Black;
        ByColor<Player*> players{};
        players[color] = *one;
        players[~color] = *other;

        GameSettings settings;
        settings.number = game.number();
        settings.controls = {{run_.games_.control, run_.games_.control}};
        settings.adjudication = run_.games_.adjudication;
        settings.patience = patience;
        auto opening = run_.games_.opening(static_cast<std::size_t>(game.trial.number - 1));
        if (!opening) return failure(opening.error());
        settings.opening = std::move(*opening);
        const GameRecord record = play_game(players, settings, stop);
        if (record.result == GameResult::Open) return std::optional<Outcome>();
        if (is_failure(record.termination)) return failure(record.reason);
        if (record.result == GameResult::Draw) return std::optional(Outcome::Draw);
        const Color winner = record.result == GameResult::WhiteWins ? Color::White : Color::Black;
        return std::optional(winner == color ? Outcome::Win : Outcome::Loss);
    }

    TrialRun& run_;
    Seat one_, other_;
};

// What those see who play elsewhere.
class TrialRun::Source final : public TrialSource {
  public:
    Source(TrialRun& run, const TunerMaker& make_tuner, const std::stop_token& stop)
        : run_(run), make_tuner_(make_tuner), told_to_stop_(stop, [this] { give_up_.request_stop(); }) {}

    std::optional<TrialToPlay> next() override {
        const std::lock_guard lock(run_.mutex_);
        if (run_.problem_) return std::nullopt;
        const auto trial = run_.queue_.take_trial();
        if (!trial) return std::nullopt;
        const TrialGames& games = run_.games_;
        auto opening = games.opening(static_cast<std::size_t>(trial->number - 1));
        if (!opening) {
            run_.problem_ = opening.error();
            give_up_.request_stop();
            return std::nullopt;
        }
        return TrialToPlay{trial->number, games.player(trial->one), games.player(trial->other),
                           games.control, std::move(*opening),      games.adjudication};
    }
    void finished(std::uint64_t number, const TrialResult& result) override {
        const std::lock_guard lock(run_.mutex_);
        run_.queue_.finish_trial(number, result);
    }
    void withdrawn(std::uint64_t number) override {
        const std::lock_guard lock(run_.mutex_);
        run_.queue_.go_back(number, make_tuner_());
    }
    [[nodiscard]] std::stop_token give_up() const override { return give_up_.get_token(); }

  private:
    TrialRun& run_;
    const TunerMaker& make_tuner_;
    std::stop_source give_up_;
    std::stop_callback<std::function<void()>> told_to_stop_;  // the last member: it uses the others
};

std::optional<std::string> TrialRun::play(TrialsElsewhere& others, const std::string& stage,
                                          const TunerMaker& make_tuner, const std::stop_token& stop) {
    if (queue_.is_done()) return std::nullopt;
    Source source(*this, make_tuner, stop);
    auto problem = others.play(stage, source);
    return problem_ ? problem_ : problem;
}

std::optional<std::string> TrialRun::play(const std::stop_token& stop) {
    run_on_threads(games_.threads, [&](std::size_t) { Worker(*this).work(stop); });
    return problem_;
}

std::optional<TrialGame> TrialRun::take(const std::stop_token& stop) {
    std::unique_lock lock(mutex_);
    std::optional<TrialGame> game;
    const auto is_over = [this] { return problem_ || queue_.is_done(); };
    changed_.wait(lock, stop, [&] { return is_over() || (game = queue_.take()); });
    if (stop.stop_requested()) return std::nullopt;
    return game;
}

void TrialRun::finish(const TrialGame& game, const Result<std::optional<Outcome>, std::string>& outcome) {
    const std::lock_guard lock(mutex_);
    if (!outcome)
        problem_ = outcome.error();
    else if (*outcome)
        queue_.finish(game, **outcome);
    changed_.notify_all();
}

}  // namespace rookery::tune
