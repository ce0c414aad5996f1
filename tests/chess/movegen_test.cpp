#include "chess/movegen.h"

#include "base/threads.h"
#include "chess/checks.h"
#include "chess/perft.h"
#include "notation/coordinate.h"
#include "notation/fen.h"
#include "support/chess_helpers.h"
#include "support/positions.h"
#include "support/slow_chess.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>
#include <string>
#include <vector>

namespace rookery {
namespace {

using test::position_of;
using test::random_position;

std::vector<std::string> fast_moves(const Position& position) {
    std::vector<std::string> moves;
    for (Move move : legal_moves(position)) moves.push_back(to_coordinate(position, move, true));
    std::sort(moves.begin(), moves.end());
    return moves;
}

std::vector<std::string> slow_moves(const Position& position) {
    std::vector<std::string> moves;
    for (const slow::Move& move :
         slow::legal_moves(slow::from_fen(to_fen(position, FenStyle::Shredder))))
        moves.push_back(slow::text(move));
    std::sort(moves.begin(), moves.end());
    return moves;
}

TEST(Movegen, RandomGamesAgreeWithTheSlowRules) {
    Random random(21);
    for (int round = 0; round < 4000; ++round) {
        const Position position = round % 2 ? random_position(random, 200)
                                            : test::random_placement(random, 3 + round % 14);
        ASSERT_EQ(fast_moves(position), slow_moves(position)) << to_fen(position);
    }
}

TEST(Movegen, CapturesAndQuietsMakeUpAllMoves) {
    Random random(22);
    for (int round = 0; round < 3000; ++round) {
        const Position position = random_position(random, 200);
        MoveList captures;
        MoveList quiets;
        append_moves<MoveSet::Captures>(position, captures);
        append_moves<MoveSet::Quiets>(position, quiets);
        for (Move move : captures)
            ASSERT_TRUE(position.is_capture(move) || move.is_promotion()) << to_fen(position);
        for (Move move : quiets)
            ASSERT_FALSE(position.is_capture(move) || move.is_promotion()) << to_fen(position);
        const MoveList all = legal_moves(position);
        ASSERT_EQ(captures.size() + quiets.size(), all.size()) << to_fen(position);
        for (Move move : all) ASSERT_TRUE(captures.contains(move) || quiets.contains(move));
        ASSERT_EQ(static_cast<std::size_t>(count_moves(position)), all.size());
    }
}

TEST(Movegen, GivesCheckAgreesWithTheBoardAfter) {
    Random random(23);
    int checks = 0;
    for (int round = 0; round < 20000; ++round) {
        const Position position = round % 2 ? random_position(random, 200)
                                            : test::random_placement(random, 4 + round % 9);
        const CheckFinder finder(position);
        for (Move move : legal_moves(position)) {
            const bool check = position.after(move).in_check();
            ASSERT_EQ(finder.gives_check(move), check)
                << to_fen(position) << ' ' << to_coordinate(position, move, true);
            checks += check;
        }
    }
    EXPECT_GT(checks, 10000);
}

// Moves that must be there and moves that only look legal, named one by one.
TEST(Movegen, TrickyPositionsByName) {
    for (const auto& tricky : test::tricky_positions) {
        const auto moves = fast_moves(position_of(tricky.fen));
        EXPECT_EQ(moves.size(), tricky.moves) << tricky.name;
        const auto listed = [&](const std::string& move) {
            return std::find(moves.begin(), moves.end(), move) != moves.end();
        };
        std::istringstream legal{std::string(tricky.legal)};
        for (std::string move; legal >> move;)
            EXPECT_TRUE(listed(move)) << tricky.name << ' ' << move;
        std::istringstream illegal{std::string(tricky.illegal)};
        for (std::string move; illegal >> move;)
            EXPECT_FALSE(listed(move)) << tricky.name << ' ' << move;
    }
}

// Castling and en passant give check in ways of their own.
TEST(Movegen, SpecialMovesGiveCheck) {
    const auto check = [](const char* fen, Move move) {
        const Position position = position_of(fen);
        EXPECT_TRUE(position.is_legal(move)) << fen;
        EXPECT_EQ(gives_check(position, move), position.after(move).in_check()) << fen;
        return gives_check(position, move);
    };
    EXPECT_TRUE(
        check("5k2/8/8/8/8/8/8/4K2R w K - 0 1", {Square::E1, Square::H1, MoveKind::Castling}));
    EXPECT_FALSE(
        check("6k1/8/8/8/8/8/8/4K2R w K - 0 1", {Square::E1, Square::H1, MoveKind::Castling}));
    EXPECT_TRUE(
        check("3k4/8/8/8/8/8/8/R3K3 w Q - 0 1", {Square::E1, Square::A1, MoveKind::Castling}));
    // The captured pawn was the last piece between the rook and the king.
    EXPECT_TRUE(
        check("8/8/8/R2pP2k/8/8/8/4K3 w - d6 0 1", {Square::E5, Square::D6, MoveKind::EnPassant}));
    // The new queen looks back through the square the pawn came from.
    EXPECT_TRUE(
        check("8/4P3/8/8/4k3/8/8/K7 w - - 0 1", {Square::E7, Square::E8, MoveKind::PromoteQueen}));
    EXPECT_FALSE(
        check("8/4P3/8/8/4k3/8/8/K7 w - - 0 1", {Square::E7, Square::E8, MoveKind::PromoteKnight}));
}

// All positions of both kings and one white piece, and all of those with the rook's castling right.
// The colours are alike (the tests above cover Black), and the mirror image of a position without
// castling has the mirrored moves, so the white king stays on files a to d.
struct ThreePieces {
    PieceType type;
    Square king;
};

void compare_three_pieces(const ThreePieces& fixed, std::size_t& compared) {
    for (int k = 0; k < 64; ++k) {
        for (int p = 0; p < 64; ++p) {
            const Square enemy = square_at(k);
            const Square piece = square_at(p);
            if (fixed.king == enemy || fixed.king == piece || enemy == piece) continue;
            rookery::Setup setup;
            setup.board[fixed.king] = Piece::WhiteKing;
            setup.board[enemy] = Piece::BlackKing;
            setup.board[piece] = make_piece(Color::White, fixed.type);
            for (Color side : both_colors) {
                setup.side_to_move = side;
                const auto placed = Position::from(setup);
                if (!placed) continue;
                ASSERT_EQ(fast_moves(placed->position), slow_moves(placed->position))
                    << to_fen(placed->position);
                ++compared;
            }
        }
    }
}

TEST(Movegen, AllThreePiecePositionsDeep) {
    std::vector<ThreePieces> cases;
    for (PieceType type :
         {PieceType::Pawn, PieceType::Knight, PieceType::Bishop, PieceType::Rook, PieceType::Queen})
        for (int i = 0; i < 64; ++i)
            if (i % 8 < 4) cases.push_back({type, square_at(i)});
    std::vector<std::size_t> compared(cases.size(), 0);
    constexpr std::size_t threads = 2;
    run_on_threads(threads, [&](std::size_t thread) {
        for (std::size_t i = thread; i < cases.size(); i += threads)
            compare_three_pieces(cases[i], compared[i]);
    });
    std::size_t total = 0;
    for (std::size_t count : compared) total += count;
    EXPECT_GT(total, 900'000u);
}

TEST(Movegen, ThreePiecesWithCastlingRights) {
    for (int k = 0; k < 64; ++k) {
        for (int king_file = 0; king_file < 8; ++king_file) {
            for (int rook_file = 0; rook_file < 8; ++rook_file) {
                const Square king = square_at(king_file);
                const Square rook = square_at(rook_file);
                const Square enemy = square_at(k);
                if (king == rook || king == enemy || rook == enemy) continue;
                rookery::Setup setup;
                setup.board[king] = Piece::WhiteKing;
                setup.board[rook] = Piece::WhiteRook;
                setup.board[enemy] = Piece::BlackKing;
                setup.castling_rooks = bit(rook);
                const auto placed = Position::from(setup);
                if (!placed) continue;
                ASSERT_EQ(fast_moves(placed->position), slow_moves(placed->position))
                    << to_fen(placed->position);
            }
        }
    }
}

}  // namespace
}  // namespace rookery
