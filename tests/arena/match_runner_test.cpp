#include "arena/match/match_runner.h"

#include "arena/player_helpers.h"

#include <gtest/gtest.h>

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
