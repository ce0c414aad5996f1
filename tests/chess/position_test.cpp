#include "chess/position.h"

#include "notation/fen.h"
#include "support/chess_helpers.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

namespace rookery {
namespace {

using test::position_of;
using test::random_position;

SetupProblem problem_of(const Setup& setup) {
    const auto placed = Position::from(setup);
    EXPECT_FALSE(placed.ok());
    return placed.error();
}

Setup kings_only() {
    rookery::Setup setup;
    setup.board[Square::E1] = Piece::WhiteKing;
    setup.board[Square::E8] = Piece::BlackKing;
    return setup;
}

TEST(Position, StartsAsExpected) {
    const Position start = Position::start();
    EXPECT_EQ(start.side_to_move(), Color::White);
    EXPECT_EQ(start.piece_on(Square::D1), Piece::WhiteQueen);
    EXPECT_EQ(popcount(start.occupied()), 32);
    EXPECT_EQ(start.castling_rook(Color::Black, Wing::Queen), Square::A8);
    EXPECT_EQ(start.castling_rook(Color::White, Wing::King), Square::H1);
    EXPECT_FALSE(start.in_check());
    EXPECT_FALSE(start.needs_chess960());
    EXPECT_TRUE(start.is_consistent());
}

TEST(Position, RefusesWhatCannotBePlayed) {
    rookery::Setup setup = kings_only();
    setup.board[Square::E1] = Piece::None;
    EXPECT_EQ(problem_of(setup), SetupProblem::WhiteKingMissing);
    setup = kings_only();
    setup.board[Square::E8] = Piece::None;
    EXPECT_EQ(problem_of(setup), SetupProblem::BlackKingMissing);
    setup = kings_only();
    setup.board[Square::A4] = Piece::BlackKing;
    EXPECT_EQ(problem_of(setup), SetupProblem::TooManyBlackKings);
    setup = kings_only();
    setup.board[Square::A8] = Piece::WhitePawn;
    EXPECT_EQ(problem_of(setup), SetupProblem::PawnOnBackRank);
    setup = kings_only();
    setup.board[Square::E2] = Piece::WhiteRook;  // Black stands in check, White is to move
    EXPECT_EQ(problem_of(setup), SetupProblem::OpponentInCheck);
    setup = kings_only();
    setup.board[Square::E8] = Piece::None;
    setup.board[Square::E2] = Piece::BlackKing;  // kings side by side
    EXPECT_EQ(problem_of(setup), SetupProblem::OpponentInCheck);
    setup = kings_only();
    setup.en_passant = Square::E3;
    EXPECT_EQ(problem_of(setup), SetupProblem::EnPassantRank);
    setup = kings_only();
    setup.halfmove_clock = 151;
    EXPECT_EQ(problem_of(setup), SetupProblem::HalfmoveClockRange);
    setup = kings_only();
    setup.fullmove_number = 0;
    EXPECT_EQ(problem_of(setup), SetupProblem::FullmoveNumberRange);
    setup = kings_only();
    setup.board[Square::G1] = Piece::WhiteRook;
    setup.board[Square::H1] = Piece::WhiteRook;
    setup.castling_rooks = bit(Square::G1) | bit(Square::H1);
    EXPECT_EQ(problem_of(setup), SetupProblem::TwoCastlingRooksOnOneWing);
    setup = kings_only();
    for (int i = 8; i < 16; ++i) setup.board[square_at(i)] = Piece::WhitePawn;
    ASSERT_TRUE(Position::from(setup).ok());
    setup.board[Square::A3] = Piece::WhitePawn;
    EXPECT_EQ(problem_of(setup), SetupProblem::TooManyWhitePawns);
    setup.board[Square::A3] = Piece::WhiteQueen;
    ASSERT_TRUE(Position::from(setup).ok());
    setup.board[Square::B3] = Piece::WhiteQueen;
    EXPECT_EQ(problem_of(setup), SetupProblem::TooManyWhitePieces);
}

TEST(Position, DropsRightsThatCannotMatter) {
    rookery::Setup setup = kings_only();
    setup.castling_rooks = bit(Square::H1);
    auto placed = Position::from(setup);
    ASSERT_TRUE(placed.ok());
    EXPECT_TRUE(placed->notices.castling_dropped);
    EXPECT_EQ(placed->position.castling_rooks(), 0u);

    setup = kings_only();
    setup.en_passant = Square::D6;
    placed = Position::from(setup);
    ASSERT_TRUE(placed.ok());
    EXPECT_TRUE(placed->notices.en_passant_dropped);
    EXPECT_EQ(placed->position.en_passant(), Square::None);
}

TEST(Position, TranspositionsShareTheirKey) {
    const auto play = [](std::initializer_list<Move> moves) {
        Position position = Position::start();
        for (Move move : moves) position.make(move);
        return position;
    };
    const Move d4(Square::D2, Square::D4), d5(Square::D7, Square::D5), c4(Square::C2, Square::C4);
    // After c2c4 Black could capture en passant on neither file, so the order leaves no trace.
    EXPECT_EQ(play({d4, d5, c4}).key(), play({c4, d5, d4}).key());
    EXPECT_NE(play({d4, d5, c4}).key(), play({d4, d5}).key());
}

TEST(Position, KeyHoldsEnPassantOnlyIfACaptureIsLegal) {
    const Position can = position_of("8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1");
    EXPECT_EQ(can.en_passant(), Square::D3);
    EXPECT_NE(can.key(), position_of("8/8/8/2k5/3Pp3/8/8/4K3 b - - 0 1").key());
    // Both pawns leave the rank at once and the king stands in the open.
    const Position pinned = position_of("8/8/8/8/k2Pp2R/8/8/4K3 b - d3 0 1");
    EXPECT_EQ(pinned.en_passant(), Square::None);
    EXPECT_EQ(pinned.key(), position_of("8/8/8/8/k2Pp2R/8/8/4K3 b - - 0 1").key());
    // The same when the double step is played instead of described.
    const Position played =
        position_of("8/8/8/8/k3p2R/8/3P4/4K3 w - - 0 1").after({Square::D2, Square::D4});
    EXPECT_EQ(played.en_passant(), Square::None);
    EXPECT_EQ(played.key(), pinned.key());
}

TEST(Position, KeyOfAnOrdinaryMoveIsKnownBeforehand) {
    Random random(5);
    int compared = 0;
    for (int i = 0; i < 200; ++i) {
        const Position position = random_position(random, 60);
        for (const Move move : legal_moves(position)) {
            const Position next = position.after(move);
            const bool ordinary = move.kind() == MoveKind::Normal &&
                                  position.castling_rooks() == next.castling_rooks() &&
                                  position.en_passant() == Square::None &&
                                  next.en_passant() == Square::None;
            if (!ordinary) continue;
            ++compared;
            ASSERT_EQ(position.probable_key_after(move), next.key());
        }
    }
    EXPECT_GT(compared, 2000);
}

TEST(Position, PartKeysCoverTheirPieces) {
    const Position before =
        position_of("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1");
    const auto changed = [&](Move move) {
        const Position next = before.after(move);
        std::string parts;
        if (next.key(KeyPart::Pawn) != before.key(KeyPart::Pawn)) parts += 'p';
        if (next.key(KeyPart::Minor) != before.key(KeyPart::Minor)) parts += 'm';
        if (next.key(KeyPart::Major) != before.key(KeyPart::Major)) parts += 'M';
        if (next.non_pawn_key(Color::White) != before.non_pawn_key(Color::White)) parts += 'w';
        if (next.non_pawn_key(Color::Black) != before.non_pawn_key(Color::Black)) parts += 'b';
        return parts;
    };
    EXPECT_EQ(changed({Square::A2, Square::A3}), "p");
    EXPECT_EQ(changed({Square::E5, Square::D3}), "mw");
    EXPECT_EQ(changed({Square::A1, Square::B1}), "Mw");
    EXPECT_EQ(changed({Square::E1, Square::D1}), "mMw");
    EXPECT_EQ(changed({Square::E5, Square::G6}), "pmw");
    EXPECT_EQ(changed({Square::E2, Square::A6}), "mwb");
    EXPECT_EQ(changed({Square::E1, Square::H1, MoveKind::Castling}), "mMw");
}

TEST(Position, NullMovePassesTheTurn) {
    const Position before =
        position_of("rnbqkbnr/ppp1p1pp/5p2/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 3");
    ASSERT_EQ(before.en_passant(), Square::D6);
    const Position passed = before.after_null();
    EXPECT_EQ(passed.side_to_move(), Color::Black);
    EXPECT_EQ(passed.en_passant(), Square::None);
    EXPECT_NE(passed.key(), before.key());
    EXPECT_TRUE(passed.is_consistent());
    EXPECT_EQ(passed.after_null().key(),
              position_of("rnbqkbnr/ppp1p1pp/5p2/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq - 2 4").key());
}

// Follows a game by the calls of after(), as an evaluator does.
struct Follower {
    BySquare<Piece> board;
    int changes = 0;

