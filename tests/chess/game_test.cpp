#include "chess/game.h"

#include "notation/san.h"
#include "support/chess_helpers.h"
#include "support/positions.h"

#include <gtest/gtest.h>

#include <string_view>

namespace rookery {
namespace {

using test::position_of;

void play(Game& game, std::string_view moves) {
    while (!moves.empty()) {
        const std::size_t blank = moves.find(' ');
        const auto move = parse_san(game.position(), moves.substr(0, blank));
        ASSERT_TRUE(move.ok()) << moves;
        ASSERT_TRUE(game.play(*move));
        moves = blank == std::string_view::npos ? "" : moves.substr(blank + 1);
    }
}

TEST(Game, PlaysAndTakesBack) {
    Game game;
    EXPECT_FALSE(game.undo());
    EXPECT_FALSE(game.play({Square::E2, Square::E5}));
    EXPECT_EQ(game.plies(), 0u);
    play(game, "e4 e5");
    EXPECT_EQ(game.plies(), 2u);
    EXPECT_TRUE(game.undo());
    EXPECT_TRUE(game.undo());
    EXPECT_TRUE(game.position() == Position::start());
    EXPECT_EQ(game.ending(), GameEnding::None);
    EXPECT_EQ(game.result(), GameResult::Open);
}

TEST(Game, MateAndStalemate) {
    Game game;
    play(game, "f3 e5 g4 Qh4");
    EXPECT_EQ(game.ending(), GameEnding::Checkmate);
    EXPECT_EQ(game.result(), GameResult::BlackWins);
    EXPECT_STREQ(notation_of(game.result()), "0-1");
    EXPECT_EQ(Game(position_of("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1")).ending(), GameEnding::Stalemate);
    EXPECT_EQ(Game(position_of("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1")).result(), GameResult::Draw);
}

TEST(Game, RepetitionCountsTheFirstTime) {
    Game game;
    play(game, "Nf3 Nf6 Ng1 Ng8");
    EXPECT_EQ(game.occurrences(), 2);
    EXPECT_EQ(game.ending(), GameEnding::None);
    play(game, "Nf3 Nf6 Ng1 Ng8");
    EXPECT_EQ(game.occurrences(), 3);
    EXPECT_EQ(game.ending(), GameEnding::ThreefoldRepetition);
    EXPECT_EQ(game.ending(Claims::OnRequest), GameEnding::None);
    play(game, "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8");
    EXPECT_EQ(game.ending(Claims::OnRequest), GameEnding::FivefoldRepetition);
    EXPECT_EQ(game.reversible_keys().size(), 17u);
}

// With another right to castle or to capture en passant it is not the same position.
TEST(Game, RepetitionNeedsEqualRights) {
    Game game(position_of("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"));
    play(game, "Rg1 Rg8 Rh1 Rh8 Rg1 Rg8 Rh1 Rh8");
    EXPECT_EQ(game.occurrences(), 2);  // the first time White could still castle on the king's side
    Game en_passant(position_of("4k3/8/8/8/4p3/8/3P4/4K3 w - - 0 1"));
    play(en_passant, "d4 Kd8 Kd1 Ke8 Ke1 Kd8 Kd1 Ke8 Ke1");
    EXPECT_EQ(en_passant.occurrences(), 2);  // after d4 Black could capture, later not
}

TEST(Game, IrreversibleMovesCutTheHistory) {
    Game game;
    play(game, "Nf3 Nf6 Ng1 Ng8 e4 e5");
    EXPECT_EQ(game.reversible_keys().size(), 1u);
    EXPECT_EQ(game.reversible_keys().back(), game.position().key());
    play(game, "Nf3 Nf6");
    EXPECT_EQ(game.reversible_keys().size(), 3u);
}

TEST(Game, TheRepetitionOfTheStudy) {
    Game game(position_of("3rr1k1/1p3p1p/p4Q2/P4P2/2qpp3/2N5/1P4PP/R2R3K w - - 0 24"));
    play(game, "Qg5+ Kh8 Qf6+ Kg8 Qg5+ Kh8");
    EXPECT_EQ(game.ending(), GameEnding::None);
    play(game, "Qf6+ Kg8");
    EXPECT_EQ(game.ending(), GameEnding::ThreefoldRepetition);
}

TEST(Game, FiftyAndSeventyFiveMoves) {
    Game game(position_of("4k3/8/8/8/8/8/4P3/R3K3 w - - 98 80"));
    play(game, "Ra2");
    EXPECT_EQ(game.ending(), GameEnding::None);
    play(game, "Kd8");
    EXPECT_EQ(game.ending(), GameEnding::FiftyMoves);
    EXPECT_EQ(game.ending(Claims::OnRequest), GameEnding::None);
    Game pawn(position_of("4k3/8/8/8/8/8/4P3/R3K3 w - - 99 80"));
    play(pawn, "e4");
    EXPECT_EQ(pawn.position().halfmove_clock(), 0);
    Game longer(position_of("4k3/8/8/8/8/8/4P3/R3K3 w - - 149 80"));
    play(longer, "Ra2");
    EXPECT_EQ(longer.ending(Claims::OnRequest), GameEnding::SeventyFiveMoves);
}

TEST(Game, MateOnTheLastMoveWins) {
    Game game(position_of("7k/8/6K1/8/8/8/8/R7 w - - 99 80"));
    play(game, "Ra8#");
    EXPECT_EQ(game.ending(), GameEnding::Checkmate);
    Game seventy_five(position_of("7k/8/6K1/8/8/8/8/R7 w - - 149 80"));
    play(seventy_five, "Ra8#");
    EXPECT_EQ(seventy_five.result(), GameResult::WhiteWins);
}

TEST(GameEnding, DeadByMaterial) {
    for (const char* fen : {"4k3/8/8/8/8/8/8/4K3 w - - 0 1", "4k3/8/8/8/8/8/8/4KB2 w - - 0 1",
                            "4kn2/8/8/8/8/8/8/4K3 w - - 0 1", "4kb2/8/8/8/8/8/8/2B1K3 w - - 0 1",
                            "4k3/8/8/8/8/B7/8/B1B1K3 w - - 0 1"})
        EXPECT_EQ(Game(position_of(fen)).ending(), GameEnding::DeadPosition) << fen;
    for (const char* fen : {"4k3/8/8/8/8/8/8/4KBB1 w - - 0 1", "4kn2/8/8/8/8/8/8/4KN2 w - - 0 1",
                            "4kb2/8/8/8/8/8/8/4KB2 w - - 0 1", "4k3/8/8/8/8/8/8/4KNN1 w - - 0 1",
                            "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "4kb2/8/8/8/8/8/8/4KN2 w - - 0 1"})
        EXPECT_NE(Game(position_of(fen)).ending(), GameEnding::DeadPosition) << fen;
}

TEST(GameEnding, KnownEndPositions) {
    for (const auto& known : test::end_positions) {
        const GameEnding ending = Game(position_of(known.fen)).ending();
        switch (known.ending) {
            case test::KnownEnding::none: EXPECT_EQ(ending, GameEnding::None) << known.name; break;
            case test::KnownEnding::checkmate:
                EXPECT_EQ(ending, GameEnding::Checkmate) << known.name;
                break;
            case test::KnownEnding::stalemate:
                EXPECT_EQ(ending, GameEnding::Stalemate) << known.name;
                break;
            case test::KnownEnding::dead_material:
                EXPECT_EQ(ending, GameEnding::DeadPosition) << known.name;
        }
    }
}

}  // namespace
}  // namespace rookery
