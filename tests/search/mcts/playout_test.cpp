#include "search/mcts/simulation.h"

#include "chess/movegen.h"
#include "support/chess_helpers.h"
#include "support/positions.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>

namespace rookery::mcts {
namespace {

using test::position_of;

std::vector<std::uint16_t> codes(const MoveList& moves) {
    std::vector<std::uint16_t> all;
    for (const Move move : moves) all.push_back(move.code());
    std::sort(all.begin(), all.end());
    return all;
}

void expect_same(const PlayoutBoard& board, const Position& position) {
    for (int i = 0; i < 64; ++i)
        ASSERT_EQ(board.piece_on(square_at(i)), position.piece_on(square_at(i)));
    for (const Color color : both_colors) {
        ASSERT_EQ(board.pieces(color), position.pieces(color));
        for (const PieceType type : all_piece_types)
            ASSERT_EQ(board.pieces(color, type), position.pieces(color, type));
    }
    ASSERT_EQ(board.side_to_move(), position.side_to_move());
    ASSERT_EQ(board.in_check(), position.in_check());
    ASSERT_EQ(board.castling_rooks(), position.castling_rooks());
    ASSERT_EQ(codes(board.all_moves()), codes(legal_moves(position)));
}

void play_beside(Position position, Random& random, int plies) {
    PlayoutBoard board(position);
    int quiet = 0;
    while (plies-- > 0) {
        ASSERT_NO_FATAL_FAILURE(expect_same(board, position));
        const Move move = board.random_move(random);
        ASSERT_EQ(static_cast<bool>(move), has_legal_move(position));
        if (!move) return;
        ASSERT_TRUE(position.is_legal(move));
        const bool changes = position.is_capture(move) || move.is_promotion();
        board.make(move);
        position.make(move);
        quiet = position.halfmove_clock() == 0 ? 0 : quiet + 1;
        ASSERT_EQ(board.quiet_plies(), quiet);
        ASSERT_EQ(board.material_changed(), changes);
    }
}

TEST(PlayoutBoard, FollowsTheRulesFromTrickyPositions) {
    Random random(3);
    for (const auto& tricky : test::tricky_positions)
        for (int game = 0; game < 3; ++game)
            ASSERT_NO_FATAL_FAILURE(play_beside(position_of(tricky.fen), random, 40)) << tricky.fen;
}

TEST(PlayoutBoard, FollowsTheRulesInRandomGames) {
    Random random(4);
    for (int game = 0; game < 40; ++game)
        ASSERT_NO_FATAL_FAILURE(play_beside(test::random_position(random, 30), random, 100));
    for (int game = 0; game < 200; ++game) {
        const int pieces = 3 + static_cast<int>(random.below(8));
        ASSERT_NO_FATAL_FAILURE(play_beside(test::random_placement(random, pieces), random, 10));
    }
}

TEST(PlayoutBoard, FollowsTheRulesInLongRandomGamesLong) {
    Random random(5);
    for (int game = 0; game < 2000; ++game)
        ASSERT_NO_FATAL_FAILURE(play_beside(test::random_position(random, 10), random, 300));
}

// Draws so many moves that one which is a tenth too likely would show.
void expect_even(const Position& position, int draws_per_move) {
    const PlayoutBoard board(position);
    const MoveList legal = legal_moves(position);
    std::map<std::uint16_t, int> times;
    Random random(6);
    const auto draws = static_cast<int>(legal.size()) * draws_per_move;
    for (int i = 0; i < draws; ++i) ++times[board.random_move(random).code()];
    ASSERT_EQ(times.size(), legal.size());
    double chi_square = 0;
    for (const Move move : legal) {
        ASSERT_TRUE(times.contains(move.code()));
        const double off = times[move.code()] - draws_per_move;
        chi_square += off * off / draws_per_move;
    }
    // Its mean is the number of degrees of freedom, its variance twice that: five deviations.
    const double freedom = static_cast<double>(legal.size()) - 1;
    EXPECT_LT(chi_square, freedom + 5 * std::sqrt(2 * freedom) + 5);
}

TEST(PlayoutBoard, EveryLegalMoveIsEquallyLikely) {
    for (const char* fen : {
             "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
             "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",  // castling
             "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",                             // a pin
             "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",      // in check
             "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",             // promotions
             "8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1",                                     // en passant
             "8/8/8/8/k2Pp2R/8/8/4K3 b - d3 0 1",        // not legal here
             "6k1/8/8/8/1b5b/8/3PQP2/r1B1K3 w - - 0 1",  // several pins
             "4k3/4r3/8/8/8/2n5/4K3/8 w - - 0 1",        // double check
             "7k/8/5Q2/8/8/8/8/K7 b - - 0 1",            // hardly any
         }) {
        SCOPED_TRACE(fen);
        ASSERT_NO_FATAL_FAILURE(expect_even(position_of(fen), 1000));
    }
}

struct Known {
    const char* fen;
    GameResult result;
};

TEST(KnownResult, LoneKings) {
    constexpr auto white = GameResult::WhiteWins;
    constexpr auto black = GameResult::BlackWins;
    constexpr auto draw = GameResult::Draw;
    constexpr auto open = GameResult::Open;
    for (const Known& known : std::initializer_list<Known>{
             {"4k3/8/8/8/8/8/8/4K3 w - - 0 1", draw},
             {"4k3/8/8/8/8/8/8/3QK3 b - - 0 1", white},
             {"4k3/8/8/8/8/8/8/3RK3 w - - 0 1", white},
             {"3qk3/8/8/8/8/8/8/4K3 w - - 0 1", black},
             {"3rk3/8/8/8/8/8/8/4K3 b - - 0 1", black},
             {"4k3/8/8/8/8/8/8/2BBK3 w - - 0 1", white},  // c1 dark, d1 light
             {"2b1kb2/8/8/8/8/8/8/4K3 w - - 0 1", black},
             {"4k3/8/8/8/8/B7/8/2B1K3 w - - 0 1", draw},  // both dark
             {"4k3/8/8/8/8/8/8/2B1K3 w - - 0 1", draw},
             {"4k3/8/8/8/8/8/8/1N2K3 w - - 0 1", draw},
             {"4k3/8/8/8/8/8/8/1N2K1N1 w - - 0 1", draw},
             {"1n2k1n1/8/8/8/8/8/8/4K3 w - - 0 1", draw},
             {"4k3/8/8/8/8/8/8/1NB1K3 w - - 0 1", white},
             {"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", open},
             {"4k3/8/8/8/8/8/4P3/1N2K3 w - - 0 1", open},
             {"4k3/8/8/8/8/8/4P3/3QK3 w - - 0 1", white},
             {"4k3/8/8/8/8/8/8/1N1NK1N1 w - - 0 1", open},  // three knights can mate
             {"3qk3/8/8/8/8/8/8/3QK3 w - - 0 1", open},
             {"2b1k3/8/8/8/8/8/8/2B1K3 w - - 0 1", open},
         }) {
        const Position position = position_of(known.fen);
        EXPECT_EQ(known_result(position), known.result) << known.fen;
        EXPECT_EQ(known_result(PlayoutBoard(position)), known.result) << known.fen;
    }
}

TEST(PlayOut, EndsInMateStalemateAndByKnownResults) {
    Random random(1);
    // Mated, and stalemated: no move is played.
    const PlayedOut mated = play_out(position_of("7k/6Q1/5K2/8/8/8/P7/8 b - - 0 1"), random);
    EXPECT_EQ(mated.result, GameResult::WhiteWins);  // a lone king, besides
    const PlayedOut with_pawn = play_out(position_of("7k/6Q1/5K2/8/8/8/p7/8 b - - 0 1"), random);
    EXPECT_EQ(with_pawn.result, GameResult::WhiteWins);
    EXPECT_EQ(with_pawn.plies, 0);
    const PlayedOut stalemated = play_out(position_of("7k/5Q2/6K1/8/8/p7/P7/8 b - - 0 1"), random);
    EXPECT_EQ(stalemated.result, GameResult::Draw);
    EXPECT_EQ(stalemated.plies, 0);
    // Nothing can happen here for fifty plies.
    const PlayedOut locked =
        play_out(position_of("k7/8/p1p1p1p1/P1P1P1P1/8/8/8/K7 w - - 0 1"), random);
    EXPECT_EQ(locked.result, GameResult::Draw);
    EXPECT_GE(locked.plies, 1);
}

TEST(PlayOut, QuietPliesCountFromTheLeaf) {
    Random random(2);
    // Ninety plies have passed, but a game of fifty more is played.
    const PlayedOut played =
        play_out(position_of("k7/8/8/p1p1p1p1/P1P1P1P1/8/8/K7 w - - 90 80"), random);
    EXPECT_GE(played.plies, quiet_plies_allowed);
}

TEST(PlayOut, TheSideFarAheadWinsMoreOften) {
    Random random(7);
    const Position position =
        position_of("rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    std::map<GameResult, int> results;
    for (int i = 0; i < 1000; ++i) ++results[play_out(position, random).result];
    EXPECT_EQ(results[GameResult::Open], 0);
    EXPECT_GT(results[GameResult::WhiteWins], results[GameResult::BlackWins] + 30);
    EXPECT_GT(results[GameResult::BlackWins], 0);
    EXPECT_GT(results[GameResult::Draw], 0);
}

TEST(RandomPlayouts, SeeTheResultAsTheSideToMove) {
    RandomPlayouts playouts(1);
    const Limits limits;
    SearchWatch watch(limits, {});
    const double won = playouts.value_of(position_of("4k3/8/8/8/8/8/8/3QK3 w - - 0 1"), watch);
    EXPECT_GE(won, 0.9);
    EXPECT_LE(won, 1);
    EXPECT_EQ(playouts.value_of(position_of("4k3/8/8/8/8/8/8/3QK3 b - - 0 1"), watch), 1 - won);
    // A lone king in the corner near the other king is closer to mate than one in the centre.
    EXPECT_LT(playouts.value_of(position_of("8/8/8/4k3/8/8/8/3RK3 w - - 0 1"), watch), won);
    EXPECT_EQ(playouts.value_of(position_of("7k/8/5K2/8/8/8/8/3R4 w - - 0 1"), watch), 1);
    EXPECT_EQ(playouts.value_of(position_of("4k3/8/8/8/8/8/8/2B1K3 b - - 0 1"), watch), 0.5);
    EXPECT_EQ(playouts.score_of(0.5), Score::draw());
    EXPECT_GT(playouts.score_of(0.7), playouts.score_of(0.6));
    EXPECT_EQ(playouts.score_of(0.3), -playouts.score_of(0.7));
    EXPECT_FALSE(playouts.score_of(1).is_known_endgame() || playouts.score_of(1).is_decided());
}

}  // namespace
}  // namespace rookery::mcts
