#include "arena/match/match_runner.h"

#include "base/machine.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace rookery::arena {
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

// A thread's players, which it keeps from game to game.
class MatchRunner::GameThread {
  public:
    GameThread(MatchRunner& runner, std::size_t number)
        : runner_(runner),
          pin_(number < runner.settings_.processors.size() ? runner.settings_.processors[number]
                                                           : std::vector<int>()) {}

    // Nothing if it was stopped from outside.
    [[nodiscard]] Result<std::optional<GameRecord>, std::string> play(const MatchGame& game,
                                                                      const std::stop_token& stop) {
        const GamePlace& place = game.scheduled.place;
        ByColor<Player*> players{};
        for (const Color color : both_colors) {
            const auto player = player_of(place.players[color]);
            if (!player) return failure(player.error());
            players[color] = *player;
        }
        runner_.observer_.on_start(game.scheduled);
        GameRecord record =
            play_game(players, game.settings, stop, [&](const Game& now, const MoveRecord& move) {
                runner_.observer_.on_move(game.scheduled, now, move);
            });
        if (record.result == GameResult::Open) return std::optional<GameRecord>();
        // A player that failed may be in any state, so it is started again. Its opponent stays.
        if (is_failure(record.termination) && record.termination != Termination::TimeForfeit)
            retire(place.players[record.result == GameResult::BlackWins ? Color::White
                                                                        : Color::Black]);
        return std::optional(std::move(record));
    }

  private:
    struct Seat {
        std::unique_ptr<Player> player;
        std::uint64_t last_game = 0;
    };
    // In a large tournament a thread cannot keep all players, with all their hash tables.
    static constexpr std::size_t most_seats = 6;

    [[nodiscard]] Result<Player*, std::string> player_of(std::size_t contestant) {
        if (const auto seat = seats_.find(contestant); seat != seats_.end()) {
            seat->second.last_game = ++games_;
            return seat->second.player.get();
        }
        if (seats_.size() >= most_seats) retire(longest_idle());
        auto player = bring_up(runner_.settings_.contestants[contestant].make);
        if (!player) return failure(player.error());
        Seat& seat = seats_[contestant];
        seat = {std::move(player).value(), ++games_};
        return seat.player.get();
    }

    [[nodiscard]] std::size_t longest_idle() const {
        return std::ranges::min_element(seats_, {},
                                        [](const auto& seat) { return seat.second.last_game; })
            ->first;
    }

    void retire(std::size_t contestant) {
        const auto seat = seats_.find(contestant);
        if (seat == seats_.end()) return;
        seat->second.player->stop();
        seats_.erase(seat);
    }

    MatchRunner& runner_;
    const PinnedThread pin_;  // before the players, which stay on its processors
    std::map<std::size_t, Seat> seats_;
    std::uint64_t games_ = 0;
};

// One run through the schedule. A task is a single game where threads here play, and what is left
// of a pair where tasks are larger.
class MatchRunner::Run {
  public:
    Run(MatchRunner& runner, MatchExecutor& executor, const Schedule& schedule,
        const std::vector<bool>& done)
        : runner_(runner), executor_(executor), schedule_(schedule), done_(done) {
        for (std::size_t i = 0; i < schedule.size(); ++i)
            if (is_done(i)) begun_.insert(schedule[i].place.pair);
    }

    [[nodiscard]] std::optional<std::string> play(const std::stop_token& stop) {
        while (!stop.stop_requested()) {
            if (puts_off())
                put_off();
            else if (auto problem = submit_more(stop))
                return problem;
            if ((is_exhausted_ || puts_off()) && executor_.is_settled()) {
                executor_.forget();
                break;
            }
            if (auto event = executor_.poll(stop, executor_poll_timeout))
                if (auto problem = handle(*event)) return problem;
        }
        return stop.stop_requested() ? handle_the_finished() : std::nullopt;
    }

  private:
    using Numbers = std::vector<std::uint64_t>;  // of games, from 1

    // Games that ended while another one was being stored are not lost by a stop.
    [[nodiscard]] std::optional<std::string> handle_the_finished() {
        while (auto event = executor_.poll({}, std::chrono::milliseconds(0))) {
            if (event->kind == MatchExecutor::Event::Kind::Failed) break;
            if (auto problem = handle(*event)) return problem;
        }
        return std::nullopt;
    }

    [[nodiscard]] bool is_done(std::size_t game) const {
        return game < done_.size() && done_[game];
    }
    [[nodiscard]] bool has_whole_pairs() const { return executor_.games_per_task() > 1; }
    // Whole pairs that are not finished when the results are clear are not wanted any more.
    [[nodiscard]] bool puts_off() const { return has_whole_pairs() && runner_.only_begun_pairs_; }

    // If a false result decided the match, the other tasks are wanted again.
    void put_off() {
        if (open_.empty()) return;
        put_off_.merge(open_);
        open_.clear();
        executor_.drop_unfinished();
    }

