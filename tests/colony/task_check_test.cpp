// What workers say came out, looked at.
#include "colony/jobs/task_check.h"

#include "arena/match/match_session.h"
#include "arena/store/move_blob.h"
#include "training/game_codec.h"

#include "job_helpers.h"

namespace rookery::colony {
namespace {

using Moves = std::vector<arena::MoveRecord>;

// The results of the pair with the first game changed.
template <class Change>
TaskResults falsified(const TaskResults& results, Change change) {
    Moves moves = must(arena::decode_moves(results[0]));
    change(moves);
    return {arena::encode_moves(moves), results[1]};
}

TEST(TaskCheck, PlayedGamesAreAccepted) {
    const PairTask task = test_pair(1);
    const TaskResults results = played_here(task);
    const auto records = records_of(task, results);
    ASSERT_TRUE(records.ok()) << records.error();
    ASSERT_EQ(records->size(), 2u);
    for (const arena::GameRecord& record : *records) {
        EXPECT_NE(record.result, GameResult::Open);
        EXPECT_FALSE(record.reason.empty());
        EXPECT_EQ(record.opening_plies, task.opening.moves.size());
        EXPECT_EQ(record.start, task.opening.start);
    }
    EXPECT_EQ((*records)[0].result, GameResult::WhiteWins) << "the engine beats any moves";
    EXPECT_EQ((*records)[1].result, GameResult::BlackWins);
    EXPECT_GT(nodes_of(task, results), 100u);
    EXPECT_EQ(difference_between(task, results, played_here(task)), std::nullopt)
        << "it comes out the same";
}

TEST(TaskCheck, ClocksThatCountNodesAreGoneThroughAgain) {
    PairTask task = test_pair(1);
    task.nodes_per_second = 1000;
    for (arena::TimeControl& control : task.controls)
        control = *arena::parse_time_control("10+0.1");
    const auto records = records_of(task, played_here(task));
    ASSERT_TRUE(records.ok()) << records.error();
    EXPECT_TRUE((*records)[0].moves.back().clock_left.has_value());
}

TEST(TaskCheck, ImpossibleResultsAreRefused) {
    const PairTask task = test_pair(1);
    const TaskResults results = played_here(task);
    const auto is_refused = [&](auto change) {
        return !records_of(task, falsified(results, change)).ok();
    };
    EXPECT_FALSE(is_refused([](Moves&) {})) << "unchanged it is fine";
    EXPECT_TRUE(is_refused([](Moves& moves) { moves.back().move = moves.front().move; }))
        << "an illegal move";
    EXPECT_TRUE(is_refused([](Moves& moves) { moves.back().move = Move(); })) << "no move";
    EXPECT_TRUE(is_refused([](Moves& moves) { moves.pop_back(); })) << "too short";
    EXPECT_TRUE(is_refused([](Moves& moves) { moves.push_back(moves.back()); })) << "too long";
    EXPECT_TRUE(is_refused([](Moves& moves) { moves.clear(); })) << "nothing";
    EXPECT_TRUE(is_refused([](Moves& moves) { moves.erase(moves.begin()); })) << "another opening";
    EXPECT_TRUE(is_refused([](Moves& moves) { moves.back().nodes = 1'000'000; }))
        << "too many nodes";
    EXPECT_TRUE(is_refused([](Moves& moves) { moves.back().nodes = ~std::uint64_t{0}; }))
        << "far too many nodes";
    EXPECT_TRUE(is_refused([](Moves& moves) { moves.back().spent = arena::Duration(-1); }))
        << "time runs forward";
    EXPECT_FALSE(records_of(task, {results[0]}).ok()) << "one game of two";
    EXPECT_FALSE(records_of(task, {results[0], "junk"}).ok());
    EXPECT_NE(validate(Task(task), TaskResults()), std::nullopt);
}

// Numbers that nothing limits must not be more than can be added up.
TEST(TaskCheck, ImmenseNumbersDoNoHarm) {
    PairTask task = test_pair(1);
    for (arena::TimeControl& control : task.controls)
        control = *arena::parse_time_control("depth=2");
    task.nodes_per_second = 1000;
    const TaskResults results = played_here(task);
    const auto immense = [](Moves& moves) { moves.back().nodes = ~std::uint64_t{0}; };
    EXPECT_FALSE(records_of(task, falsified(results, immense)).ok());
    const auto kept = records_of(task, falsified(results, [&](Moves& moves) {
                                     ASSERT_GE(task.opening.moves.size(), 2u);
                                     for (const std::size_t i : {0u, 1u})
                                         moves[i].spent = arena::Duration::max();
                                 }));
    ASSERT_TRUE(kept.ok()) << kept.error();
    EXPECT_LT((*kept)[0].lasted, std::chrono::hours(24)) << "an opening takes no time";
}

TEST(TaskCheck, ScoresMayBeMissing) {
    const PairTask task = test_pair(1);
    const auto silent = falsified(played_here(task), [](Moves& moves) {
        for (arena::MoveRecord& move : moves) move.score.reset();
    });
    EXPECT_TRUE(records_of(task, silent).ok())
        << "nobody has given up: the game went on to its end";
}

TEST(TaskCheck, OtherMovesScoresAndNodesAreADifference) {
    const PairTask task = test_pair(1);
    const TaskResults results = played_here(task);
    const std::size_t first = task.opening.moves.size();
    EXPECT_NE(difference_between(task, results,
                                 falsified(results, [&](Moves& moves) { ++moves[first].nodes; })),
              std::nullopt);
    EXPECT_NE(
        difference_between(task, results,
                           falsified(results, [&](Moves& moves) { moves[first].score.reset(); })),
        std::nullopt);
    EXPECT_EQ(
        difference_between(
            task, results,
            falsified(results, [&](Moves& moves) { moves[first].spent += arena::Duration(5); })),
        std::nullopt)
        << "time differs always";
}

TEST(TaskCheck, GamesForTrainingToo) {
    const SelfplayTask task = test_selfplay(3);
    const TaskResults results = played_here(task);
    const auto games = games_of(task, results);
    ASSERT_TRUE(games.ok()) << games.error();
    EXPECT_EQ(difference_between(task, results, results), std::nullopt);
    training::SelfplayGame changed = (*games)[0];
    changed.result = changed.result == GameResult::Draw ? GameResult::WhiteWins : GameResult::Draw;
    EXPECT_FALSE(games_of(task, {training::encode(changed), results[1]}).ok()) << "another result";
    EXPECT_FALSE(games_of(task, {results[1], results[0]}).ok()) << "another seed";
    changed = (*games)[0];
    changed.moves.pop_back();
    EXPECT_FALSE(games_of(task, {training::encode(changed), results[1]}).ok()) << "too short";
    EXPECT_FALSE(games_of(task, {results[0]}).ok());
    EXPECT_FALSE(games_of(task, {results[0], "x"}).ok());
    changed = (*games)[0];
    changed.moves.back().white_score =
        static_cast<std::int16_t>(changed.moves.back().white_score + 1);
    EXPECT_NE(difference_between(task, results, {training::encode(changed), results[1]}),
              std::nullopt);
}

}  // namespace
}  // namespace rookery::colony
