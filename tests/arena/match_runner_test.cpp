#include "arena/match/match_runner.h"

#include "arena/player_helpers.h"

#include <gtest/gtest.h>

#include <condition_variable>
#include <deque>
#include <mutex>
#include <set>

namespace rookery::arena {
namespace {

using namespace std::chrono_literals;
using test::ScriptedPlayer;
using test::trouble;

struct Collector final : MatchObserver {
    std::vector<std::size_t> numbers;
    std::vector<GameRecord> records;
    MatchRunner* runner = nullptr;
    std::size_t finish_after = 0;
    std::optional<std::string> refuse;

    std::optional<std::string> on_finish(const ScheduledGame& game,
                                         const GameRecord& record) override {
        numbers.push_back(game.place.number);
        records.push_back(record);
        if (runner && numbers.size() == finish_after) runner->finish_pairs();
        return refuse;
    }
};

RunnerSettings random_players(std::size_t count, std::size_t concurrency) {
    RunnerSettings settings;
    for (std::size_t i = 0; i < count; ++i) {
        settings.contestants.push_back(
            {[i]() -> Result<std::unique_ptr<Player>, std::string> {
                 return std::unique_ptr<Player>(
                     std::make_unique<ScriptedPlayer>("P" + std::to_string(i)));
             },
             {}});
    }
    settings.opening = [](std::size_t slot) -> Result<Opening, std::string> {
        return random_opening(1, slot);
    };
    settings.concurrency = concurrency;
    settings.game.adjudication.max_moves = 40;
    return settings;
}

TEST(Schedule, PairsSwapColours) {
    const Schedule match = match_schedule(5);
    ASSERT_EQ(match.size(), 5u);
    EXPECT_EQ(match[0].place.players[Color::White], 0u);
    EXPECT_EQ(match[1].place.players[Color::White], 1u);
    EXPECT_EQ(match[0].opening_slot, match[1].opening_slot);
    EXPECT_NE(match[1].opening_slot, match[2].opening_slot);
    EXPECT_EQ(round_robin_schedule(4, 3).size(), 4u * 3 / 2 * 3 * 2);
    EXPECT_EQ(gauntlet_schedule(4, 3).size(), 3u * 3 * 2);
    const Schedule robin = round_robin_schedule(3, 2);
    for (std::size_t i = 0; i < robin.size(); ++i) EXPECT_EQ(robin[i].place.number, i);
}

TEST(MatchRunner, PlaysEveryGameOnce) {
    for (std::size_t concurrency : {1u, 3u}) {
        Collector collector;
        MatchRunner runner(random_players(2, concurrency), collector);
        EXPECT_EQ(runner.run(match_schedule(20), {}, {}), std::nullopt);
        std::sort(collector.numbers.begin(), collector.numbers.end());
        for (std::size_t i = 0; i < 20; ++i) ASSERT_EQ(collector.numbers.at(i), i);
        EXPECT_EQ(collector.numbers.size(), 20u);
    }
}

TEST(MatchRunner, GoesOnWhereItStopped) {
    Collector collector;
    MatchRunner runner(random_players(2, 2), collector);
    std::vector<bool> done(10, false);
    done[0] = done[1] = done[4] = true;
    EXPECT_EQ(runner.run(match_schedule(10), done, {}), std::nullopt);
    std::sort(collector.numbers.begin(), collector.numbers.end());
    EXPECT_EQ(collector.numbers, (std::vector<std::size_t>{2, 3, 5, 6, 7, 8, 9}));
}

TEST(MatchRunner, AnEarlyEndKeepsPairsWhole) {
    for (std::size_t concurrency : {1u, 2u, 3u}) {
        Collector collector;
        MatchRunner runner(random_players(2, concurrency), collector);
        collector.runner = &runner;
        collector.finish_after = 5;
        EXPECT_EQ(runner.run(match_schedule(1000), {}, {}), std::nullopt);
        std::set<std::size_t> numbers(collector.numbers.begin(), collector.numbers.end());
        EXPECT_LT(numbers.size(), 12u);
        for (std::size_t number : numbers) EXPECT_TRUE(numbers.contains(number ^ 1)) << number;
    }
}

TEST(MatchRunner, AFailureIsJudgedAndTheMatchGoesOn) {
    RunnerSettings settings = random_players(2, 2);
    settings.contestants[1].make = [made = std::make_shared<std::atomic<int>>(
                                        0)]() -> Result<std::unique_ptr<Player>, std::string> {
        auto player = std::make_unique<ScriptedPlayer>("fails at first");
        if ((*made)++ < 2) player->script = {trouble(Trouble::Crashed, "signal 11")};
        return std::unique_ptr<Player>(std::move(player));
    };
    Collector collector;
    MatchRunner runner(std::move(settings), collector);
    EXPECT_EQ(runner.run(match_schedule(12), {}, {}), std::nullopt);
    EXPECT_EQ(collector.records.size(), 12u);
    EXPECT_EQ(std::count_if(collector.records.begin(), collector.records.end(),
                            [](const GameRecord& record) {
                                return record.termination == Termination::Crashed;
                            }),
              2);
}

TEST(MatchRunner, TellsWhyAPlayerCannotStart) {
    RunnerSettings settings = random_players(2, 1);
    settings.contestants[1].make = []() -> Result<std::unique_ptr<Player>, std::string> {
        return failure(std::string("cannot start 'x'"));
    };
    Collector collector;
    MatchRunner runner(std::move(settings), collector);
    EXPECT_EQ(runner.run(match_schedule(4), {}, {}), "cannot start 'x'");
    EXPECT_TRUE(collector.records.empty());
}

TEST(MatchRunner, AResultThatCannotBeKeptEndsTheMatch) {
    Collector collector;
    collector.refuse = "the disk is full";
    MatchRunner runner(random_players(2, 1), collector);
    EXPECT_EQ(runner.run(match_schedule(10), {}, {}), "the disk is full");
    EXPECT_EQ(collector.records.size(), 1u);
}

// Something that happens once, on any thread.
class Happening {
  public:
    void happens() {
        const std::lock_guard lock(mutex_);
        happened_ = true;
        changed_.notify_all();
    }
    // False if it does not happen in a time that only a fault can take.
    [[nodiscard]] bool wait() {
        std::unique_lock lock(mutex_);
        return changed_.wait_for(lock, 20s, [this] { return happened_; });
    }

