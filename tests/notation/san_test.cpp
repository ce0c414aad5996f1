#include "notation/san.h"

#include "notation/coordinate.h"
#include "notation/fen.h"
#include "support/chess_helpers.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <set>

namespace rookery {
namespace {

using test::position_of;

constexpr const char* start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

std::string san(const char* fen, const char* move) {
    const Position position = position_of(fen);
    return to_san(position, parse_coordinate(position, move).value());
}

// The move in coordinates (castling as king takes rook), or the reason in brackets.
std::string read(const Position& position, std::string_view text) {
    const auto move = parse_san(position, text);
    return move ? to_coordinate(position, *move, true) : "(" + move.error().what + ")";
}
std::string read(const char* fen, std::string_view text) { return read(position_of(fen), text); }

TEST(San, WritesPlainMoves) {
    EXPECT_EQ(san(start, "e2e4"), "e4");
    EXPECT_EQ(san(start, "g1f3"), "Nf3");
    EXPECT_EQ(san("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5"), "exd5");
    EXPECT_EQ(san("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2", "e5d6"), "exd6");
    EXPECT_EQ(san("4k3/8/8/3p4/8/4N3/8/4K3 w - - 0 1", "e3d5"), "Nxd5");
}

TEST(San, WritesCastlingPromotionCheckAndMate) {
    EXPECT_EQ(san("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1g1"), "O-O");
    EXPECT_EQ(san("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1c1"), "O-O-O");
    EXPECT_EQ(san("3k4/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1c1"), "O-O-O+");
    EXPECT_EQ(san("8/4P1k1/8/8/8/8/8/4K3 w - - 0 1", "e7e8q"), "e8=Q");
    EXPECT_EQ(san("8/4P1k1/8/8/8/8/8/4K3 w - - 0 1", "e7e8n"), "e8=N+");
    EXPECT_EQ(san("3r4/4P1k1/8/8/8/8/8/4K3 w - - 0 1", "e7d8r"), "exd8=R");
    EXPECT_EQ(san("7k/8/5K2/6Q1/8/8/8/8 w - - 0 1", "g5g7"), "Qg7#");
    EXPECT_EQ(san("rk6/3Q3p/pp4p1/5p2/3N3P/4P3/p2P1PR1/R1B1K3 w Q - 1 28", "d4c6"), "Nc6#");
    EXPECT_EQ(san("2r4k/p4ppp/5n1n/8/1bb5/2N2N2/PBKR1PPP/3R4 w - - 0 20", "d2d8"), "Rd8+");
}

TEST(San, TellsPiecesApartWithTheLeastThatSuffices) {
    EXPECT_EQ(san("4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1", "b1d2"), "Nbd2");
    EXPECT_EQ(san("4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1", "f3d2"), "Nfd2");
    EXPECT_EQ(san("4k3/8/8/1N6/8/8/8/1N2K3 w - - 0 1", "b1c3"), "N1c3");
    EXPECT_EQ(san("4k3/8/8/1N6/8/8/8/1N2K3 w - - 0 1", "b5c3"), "N5c3");
    // Neither the file nor the rank alone: queens on e4, h4 and h1 all reach e1.
    EXPECT_EQ(san("8/8/k7/8/4Q2Q/8/8/K6Q w - - 0 1", "h4e1"), "Qh4e1");
    EXPECT_EQ(san("8/8/k7/8/4Q2Q/8/8/K6Q w - - 0 1", "e4e1"), "Qee1");
    EXPECT_EQ(san("8/8/k7/8/4Q2Q/8/8/K6Q w - - 0 1", "h1e1"), "Q1e1");
    EXPECT_EQ(san("8/6k1/8/8/R6R/8/8/R3K3 w - - 0 1", "a4d4"), "Rad4");
}

TEST(San, PiecesThatMayNotMoveAreNoRivals) {
    // The knight on c3 is pinned, so the other one needs no file.
    EXPECT_EQ(san("4k3/8/8/8/1b6/2N5/8/4K1N1 w - - 0 1", "g1e2"), "Ne2");
    EXPECT_EQ(read("4k3/8/8/8/1b6/2N5/8/4K1N1 w - - 0 1", "Ne2"), "g1e2");
    EXPECT_EQ(read("4k3/8/8/8/1b6/2N5/8/4K1N1 w - - 0 1", "Nge2"), "g1e2");
    EXPECT_EQ(read("4k3/8/8/8/1b6/2N5/8/4K1N1 w - - 0 1", "Nce2"),
              "(the knight on c3 is pinned to the king by the bishop on b4)");
    // In check only one of two rooks can interpose.
    EXPECT_EQ(san("4r1k1/8/8/R7/8/8/8/R3K3 w - - 0 1", "a5e5"), "Re5");
}

TEST(San, WritesLongForms) {
    const auto long_form = [](const char* fen, const char* move) {
        const Position position = position_of(fen);
        return to_long_algebraic(position, parse_coordinate(position, move).value());
    };
    EXPECT_EQ(long_form(start, "g1f3"), "Ng1-f3");
    EXPECT_EQ(long_form(start, "e2e4"), "e2-e4");
    EXPECT_EQ(long_form("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2", "e5d6"), "e5xd6");
    EXPECT_EQ(long_form("k7/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7e8q"), "e7-e8=Q+");
    EXPECT_EQ(long_form("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1c1"), "O-O-O");
}

TEST(San, PlainReadingIsStrict) {
    const Position position = Position::start();
    EXPECT_EQ(read_plain_san(position, "e4"), Move(Square::E2, Square::E4));
    EXPECT_EQ(read_plain_san(position, "Nf3+!?"), Move(Square::G1, Square::F3));
    EXPECT_EQ(read_plain_san(position, "Ng1f3"), Move(Square::G1, Square::F3));
    for (const char* text :
         {"",   "e",  "e5",  "e2e4", "nf3",  "Nf4",  "Kxe2", "O-O",   "O",      "Nxx3", "N",
          "e1", "e9", "exd", "exd9", "ixe4", "e4=Q", "Pe4",  "N11f3", "Ngg1f3", "--",   "+"})
        EXPECT_FALSE(read_plain_san(position, text)) << text;
}

TEST(San, UnderstandsWhatPeopleType) {
    for (const char* text :
         {"Nf3",   "Ng1f3",     "Ng1-f3", "nf3",   "ng1f3",   "N1f3", "Ngf3",  "NF3",  "g1f3",
          "G1-F3", " Nf3 ",     "Nf3!?",  "Nf3+",  "Nf3#",    "Nxf3", "N-f3",  "N f3", "♘f3",
          "♞f3",   "♘\uFE0Ef3", "1. Nf3", "1.Nf3", "1...Nf3", "Nf3.", "Ng1–f3"})
        EXPECT_EQ(read(start, text), "g1f3") << text;
    for (const char* text :
         {"e4", "E4", "e2e4", "e2-e4", "Pe4", "pe4", "e4!", "♙e4", "e2 e4", "e4="})
        EXPECT_EQ(read(start, text), "e2e4") << text;
}

TEST(San, UnderstandsCastling) {
    const char* fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    for (const char* text : {"O-O", "0-0", "o-o", "OO", "oo", "O-O+", "0-0!", "O - O", "O–O",
                             "Ke1g1", "e1g1", "e1h1", "Ke1-g1"})
        EXPECT_EQ(read(fen, text), "e1h1") << text;
    for (const char* text : {"O-O-O", "0-0-0", "o-o-o", "OOO", "O-O-O#", "e1c1"})
        EXPECT_EQ(read(fen, text), "e1a1") << text;
    EXPECT_EQ(read(start, "O-O"), "(castling kingside is blocked by the bishop on f1)");
    EXPECT_EQ(read("4k3/8/8/8/8/8/8/4K2R w - - 0 1", "0-0"),
              "(the right to castle kingside is lost)");
    // A step of the king to g1 is not castling.
    EXPECT_EQ(read(fen, "Kg1"), "(castling is written O-O or O-O-O)");
}

TEST(San, UnderstandsPawnCaptures) {
    const char* fen = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2";
    for (const char* text : {"exd6", "ed6", "exd", "ed", "exd6 e.p.", "exd6ep", "exd6e.p.", "e5d6",
                             "e5xd6", "e:d6", "EXD6", "e×d6"})
        EXPECT_EQ(read(fen, text), "e5d6") << text;
    const Position two = position_of("4k3/8/8/3p1p2/4P3/8/8/4K3 w - - 0 1");
    EXPECT_EQ(read(two, "exf"), "e4f5");
    EXPECT_EQ(read(two, "exd"), "e4d5");
    EXPECT_EQ(read(two, "e4d5"), "e4d5");
}

TEST(San, SmallBIsThePawnWhereItCanBe) {
    const char* both = "4k3/8/8/8/8/2n5/1P1B4/4K3 w - - 0 1";
    EXPECT_EQ(read(both, "bc3"), "b2c3");
    EXPECT_EQ(read(both, "bxc3"), "b2c3");
    EXPECT_EQ(read(both, "Bc3"), "d2c3");
    EXPECT_EQ(read(both, "Bxc3"), "d2c3");
    EXPECT_EQ(read("4k3/8/8/8/8/2n5/3B4/4K3 w - - 0 1", "bc3"), "d2c3");
    EXPECT_EQ(read("4k3/8/8/8/8/2n5/3B4/4K3 w - - 0 1", "bxc3"), "d2c3");
    EXPECT_EQ(read("4k3/8/8/8/8/8/1P1B4/4K3 w - - 0 1", "b4"), "b2b4");
    EXPECT_EQ(read("4k3/8/8/8/8/8/1P1B4/4K3 w - - 0 1", "bb4"), "d2b4");
    EXPECT_EQ(read(start, "b1c3"), "b1c3");
    EXPECT_EQ(read(start, "B1C3"), "b1c3");
    // A capital B is never the pawn.
    EXPECT_EQ(read("4k3/8/8/8/8/2n5/1P6/4K3 w - - 0 1", "Bxc3"), "(White has no bishop)");
}

TEST(San, UnderstandsPromotions) {
    const char* fen = "3r4/4P1k1/8/8/8/8/8/4K3 w - - 0 1";
    for (const char* text : {"e8=Q", "e8Q", "e8=q", "e8q", "e8(Q)", "e8(q)", "e8/Q", "e7e8q",
                             "e7-e8=Q", "E8=Q", "e8=Q+"})
        EXPECT_EQ(read(fen, text), "e7e8q") << text;
    for (const char* text : {"e8=B", "e8b", "e8B", "e7e8b"})
        EXPECT_EQ(read(fen, text), "e7e8b") << text;
    for (const char* text : {"exd8=N", "ed8n", "exdn", "e7d8n", "exd8(N)"})
        EXPECT_EQ(read(fen, text), "e7d8n") << text;
}

TEST(San, APromotionWithoutPieceAsksWhich) {
    const Position position = position_of("3r4/4P1k1/8/8/8/8/8/4K3 w - - 0 1");
    for (const char* text : {"e8", "e7e8", "e7-e8"}) {
        const auto move = parse_san(position, text);
        ASSERT_FALSE(move.ok()) << text;
        EXPECT_EQ(move.error().problem, SanProblem::PromotionMissing);
        EXPECT_EQ(move.error().what,
                  "the pawn is promoted on e8: to a queen, rook, bishop or knight?");
        std::set<PieceType> offered;
        for (Move choice : move.error().choices) {
            EXPECT_EQ(choice.from(), Square::E7);
            EXPECT_EQ(choice.to(), Square::E8);
            offered.insert(choice.promoted());
        }
        EXPECT_EQ(offered.size(), 4u);
    }
}

TEST(San, AmbiguityOffersTheChoices) {
    const Position position = position_of("4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1");
    const auto move = parse_san(position, "Nd2");
    ASSERT_FALSE(move.ok());
    EXPECT_EQ(move.error().problem, SanProblem::Ambiguous);
    EXPECT_EQ(move.error().what, "several moves fit: Nbd2, Nfd2");
    EXPECT_EQ(move.error().choices,
              (std::vector<Move>{{Square::B1, Square::D2}, {Square::F3, Square::D2}}));
    const auto pawns = parse_san(position_of("4k3/8/8/p1p5/1P6/p1p5/1P6/4K3 w - - 0 1"), "bxa");
    ASSERT_FALSE(pawns.ok());
    EXPECT_EQ(pawns.error().what, "several moves fit: bxa3, bxa5");
}

TEST(San, IllegalMovesSayWhy) {
    const auto problem = [](const char* fen, const char* text) {
        return parse_san(position_of(fen), text).error().problem;
    };
    EXPECT_EQ(problem(start, "Nf4"), SanProblem::Illegal);
    EXPECT_EQ(read(start, "Nf4"), "(no knight of yours can go to f4)");
    EXPECT_EQ(read(start, "e5"), "(no pawn of yours can go to e5)");
    EXPECT_EQ(read(start, "Qd4"), "(the way is blocked by the pawn on d2)");
    EXPECT_EQ(read(start, "exd3"),
              "(there is nothing on d3 to capture, and a pawn moves diagonally only to capture)");
    EXPECT_EQ(read(start, "e4=Q"), "(nothing is promoted by this move)");
    EXPECT_EQ(read(start, "e7e5"), "(the pawn on e7 is your opponent's)");
    EXPECT_EQ(read("4k3/8/8/8/8/8/8/4K3 w - - 0 1", "Rd1"), "(White has no rook)");
    EXPECT_EQ(read(start, "Nce4"), "(White has no knight on the c-file)");
    EXPECT_EQ(read(start, "N5f3"), "(White has no knight on rank 5)");
    EXPECT_EQ(read(start, "Nd4f3"), "(White has no knight on d4)");
    EXPECT_EQ(read("4k3/8/8/8/8/8/4r3/R3K3 w - - 0 1", "Ra2"),
              "(the king is in check from the rook on e2, and this move does not stop it)");
}

TEST(San, WhatIsNoMoveIsUnreadable) {
    for (const char* text : {"",        " ",        "hello", "--",  "Z0",     "e",   "9",   "x",
                             "N",       "Nx",       "e4e",   "Ne",  "e2e4e5", "=Q",  "+",   "O",
                             "0-0-0-0", "\xFF\xFE", "♘",     "ee4", "1.",     "Kk1", "e8()"}) {
        const auto move = parse_san(Position::start(), text);
        ASSERT_FALSE(move.ok()) << text;
        EXPECT_EQ(move.error().problem, SanProblem::Unreadable)
            << text << ": " << move.error().what;
        EXPECT_TRUE(move.error().choices.empty());
    }
    const auto hostile = parse_san(Position::start(), "\x1B[2J" + std::string(5000, 'N'));
    ASSERT_FALSE(hostile.ok());
    EXPECT_EQ(hostile.error().what, "'NNNNNNNNNNNNNNNNN...' is not a move");
}

TEST(San, Chess960CastlingIsStillOO) {
    const Position position = position_of("4k3/8/8/8/8/8/8/RKR5 w KQ - 0 1");
    EXPECT_EQ(read(position, "O-O"), "b1c1");
    EXPECT_EQ(read("4k3/8/8/8/8/8/8/RK5R w KQ - 0 1", "O-O-O"), "b1a1");
    EXPECT_EQ(to_san(position, Move(Square::B1, Square::C1, MoveKind::Castling)), "O-O");
}

TEST(San, MovesOf218) {
    const Position position = position_of("R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1");
    std::set<std::string> names;
    for (Move move : legal_moves(position)) names.insert(to_san(position, move));
    EXPECT_EQ(names.size(), 218u);
}

TEST(San, EveryLegalMoveHasItsOwnNameAndIsFoundByIt) {
    Random random(24);
    std::size_t moves = 0;
    for (int i = 0; i < 4000; ++i) {
        const Position position =
            i % 4 == 0 ? test::random_placement(random, 16) : test::random_position(random, 150);
        std::set<std::string> names;
        for (Move move : legal_moves(position)) {
            const std::string name = to_san(position, move);
            ASSERT_TRUE(names.insert(name).second) << to_fen(position) << ' ' << name;
            ASSERT_EQ(read_plain_san(position, name), move) << to_fen(position) << ' ' << name;
            ++moves;
        }
    }
    EXPECT_GT(moves, 80000u);
}

TEST(San, LongFormsAreUnderstood) {
    Random random(25);
    for (int i = 0; i < 300; ++i) {
        const Position position = test::random_position(random, 150);
        for (Move move : legal_moves(position)) {
            const std::string name = to_long_algebraic(position, move);
            const auto again = parse_san(position, name);
            ASSERT_TRUE(again.ok()) << to_fen(position) << ' ' << name;
            ASSERT_EQ(*again, move) << to_fen(position) << ' ' << name;
        }
    }
}

// The quick way must never find a move where the thorough one, which lists all moves, does not.
RC_GTEST_PROP(San, AnyTextGivesALegalMoveOrAReason, (std::uint64_t seed)) {
    Random random(seed);
    const Position position = test::random_position(random, 100);
    static constexpr std::string_view letters = "abcdefgh12345678NBRQKOx=+#-:nbrqk0 .";
    std::string text;
    const std::uint64_t length = 1 + random.below(7);
    while (text.size() < length) text += letters[random.below(letters.size())];
    const auto move = parse_san(position, text);
    if (move) {
        RC_ASSERT(position.is_legal(*move));
        RC_ASSERT(read_plain_san(position, to_san(position, *move)) == *move);
    } else {
        RC_ASSERT(!move.error().what.empty());
        RC_ASSERT(!read_plain_san(position, text));
        for (Move choice : move.error().choices) RC_ASSERT(position.is_legal(choice));
    }
}

}  // namespace
}  // namespace rookery
