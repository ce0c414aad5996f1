#include "training/selfplay.h"

#include "search/pvs/pvs_searcher.h"
#include "search/random_searcher.h"
#include "training/position_filter.h"
#include "training/random_game.h"

#include <gtest/gtest.h>

namespace rookery::training {
namespace {

SelfplaySettings quick() {
    SelfplaySettings settings;
    settings.soft_nodes = 60;
    settings.hash_mib = 1;
    return settings;
}

// What the rules say about the end of a game.
Game replayed(const SelfplayGame& record) {
    Game game(record.start);
    for (const ScoredMove& scored : record.moves) EXPECT_TRUE(game.play(scored.move));
    return game;
}

TEST(Selfplay, GamesAreLegalAndTheirResultsTrue) {
    SelfplayPlayer player(make_own_pvs(), quick());
    for (std::uint64_t seed = 0; seed < 8; ++seed) {
        const auto record = player.play(seed, {});
        ASSERT_TRUE(record.has_value());
        EXPECT_GE(record->opening_plies, 8U);
        EXPECT_LE(record->opening_plies, 9U);
        const Game game = replayed(*record);
        if (record->end == GameEnd::Rules) {
            EXPECT_NE(game.ending(), Ending::None);
            EXPECT_EQ(game.result(), record->result);
            continue;
        }
        EXPECT_EQ(game.ending(), Ending::None);
        const int last = record->moves.back().white_score;
        if (record->end == GameEnd::Decided) {
            EXPECT_EQ(record->result, last > 0 ? GameResult::WhiteWins : GameResult::BlackWins);
        } else {
            EXPECT_EQ(record->result, GameResult::Draw);
        }
    }
    EXPECT_GT(player.nodes(), 8 * 60U);
}

TEST(Selfplay, WhatCouldNotHaveBeenPlayedIsFoundOut) {
    SelfplayPlayer player(make_own_pvs(), quick());
    for (std::uint64_t seed = 0; seed < 8; ++seed) {
        const SelfplayGame truth = *player.play(seed, {});
        EXPECT_EQ(problem_with(truth, quick()), std::nullopt);
        SelfplayGame wrong = truth;
        wrong.moves.pop_back();
        EXPECT_NE(problem_with(wrong, quick()), std::nullopt) << "too short";
        wrong = truth;
        wrong.result = truth.result == GameResult::Draw ? GameResult::WhiteWins : GameResult::Draw;
        EXPECT_NE(problem_with(wrong, quick()), std::nullopt);
        wrong = truth;
        wrong.end = truth.end == GameEnd::Level ? GameEnd::TooLong : GameEnd::Level;
        EXPECT_NE(problem_with(wrong, quick()), std::nullopt);
        wrong = truth;
        wrong.moves[truth.opening_plies].white_score = 2000;
        EXPECT_NE(problem_with(wrong, quick()), std::nullopt) << "such an opening is thrown away";
    }
}

TEST(Selfplay, TheSameSeedGivesTheSameGameWhateverWasPlayedBefore) {
    SelfplayPlayer first(make_own_pvs(), quick());
    SelfplayPlayer second(make_own_pvs(), quick());
    const auto game = first.play(7, {});
    EXPECT_NE(second.play(8, {}), game);
    EXPECT_EQ(second.play(7, {}), game);
}

TEST(Selfplay, ScoresAreInWhitesView) {
    SelfplayPlayer player(make_own_pvs(), quick());
    int agree = 0;
    int games = 0;
    for (std::uint64_t seed = 20; games < 6; ++seed) {
        const auto record = player.play(seed, {});
        ASSERT_TRUE(record.has_value());
        if (record->result == GameResult::Draw) continue;
        ++games;
        const std::size_t plies = record->moves.size();
        for (std::size_t ply = plies - 2; ply < plies; ++ply)  // one of each side
            agree += (record->moves[ply].white_score > 0) == (record->result == GameResult::WhiteWins);
    }
    EXPECT_GE(agree, 11);
}

TEST(Selfplay, StopsAtOnceAndKeepsNothing) {
    SelfplayPlayer player(make_own_pvs(), quick());
    std::stop_source stop;
    stop.request_stop();
    EXPECT_EQ(player.play(1, stop.get_token()), std::nullopt);
}

TEST(Selfplay, ShuffledStartsAreShuffled) {
    SelfplaySettings settings = quick();
    settings.chess960_percent = 100;
    Random random(1);
    int shuffled = 0;
    for (int i = 0; i < 50; ++i)
        shuffled += random_opening(random, settings).start().key() != Position::start().key();
    EXPECT_GE(shuffled, 49);
}

TEST(PositionFilter, TakesQuietPositionsAlone) {
    const PositionFilter filter;
    const Position quiet = test::position_of("r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/2N2N2/PPPP1PPP/R1BQK2R w KQkq - 6 9");
    const ScoredMove calm{Move(Square::D2, Square::D3), 12};
    EXPECT_TRUE(filter.takes(quiet, calm, 16));
    EXPECT_FALSE(filter.takes(quiet, calm, 15));
    EXPECT_FALSE(filter.takes(quiet, {Move(Square::C4, Square::F7), 12}, 16));
    EXPECT_FALSE(filter.takes(quiet, {calm.move, static_cast<std::int16_t>(Score::mate_in(5).value())}, 16));
    const Position check = test::position_of("4k3/8/8/8/8/8/4r3/R3K2R w KQ - 0 20");
    EXPECT_FALSE(filter.takes(check, {Move(Square::E1, Square::F1), 0}, 40));
    const Position bare = test::position_of("4k3/8/8/8/8/8/4P3/4K3 w - - 0 20");
    EXPECT_FALSE(filter.takes(bare, {Move(Square::E1, Square::D1), 0}, 40));
}

}  // namespace
}  // namespace rookery::training