    void removed(Piece piece, Square square) {
        EXPECT_EQ(board[square], piece);
        board[square] = Piece::None;
        ++changes;
    }
    void added(Piece piece, Square square) {
        EXPECT_EQ(board[square], Piece::None);
        board[square] = piece;
        ++changes;
    }
};

TEST(Position, ObserverHearsEveryChange) {
    Random random(11);
    int most = 0;
    for (int game = 0; game < 300; ++game) {
        Position position = random_position(random, 0);
        Follower follower{position.setup().board, 0};
        for (int ply = 0; ply < 150; ++ply) {
            const MoveList moves = legal_moves(position);
            if (moves.empty()) break;
            follower.changes = 0;
            position.make(moves[random.below(moves.size())], follower);
            ASSERT_EQ(follower.board, position.setup().board);
            ASSERT_LE(follower.changes, 4);
            most = std::max(most, follower.changes);
        }
    }
    EXPECT_EQ(most, 4);  // castling came up
}

// Ten million moves: the state that is kept from move to move equals the state computed from the
// board, and the position before is unchanged.
TEST(Position, TenMillionMovesLeaveNoDifferenceDeep) {
    Random random(12);
    std::size_t made = 0;
    while (made < 10'000'000) {
        Position position = random_position(random, 0);
        for (int ply = 0; ply < 300; ++ply) {
            const MoveList moves = legal_moves(position);
            if (moves.empty() || position.halfmove_clock() >= 100) break;
            const Position before = position;
            const Position next = position.after(moves[random.below(moves.size())]);
            ASSERT_TRUE(before == position);
            ASSERT_TRUE(next.is_consistent()) << to_fen(before) << " -> " << to_fen(next);
            position = next;
            ++made;
        }
    }
}

TEST(Position, AllMoveCodesAgreeWithTheGeneratorDeep) {
    Random random(13);
    for (int round = 0; round < 3000; ++round) {
        const Position position = round % 3 == 0 ? test::random_placement(random, 3 + round % 9)
                                                 : random_position(random, 160);
        std::vector<bool> legal(65536, false);
        for (Move move : legal_moves(position)) {
            ASSERT_FALSE(legal[move.code()]) << "twice: " << to_fen(position);
            legal[move.code()] = true;
        }
        for (unsigned code = 0; code < 65536; ++code)
            ASSERT_EQ(position.is_legal(Move::from_code(static_cast<std::uint16_t>(code))),
                      legal[code])
                << to_fen(position) << " code " << code;
    }
}

TEST(Setup, AllChess960StartsAreDifferentAndProper) {
    std::vector<std::string> seen;
    for (int number = 0; number < 960; ++number) {
        const auto placed = Position::from(rookery::Setup::chess960(number));
        ASSERT_TRUE(placed.ok());
        const Position& position = placed->position;
        seen.push_back(to_fen(position, FenStyle::Shredder));
        const Bitboard bishops = position.pieces(Color::White, PieceType::Bishop);
        EXPECT_EQ(popcount(bishops & dark_squares), 1);
        EXPECT_LT(position.castling_rook(Color::White, Wing::Queen), position.king(Color::White));
        EXPECT_GT(position.castling_rook(Color::White, Wing::King), position.king(Color::White));
    }
    std::sort(seen.begin(), seen.end());
    EXPECT_EQ(std::unique(seen.begin(), seen.end()), seen.end());
    EXPECT_TRUE(Position::from(rookery::Setup::chess960(518))->position == Position::start());
    EXPECT_EQ(to_fen(Position::from(rookery::Setup::chess960(0))->position).substr(0, 8),
              "bbqnnrkr");
    EXPECT_EQ(to_fen(Position::from(rookery::Setup::chess960(959))->position).substr(0, 8),
              "rkrnnqbb");
    EXPECT_EQ(to_fen(Position::from(rookery::Setup::double_chess960(518, 0))->position),
              "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
}

}  // namespace
}  // namespace rookery
