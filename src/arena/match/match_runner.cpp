#include "arena/match/match_runner.h"

#include "base/machine.h"
#include "base/threads.h"

#include <algorithm>
#include <map>
#include <mutex>
#include <set>
#include <utility>

namespace rookery::arena {
namespace {

GameSettings settings_of_game(const RunnerSettings& runner, const ScheduledGame& scheduled,
                              const Opening& opening) {
    GameSettings game = runner.game;
    game.number = scheduled.place.number + 1;
    game.opening = opening;
    if (runner.opening_index) game.opening_index = runner.opening_index(scheduled.opening_slot);
    for (Color color : both_colors)
        game.controls[color] = runner.contestants[scheduled.place.players[color]].control;
    return game;
}

}  // namespace

// Hands out games and takes in results; all that the workers share.
class MatchRunner::Desk {
  public:
    Desk(MatchRunner& runner, const Schedule& schedule, const std::vector<bool>& done,
         const std::stop_token& stop)
        : runner_(runner), schedule_(schedule), done_(done) {
        for (std::size_t i = 0; i < schedule.size(); ++i)
            if (i < done.size() && done[i]) begun_.insert(schedule[i].place.pair);
        forward_.emplace(stop, [this] { give_up_.request_stop(); });
    }

    [[nodiscard]] const ScheduledGame* next() {
        const std::lock_guard lock(mutex_);
        for (; next_ < schedule_.size() && !give_up_.stop_requested(); ++next_) {
            if (next_ < done_.size() && done_[next_]) continue;
            const ScheduledGame& game = schedule_[next_];
            if (runner_.only_begun_pairs_ && !begun_.contains(game.place.pair)) continue;
            begun_.insert(game.place.pair);
            ++next_;
            return &game;
        }
        return nullptr;
    }

    // Both games of a pair, or the one that is left of it.
    [[nodiscard]] std::vector<const ScheduledGame*> next_pair() {
        std::vector<const ScheduledGame*> pair;
        if (const ScheduledGame* first = next()) pair.push_back(first);
        const std::lock_guard lock(mutex_);
        if (pair.empty() || next_ >= schedule_.size() || (next_ < done_.size() && done_[next_]))
            return pair;
        if (schedule_[next_].place.pair == pair.front()->place.pair)
            pair.push_back(&schedule_[next_++]);
        return pair;
    }

    void started(std::size_t worker, const ScheduledGame& game) {
        const std::lock_guard lock(mutex_);
        runner_.observer_.on_start(worker, game);
    }
    void moved(std::size_t worker, const ScheduledGame& scheduled, const Game& game,
               const MoveRecord& move) {
        const std::lock_guard lock(mutex_);
        runner_.observer_.on_move(worker, scheduled, game, move);
    }
    void finished(std::size_t worker, const ScheduledGame& game, const GameRecord& record) {
        const std::lock_guard lock(mutex_);
        if (auto problem = runner_.observer_.on_finish(worker, game, record))
            fail_locked(std::move(*problem));
    }

    void withdrawn(const ScheduledGame& game) {
        const std::lock_guard lock(mutex_);
        if (auto problem = runner_.observer_.on_withdraw(game)) fail_locked(std::move(*problem));
    }

    void fail(std::string problem) {
        const std::lock_guard lock(mutex_);
        fail_locked(std::move(problem));
    }

    [[nodiscard]] std::stop_token give_up() const { return give_up_.get_token(); }
    [[nodiscard]] const std::optional<std::string>& problem() const { return problem_; }

  private:
    // The first problem is the one worth telling.
    void fail_locked(std::string problem) {
        if (!problem_) problem_ = std::move(problem);
        give_up_.request_stop();
    }

    MatchRunner& runner_;
    const Schedule& schedule_;
    const std::vector<bool>& done_;
    std::mutex mutex_;
    std::size_t next_ = 0;
    std::set<std::size_t> begun_;
    std::stop_source give_up_;
    std::optional<std::string> problem_;
    std::optional<std::stop_callback<std::function<void()>>> forward_;
};

class MatchRunner::Worker {
  public:
    Worker(const RunnerSettings& settings, Desk& desk, std::size_t number)
        : settings_(settings), desk_(desk), number_(number) {}

    void run() {
        const PinnedThread pin(number_ < settings_.processors.size() ? settings_.processors[number_]
                                                                     : std::vector<int>());
        while (const ScheduledGame* game = desk_.next())
            if (!play(*game)) return;
    }

  private:
    struct Seat {
        std::unique_ptr<Player> player;
        std::uint64_t last_game = 0;
    };
    // In a large tournament not every worker can keep everybody, with all their tables.
    static constexpr std::size_t most_seats = 6;

    // False if the match cannot go on.
    bool play(const ScheduledGame& scheduled) {
        ByColor<Player*> players{};
        for (Color color : both_colors) {
            players[color] = seat(scheduled.place.players[color]);
            if (players[color] == nullptr) return false;
        }
        const auto opening = settings_.opening(scheduled.opening_slot);
        if (!opening) {
            desk_.fail(opening.error());
            return false;
        }
        const GameSettings game = settings_of_game(settings_, scheduled, *opening);
        desk_.started(number_, scheduled);
        const GameRecord record =
            play_game(players, game, desk_.give_up(), [&](const Game& now, const MoveRecord& move) {
                desk_.moved(number_, scheduled, now, move);
            });
        if (record.result == GameResult::Open) return false;  // stopped from outside
        desk_.finished(number_, scheduled, record);
        // Whoever failed may be in any state: it begins anew. Its opponent has done nothing wrong.
        if (is_failure(record.termination) && record.termination != Termination::TimeForfeit)
            retire(scheduled.place.players[record.result == GameResult::BlackWins ? Color::White
                                                                                  : Color::Black]);
        return true;
    }

