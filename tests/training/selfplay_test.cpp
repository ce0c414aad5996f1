#include "training/selfplay.h"

#include "search/pvs/pvs_searcher.h"
#include "search/random_searcher.h"
#include "training/position_set.h"
#include "training/random_game.h"
#include "training/scripted_searcher.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <set>
#include <vector>

namespace rookery::training {
namespace {

SelfplaySettings quick_games() {
    SelfplaySettings settings;
    settings.soft_nodes = 60;
    settings.hash_mib = 1;
    return settings;
}

// The end of a game by the rules.
Game replayed(const SelfplayGame& record) {
    Game game(record.start);
    for (const ScoredMove& scored : record.moves) EXPECT_TRUE(game.play(scored.move));
    return game;
}

TEST(Selfplay, GamesAreLegalAndTheirResultsTrue) {
    SelfplayPlayer player(make_own_pvs(), quick_games());
    for (std::uint64_t seed = 0; seed < 8; ++seed) {
        const auto record = player.play(seed, {});
        ASSERT_TRUE(record.has_value());
        EXPECT_GE(record->opening_plies, 8U);
        EXPECT_LE(record->opening_plies, 9U);
        const Game game = replayed(*record);
        if (record->end == GameEnd::Rules) {
            EXPECT_NE(game.ending(), GameEnding::None);
            EXPECT_EQ(game.result(), record->result);
            continue;
        }
        EXPECT_EQ(game.ending(), GameEnding::None);
        const int last = record->moves.back().white_score;
        if (record->end == GameEnd::Decided) {
            EXPECT_EQ(record->result, last > 0 ? GameResult::WhiteWins : GameResult::BlackWins);
        } else {
            EXPECT_EQ(record->result, GameResult::Draw);
        }
    }
    EXPECT_GT(player.nodes(), 8 * 60U);
}

TEST(Selfplay, OpeningsForABookAreVariedAndSound) {
    SelfplaySettings settings = quick_games();
    settings.soft_nodes = 600;
    settings.opening_plies = 0;
    settings.varied_plies = 6;
    SelfplayPlayer player(make_own_pvs(), settings);
    std::set<std::vector<std::uint16_t>> openings;
    for (std::uint64_t seed = 0; seed < 6; ++seed) {
        const auto record = player.play(seed, {});
        ASSERT_TRUE(record.has_value());
        EXPECT_EQ(record->start, Position::start());
        EXPECT_EQ(record->opening_plies, 0u);
        EXPECT_EQ(validate(*record, settings), std::nullopt);
        EXPECT_EQ(player.play(seed, {}), record);
        std::vector<std::uint16_t> opening;
        for (std::size_t ply = 0; ply < 6; ++ply) {
            opening.push_back(record->moves[ply].move.code());
            EXPECT_LT(std::abs(record->moves[ply].white_score), 150);
        }
        openings.insert(opening);
    }
    EXPECT_GE(openings.size(), 5u);
    settings.varied_margin = 0;
    SelfplayPlayer best(make_own_pvs(), settings);
    EXPECT_EQ(best.play(1, {})->moves.front().move, best.play(2, {})->moves.front().move);
}

TEST(Selfplay, WhatCouldNotHaveBeenPlayedIsFoundOut) {
    SelfplayPlayer player(make_own_pvs(), quick_games());
    for (std::uint64_t seed = 0; seed < 8; ++seed) {
        const SelfplayGame truth = *player.play(seed, {});
        EXPECT_EQ(validate(truth, quick_games()), std::nullopt);
        SelfplayGame wrong = truth;
        wrong.moves.pop_back();
        EXPECT_NE(validate(wrong, quick_games()), std::nullopt) << "too short";
        wrong = truth;
        wrong.result = truth.result == GameResult::Draw ? GameResult::WhiteWins : GameResult::Draw;
        EXPECT_NE(validate(wrong, quick_games()), std::nullopt);
        wrong = truth;
        wrong.end = truth.end == GameEnd::Level ? GameEnd::TooLong : GameEnd::Level;
        EXPECT_NE(validate(wrong, quick_games()), std::nullopt);
        wrong = truth;
        wrong.moves[truth.opening_plies].white_score = 2000;
        EXPECT_NE(validate(wrong, quick_games()), std::nullopt) << "such an opening is thrown away";
    }
}

TEST(Selfplay, TheSameSeedGivesTheSameGameWhateverWasPlayedBefore) {
    SelfplayPlayer first(make_own_pvs(), quick_games());
    SelfplayPlayer second(make_own_pvs(), quick_games());
    const auto game = first.play(7, {});
    EXPECT_NE(second.play(8, {}), game);
    EXPECT_EQ(second.play(7, {}), game);
}

TEST(Selfplay, ScoresAreInWhitesView) {
    SelfplayPlayer player(make_own_pvs(), quick_games());
    int agree = 0;
    int games = 0;
    for (std::uint64_t seed = 20; games < 6; ++seed) {
        const auto record = player.play(seed, {});
        ASSERT_TRUE(record.has_value());
        if (record->result == GameResult::Draw) continue;
        ++games;
        const std::size_t plies = record->moves.size();
        for (std::size_t ply = plies - 2; ply < plies; ++ply)  // one of each side
            agree +=
                (record->moves[ply].white_score > 0) == (record->result == GameResult::WhiteWins);
    }
    EXPECT_GE(agree, 11);
}

TEST(Selfplay, StopsAtOnceAndKeepsNothing) {
    SelfplayPlayer player(make_own_pvs(), quick_games());
    std::stop_source stop;
    stop.request_stop();
    EXPECT_EQ(player.play(1, stop.get_token()), std::nullopt);
}

TEST(Selfplay, EverySearchGetsSoftNodesAndFourTimesAsManyAtMost) {
    AskedFor asked;
    SelfplaySettings settings;
    settings.soft_nodes = 70;
    settings.hash_mib = 3;
    SelfplayPlayer player(std::make_unique<ScriptedSearcher>([](int) { return 0; }, asked),
                          settings);
    const auto record = player.play(1, {});
    ASSERT_TRUE(record.has_value());
    EXPECT_EQ(asked.limits.size(), record->positions());
    for (const Limits& limits : asked.limits) {
        EXPECT_EQ(limits.soft_nodes, 70U);
        EXPECT_EQ(limits.nodes, 280U);
        EXPECT_EQ(limits.depth, std::nullopt);
    }
    EXPECT_EQ(asked.resources, (Resources{.hash_mib = 3, .threads = 1}));
}

// A game with the scores of a script, and after how many plies it must end, and how.
struct ScriptedEnd {
    const char* name;
    ScriptedSearcher::Script white_score;
    std::size_t plies;
    GameEnd end;
    GameResult result = GameResult::Draw;
};

void expect_end(const ScriptedEnd& wanted) {
    SCOPED_TRACE(wanted.name);
    AskedFor asked;
    SelfplayPlayer player(std::make_unique<ScriptedSearcher>(wanted.white_score, asked), {});
    const auto record = player.play(1, {});
    ASSERT_TRUE(record.has_value());
    EXPECT_EQ(record->moves.size(), wanted.plies);
    EXPECT_EQ(record->end, wanted.end);
    EXPECT_EQ(record->result, wanted.result);
    EXPECT_EQ(validate(*record, {}), std::nullopt);
    for (std::size_t i = record->opening_plies; i < record->moves.size(); ++i)
        EXPECT_EQ(record->moves[i].white_score, wanted.white_score(static_cast<int>(i) + 1)) << i;
}

TEST(Selfplay, LevelAreTwelvePliesInARowNotBeforePlyEighty) {
    for (const ScriptedEnd& wanted : std::vector<ScriptedEnd>{
             {"from the start", [](int) { return 0; }, 80, GameEnd::Level},
             {"just within", [](int plies) { return plies % 2 == 0 ? 10 : -10; }, 80,
              GameEnd::Level},
             {"in time for ply 80", [](int plies) { return plies >= 69 ? 0 : 50; }, 80,
              GameEnd::Level},
             {"a ply too late for it", [](int plies) { return plies >= 70 ? 0 : 50; }, 81,
              GameEnd::Level},
             {"later", [](int plies) { return plies >= 100 ? 0 : 50; }, 111, GameEnd::Level},
             {"counted again", [](int plies) { return plies == 90 || plies < 80 ? -11 : 0; }, 102,
              GameEnd::Level},
         })
        expect_end(wanted);
}

TEST(Selfplay, DecidedAreFivePliesInARowForTheSameSide) {
    for (const ScriptedEnd& wanted : std::vector<ScriptedEnd>{
             {"for White", [](int plies) { return plies >= 30 ? 2500 : 50; }, 34, GameEnd::Decided,
              GameResult::WhiteWins},
             {"for Black", [](int plies) { return plies >= 31 ? -2500 : 50; }, 35, GameEnd::Decided,
              GameResult::BlackWins},
             {"counted again",
              [](int plies) { return plies == 34   ? 2499
                                     : plies >= 30 ? 2500
                                                   : 50; }, 39,
              GameEnd::Decided, GameResult::WhiteWins},
             {"the other side's",
              [](int plies) { return plies >= 34   ? -3000
                                     : plies >= 30 ? 3000
                                                   : 50; }, 38,
              GameEnd::Decided, GameResult::BlackWins},
         })
        expect_end(wanted);
}

TEST(Selfplay, WhatIsNeitherIsDrawnAtPlySixHundred) {
    for (const ScriptedEnd& wanted : std::vector<ScriptedEnd>{
             {"just not level", [](int) { return 11; }, 600, GameEnd::TooLong},
             {"just not decided", [](int plies) { return plies < 20 ? 50 : -2499; }, 600,
              GameEnd::TooLong},
         })
        expect_end(wanted);
}

TEST(Selfplay, AnOpeningIsThrownAwayBeyondThreeHundred) {
    AskedFor asked;
    const auto script = [&asked](int) { return asked.games == 1 ? -301 : 300; };
    SelfplayPlayer player(std::make_unique<ScriptedSearcher>(script, asked), {});
    const auto record = player.play(1, {});
    ASSERT_TRUE(record.has_value());
    EXPECT_EQ(asked.games, 2);
    EXPECT_EQ(asked.limits.size(), record->positions() + 1);
}

TEST(Selfplay, ShuffledStartsAreShuffled) {
    SelfplaySettings settings = quick_games();
    settings.chess960_percent = 100;
    Random random(1);
    int shuffled = 0;
    for (int i = 0; i < 50; ++i)
        shuffled += random_opening(random, settings).start().key() != Position::start().key();
    EXPECT_GE(shuffled, 49);
}

TEST(PositionFilter, TakesQuietPositionsAlone) {
    const PositionFilter filter;
    const Position quiet =
        test::position_of("r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/2N2N2/PPPP1PPP/R1BQK2R w KQkq - 6 9");
    const ScoredMove calm{Move(Square::D2, Square::D3), 12};
    EXPECT_TRUE(filter.takes(quiet, calm, 16));
    EXPECT_FALSE(filter.takes(quiet, calm, 15));
    EXPECT_FALSE(filter.takes(quiet, {Move(Square::C4, Square::F7), 12}, 16));
    EXPECT_FALSE(
        filter.takes(quiet, {calm.move, static_cast<std::int16_t>(Score::mate_in(5).value())}, 16));
    const Position check = test::position_of("4k3/8/8/8/8/8/4r3/R3K2R w KQ - 0 20");
    EXPECT_FALSE(filter.takes(check, {Move(Square::E1, Square::F1), 0}, 40));
    const Position promoting = test::position_of("4k3/P7/8/8/8/8/4P3/4K2R w - - 0 20");
    EXPECT_TRUE(filter.takes(promoting, {Move(Square::E2, Square::E3), 0}, 40));
    for (const PieceType to : {PieceType::Queen, PieceType::Knight})
        EXPECT_FALSE(filter.takes(promoting, {Move::promotion(Square::A7, Square::A8, to), 0}, 40));
    const Position bare = test::position_of("4k3/8/8/8/8/8/4P3/4K3 w - - 0 20");
    EXPECT_FALSE(filter.takes(bare, {Move(Square::E1, Square::D1), 0}, 40));
}

}  // namespace
}  // namespace rookery::training