  private:
    std::mutex mutex_;
    std::condition_variable changed_;
    bool happened_ = false;
};

// Writes the first game for as long as it takes until another one has moved on.
struct SlowWriter final : MatchObserver {
    Happening writing;
    Happening other_moved;
    std::atomic<bool> is_writing = false;
    bool others_waited = false;
    std::vector<std::size_t> written;

    void on_move(const ScheduledGame& game, const Game&, const MoveRecord&) override {
        if (game.place.number == 1 && is_writing) other_moved.happens();
    }
    std::optional<std::string> on_finish(const ScheduledGame& game, const GameRecord&) override {
        written.push_back(game.place.number);
        if (game.place.number != 0) return std::nullopt;
        is_writing = true;
        writing.happens();
        others_waited = !other_moved.wait();
        return std::nullopt;
    }
};

// The second game waits until the first one is being written.
RunnerSettings second_game_waits(Happening& writing) {
    class Waiting final : public Player {
      public:
        explicit Waiting(Happening& writing) : writing_(writing) {}
        const std::string& name() const override { return name_; }
        Result<bool, std::string> start() override { return true; }
        void number_game(std::uint64_t number) override { number_ = number; }
        Result<bool, std::string> new_game(bool) override { return true; }
        MoveReply choose(const MoveRequest& request) override {
            if (number_ == 2 && !writing_.wait()) ADD_FAILURE() << "the first game did not end";
            MoveReply reply;
            reply.move = legal_moves(request.game.position())[0];
            return reply;
        }
        void stop() override {}
        bool obeys_nodes() override { return true; }
        [[nodiscard]] std::optional<Duration> latency() const override { return std::nullopt; }
        std::string conversation() const override { return {}; }

      private:
        Happening& writing_;
        const std::string name_ = "waits";
        std::uint64_t number_ = 0;
    };
    RunnerSettings settings = random_players(2, 2);
    for (Contestant& contestant : settings.contestants)
        contestant.make = [&writing]() -> Result<std::unique_ptr<Player>, std::string> {
            return std::unique_ptr<Player>(std::make_unique<Waiting>(writing));
        };
    return settings;
}

TEST(MatchRunner, GamesGoOnWhileAnotherIsWritten) {
    SlowWriter writer;
    MatchRunner runner(second_game_waits(writer.writing), writer);
    EXPECT_EQ(runner.run(match_schedule(6), {}, {}), std::nullopt);
    EXPECT_FALSE(writer.others_waited);
    std::ranges::sort(writer.written);
    EXPECT_EQ(writer.written, (std::vector<std::size_t>{0, 1, 2, 3, 4, 5}));
}

// Says of every task at once that it is finished.
class AtOnce final : public MatchExecutor {
  public:
    bool wants_more() const override { return finished_.size() < 3; }
    void submit(Task task) override {
        GameRecord record;
        record.result = GameResult::Draw;
        finished_.push_back({.kind = Event::Kind::Finished,
                             .games = numbers_of(task),
                             .task = task,
                             .records = {record}});
    }
    std::optional<Event> poll(const std::stop_token& stop, std::chrono::milliseconds) override {
        if (stop.stop_requested() || finished_.empty()) return std::nullopt;
        Event event = std::move(finished_.front());
        finished_.pop_front();
        return event;
    }
    bool is_settled() const override { return finished_.empty(); }
    std::size_t workers() const override { return 1; }

  private:
    std::deque<Event> finished_;
};

TEST(MatchRunner, GamesThatEndedBeforeAStopAreKept) {
    struct Stopping final : MatchObserver {
        std::stop_source source;
        std::vector<std::size_t> written;
        std::optional<std::string> on_finish(const ScheduledGame& game,
                                             const GameRecord&) override {
            written.push_back(game.place.number);
            source.request_stop();
            return std::nullopt;
        }
    } observer;
    RunnerSettings settings = random_players(2, 1);
    settings.make_executor = []() -> Result<std::unique_ptr<MatchExecutor>, std::string> {
        return std::unique_ptr<MatchExecutor>(std::make_unique<AtOnce>());
    };
    MatchRunner runner(std::move(settings), observer);
    EXPECT_EQ(runner.run(match_schedule(10), {}, observer.source.get_token()), std::nullopt);
    // Two more had ended while the first one was written; none was begun after that.
    EXPECT_EQ(observer.written, (std::vector<std::size_t>{0, 1, 2}));
}

TEST(MatchRunner, StopsWhenTold) {
    std::stop_source source;
    source.request_stop();
    Collector collector;
    MatchRunner runner(random_players(2, 2), collector);
    EXPECT_EQ(runner.run(match_schedule(10), {}, source.get_token()), std::nullopt);
    EXPECT_TRUE(collector.records.empty());
}

}  // namespace
}  // namespace rookery::arena