    Player* seat(std::size_t contestant) {
        if (const auto seat = seats_.find(contestant); seat != seats_.end()) {
            seat->second.last_game = ++games_;
            return seat->second.player.get();
        }
        if (seats_.size() >= most_seats) retire(longest_idle());
        auto player = bring_up(settings_.contestants[contestant].make);
        if (!player) {
            desk_.fail(player.error());
            return nullptr;
        }
        Seat& seat = seats_[contestant];
        seat = {std::move(player).value(), ++games_};
        return seat.player.get();
    }

    [[nodiscard]] std::size_t longest_idle() const {
        return std::min_element(seats_.begin(), seats_.end(),
                                [](const auto& one, const auto& other) {
                                    return one.second.last_game < other.second.last_game;
                                })
            ->first;
    }

    void retire(std::size_t contestant) {
        const auto seat = seats_.find(contestant);
        if (seat == seats_.end()) return;
        seat->second.player->stop();
        seats_.erase(seat);
    }

    const RunnerSettings& settings_;
    Desk& desk_;
    std::size_t number_;
    std::map<std::size_t, Seat> seats_;
    std::uint64_t games_ = 0;
};

// The same desk for those who play elsewhere. Games of one pair count as one worker's, by the
// pair's number.
class MatchRunner::Away final : public PairSource {
  public:
    Away(const MatchRunner& runner, Desk& desk, const Schedule& schedule)
        : runner_(runner), settings_(runner.settings_), desk_(desk), schedule_(schedule) {}

    std::optional<PairToPlay> next() override {
        PairToPlay pair;
        for (const ScheduledGame* scheduled : desk_.next_pair()) {
            const auto opening = settings_.opening(scheduled->opening_slot);
            if (!opening) {
                desk_.fail(opening.error());
                return std::nullopt;
            }
            pair.games.push_back({*scheduled, settings_of_game(settings_, *scheduled, *opening)});
        }
        if (pair.games.empty()) return std::nullopt;
        return pair;
    }
    bool wants_unfinished() const override { return !runner_.only_begun_pairs_; }
    const ScheduledGame& game(std::size_t number) const override { return schedule_[number]; }
    void began(std::size_t number) override {
        desk_.started(game(number).place.pair, game(number));
    }
    void finished(std::size_t number, GameRecord record) override {
        const ScheduledGame& scheduled = game(number);
        if (settings_.opening_index)
            record.opening = settings_.opening_index(scheduled.opening_slot);
        desk_.finished(scheduled.place.pair, scheduled, record);
    }
    void withdrawn(std::size_t number) override { desk_.withdrawn(game(number)); }
    std::stop_token give_up() const override { return desk_.give_up(); }

  private:
    const MatchRunner& runner_;
    const RunnerSettings& settings_;
    Desk& desk_;
    const Schedule& schedule_;
};

std::optional<std::string> MatchRunner::run(const Schedule& schedule, const std::vector<bool>& done,
                                            const std::stop_token& stop) {
    Desk desk(*this, schedule, done, stop);
    if (settings_.elsewhere) {
        Away away(*this, desk, schedule);
        if (auto problem = settings_.elsewhere->play(away)) desk.fail(std::move(*problem));
        return desk.problem();
    }
    run_on_threads(settings_.concurrency,
                   [&](std::size_t number) { Worker(settings_, desk, number).run(); });
    return desk.problem();
}

namespace {

void add_pair(Schedule& schedule, std::size_t& pair, std::size_t round, std::size_t one,
              std::size_t other) {
    for (const auto& [white, black] : {std::pair{one, other}, std::pair{other, one}}) {
        ScheduledGame game;
        game.place = {schedule.size(), pair, round, {{white, black}}};
        game.opening_slot = round;
        schedule.push_back(game);
    }
    ++pair;
}

}  // namespace

Schedule match_schedule(std::size_t games) {
    Schedule schedule;
    std::size_t pair = 0;
    for (std::size_t round = 0; schedule.size() < games; ++round)
        add_pair(schedule, pair, round, 0, 1);
    schedule.resize(games);
    return schedule;
}

Schedule round_robin_schedule(std::size_t players, std::size_t pairs) {
    Schedule schedule;
    std::size_t pair = 0;
    for (std::size_t round = 0; round < pairs; ++round)
        for (std::size_t one = 0; one < players; ++one)
            for (std::size_t other = one + 1; other < players; ++other)
                add_pair(schedule, pair, round, one, other);
    return schedule;
}

Schedule gauntlet_schedule(std::size_t players, std::size_t pairs) {
    Schedule schedule;
    std::size_t pair = 0;
    for (std::size_t round = 0; round < pairs; ++round)
        for (std::size_t other = 1; other < players; ++other)
            add_pair(schedule, pair, round, 0, other);
    return schedule;
}

}  // namespace rookery::arena