    [[nodiscard]] std::optional<std::string> submit_more(const std::stop_token& stop) {
        while (executor_.wants_more() && !stop.stop_requested()) {
            Numbers games = next();
            is_exhausted_ = games.empty();
            if (is_exhausted_) break;
            auto task = task_of(games);
            if (!task) return task.error();
            if (stop.stop_requested()) break;  // finding an opening may have taken long
            open_.insert(std::move(games));
            executor_.submit(std::move(*task));
        }
        return std::nullopt;
    }

    [[nodiscard]] Numbers next() {
        if (!put_off_.empty()) return put_off_.extract(put_off_.begin()).value();
        Numbers games;
        for (; next_ < schedule_.size(); ++next_) {
            const std::size_t pair = schedule_[next_].place.pair;
            if (!games.empty() && pair != schedule_[games.front() - 1].place.pair) break;
            if (is_done(next_)) continue;
            if (runner_.only_begun_pairs_ && !begun_.contains(pair)) continue;
            begun_.insert(pair);
            games.push_back(next_ + 1);
            if (!has_whole_pairs()) {
                ++next_;
                break;
            }
        }
        return games;
    }

    [[nodiscard]] Result<MatchExecutor::Task, std::string> task_of(const Numbers& games) const {
        const RunnerSettings& settings = runner_.settings_;
        MatchExecutor::Task task;
        for (const std::uint64_t number : games) {
            const ScheduledGame& scheduled = schedule_[number - 1];
            auto opening = settings.opening(scheduled.opening_slot);
            if (!opening) return failure(opening.error());
            GameSettings game = settings.game;
            game.number = number;
            game.opening = std::move(*opening);
            game.opening_index = opening_index_of(scheduled);
            for (const Color color : both_colors)
                game.controls[color] = settings.contestants[scheduled.place.players[color]].control;
            task.push_back({scheduled, std::move(game)});
        }
        return task;
    }

    [[nodiscard]] std::optional<std::size_t>
    opening_index_of(const ScheduledGame& scheduled) const {
        const auto& index = runner_.settings_.opening_index;
        return index ? index(scheduled.opening_slot) : runner_.settings_.game.opening_index;
    }

    [[nodiscard]] std::optional<std::string> handle(MatchExecutor::Event& event) {
        using Kind = MatchExecutor::Event::Kind;
        MatchObserver& observer = runner_.observer_;
        switch (event.kind) {
            case Kind::Begun: observer.on_start(schedule_[event.games.front() - 1]); break;
            case Kind::Finished:
                open_.erase(event.games);
                put_off_.erase(event.games);  // it was under way when the results became clear
                for (std::size_t i = 0; i < event.games.size(); ++i) {
                    const ScheduledGame& scheduled = schedule_[event.games[i] - 1];
                    if (auto problem = observer.on_finish(
                            scheduled, completed(scheduled, std::move(event.records[i]))))
                        return problem;
                }
                break;
            case Kind::Withdrawn:
                open_.insert(event.games);
                for (const std::uint64_t number : event.games)
                    if (auto problem = observer.on_withdraw(schedule_[number - 1])) return problem;
                break;
            case Kind::Failed: return std::move(event.problem);
        }
        return std::nullopt;
    }

    // Records from elsewhere do not say which opening of the book it was, nor who played.
    [[nodiscard]] GameRecord completed(const ScheduledGame& scheduled, GameRecord record) const {
        record.opening = opening_index_of(scheduled);
        for (const Color color : both_colors)
            if (record.players[color].empty())
                record.players[color] =
                    runner_.settings_.contestants[scheduled.place.players[color]].name;
        return record;
    }

    MatchRunner& runner_;
    MatchExecutor& executor_;
    const Schedule& schedule_;
    const std::vector<bool>& done_;
    std::set<std::size_t> begun_;  // pairs
    std::size_t next_ = 0;
    bool is_exhausted_ = false;
    std::set<Numbers> open_;     // tasks that were submitted and are not finished
    std::set<Numbers> put_off_;  // tasks that are not wanted now
};

std::unique_ptr<MatchExecutor> MatchRunner::thread_executor() {
    using Threads = ThreadExecutor<MatchGame, GameRecord>;
    const auto make_play = [this](std::size_t number) -> Result<Threads::Play, std::string> {
        return Threads::Play([thread = std::make_shared<GameThread>(*this, number)](
                                 const MatchGame& game, const std::stop_token& stop) {
            return thread->play(game, stop);
        });
    };
    return std::make_unique<Threads>(settings_.concurrency, make_play);
}

std::optional<std::string> MatchRunner::run(const Schedule& schedule, const std::vector<bool>& done,
                                            const std::stop_token& stop) {
    auto executor = settings_.make_executor ? settings_.make_executor()
                                            : MakeMatchExecutor::result_type(thread_executor());
    if (!executor) return executor.error();
    return Run(*this, **executor, schedule, done).play(stop);
}

}  // namespace rookery::arena
