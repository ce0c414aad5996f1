#include "tune/trial_run.h"

#include "search/random_searcher.h"
#include "tune/game_tuner.h"

#include <gtest/gtest.h>

namespace rookery::tune {
namespace {

std::unique_ptr<Searcher> create_random(const SearcherSetup& setup) {
    return std::make_unique<RandomSearcher>(setup.seed);
}
// It draws lots, so every game is another one, and the same when it is played again.
constexpr SearcherEntry table[] = {{"random", "any move", create_random, {}, nullptr, true}};

TrialGames games(std::size_t threads) {
    TrialGames games;
    games.player = [](const Choice& choice) {
        return arena::SearcherSpec{
            "random", "random", static_cast<std::uint64_t>(choice[0]), {1, 1}};
    };
    games.control.depth = 1;
    games.adjudication.max_moves = 60;
    games.opening = [](std::size_t trial) -> Result<arena::Opening, std::string> {
        return arena::random_opening(1, trial);
    };
    games.threads = threads;
    return games;
}

std::string results_of(std::size_t threads) {
    StraightMatch match({1}, {2}, 60);
    TrialQueue queue(match);
    TrialRun run(queue, games(threads), table);
    EXPECT_EQ(run.play({}), std::nullopt);
    EXPECT_TRUE(queue.is_done());
    EXPECT_EQ(match.score().total(), 60U);
    return queue.results();
}

TEST(TrialRun, PlaysTheSameOnAnyNumberOfThreads) {
    const std::string alone = results_of(1);
    EXPECT_EQ(alone.size(), 120U);
    EXPECT_NE(alone.find_first_of("WL"), std::string::npos);  // some moves do mate
    EXPECT_EQ(results_of(3), alone);
}

TEST(TrialRun, StopsWhenItIsTold) {
    StraightMatch match({1}, {2}, 1'000'000);
    TrialQueue queue(match);
    TrialGames wanted = games(3);
    std::stop_source stop;
    wanted.opening = [&](std::size_t trial) -> Result<arena::Opening, std::string> {
        if (trial == 20) stop.request_stop();
        return arena::random_opening(1, trial);
    };
    TrialRun run(queue, wanted, table);
    EXPECT_EQ(run.play(stop.get_token()), std::nullopt);
    const std::size_t played = run.look([](const TrialQueue& now) { return now.results().size(); });
    EXPECT_LE(played, 2 * 21U);
    EXPECT_FALSE(queue.is_done());
}

TEST(TrialRun, SaysWhatWentWrong) {
    StraightMatch match({1}, {2}, 1'000'000);
    TrialQueue queue(match);
    TrialGames wanted = games(2);
    wanted.opening = [](std::size_t trial) -> Result<arena::Opening, std::string> {
        if (trial == 3) return failure(std::string("line 4 is no position"));
        return arena::random_opening(1, trial);
    };
    EXPECT_EQ(TrialRun(queue, wanted, table).play({}), "line 4 is no position");

    StraightMatch second({1}, {2}, 10);
    TrialQueue second_queue(second);
    wanted.player = [](const Choice&) {
        return arena::SearcherSpec{"nobody", "nobody", 1, {1, 1}};
    };
    const auto problem = TrialRun(second_queue, wanted, table).play({});
    ASSERT_TRUE(problem);
    EXPECT_NE(problem->find("nobody"), std::string::npos);
}

}  // namespace
}  // namespace rookery::tune
