#include "notation/fen.h"

#include "notation/coordinate.h"
#include "support/chess_helpers.h"
#include "support/slow_chess.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <fstream>
#include <sstream>

namespace rookery {
namespace {

constexpr const char* start_fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

// The result for an accepted FEN; the test ends if it is refused.
std::string normal_form(std::string_view fen, FenStyle style = FenStyle::XFen) {
    const auto parsed = parse_fen(fen);
    return parsed ? to_fen(parsed->position, style) : "refused: " + parsed.error().what;
}

void expect_refused(std::string_view fen, std::string_view reason, std::size_t offset) {
    const auto parsed = parse_fen(fen);
    ASSERT_FALSE(parsed.ok()) << fen;
    EXPECT_NE(parsed.error().what.find(reason), std::string::npos) << parsed.error().what;
    EXPECT_EQ(parsed.error().offset, offset) << fen << ": " << parsed.error().what;
    EXPECT_EQ(parsed.error().line, 0u);
}

TEST(Fen, StartPosition) {
    const auto parsed = parse_fen(start_fen);
    ASSERT_TRUE(parsed.ok());
    EXPECT_EQ(parsed->position, Position::start());
    EXPECT_FALSE(parsed->notices.any());
    EXPECT_FALSE(parsed->counters_missing);
    EXPECT_EQ(to_fen(Position::start()), start_fen);
    EXPECT_EQ(to_fen(Position::start(), FenStyle::Shredder),
              "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1");
    EXPECT_EQ(to_fen_without_counters(Position::start()),
              "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -");
}

TEST(Fen, EveryFieldIsRead) {
    const auto parsed = parse_fen("r3k3/8/8/3pP3/8/8/8/4K2R w Kq d6 17 42");
    ASSERT_TRUE(parsed.ok());
    const Position& position = parsed->position;
    EXPECT_EQ(position.side_to_move(), Color::White);
    EXPECT_EQ(position.castling_rooks(), bit(Square::H1) | bit(Square::A8));
    EXPECT_EQ(position.en_passant(), Square::D6);
    EXPECT_EQ(position.halfmove_clock(), 17);
    EXPECT_EQ(position.fullmove_number(), 42);
    EXPECT_EQ(position.piece_on(Square::D5), Piece::BlackPawn);
    EXPECT_EQ(position.piece_on(Square::E5), Piece::WhitePawn);
}

TEST(Fen, MissingFieldsAreFilledIn) {
    for (const char* fen : {"4k3/8/8/8/8/8/8/4K3 w", "4k3/8/8/8/8/8/8/4K3 w -",
                            "4k3/8/8/8/8/8/8/4K3 w - -", "4k3/8/8/8/8/8/8/4K3 w - - 0"}) {
        const auto parsed = parse_fen(fen);
        ASSERT_TRUE(parsed.ok()) << fen;
        EXPECT_TRUE(parsed->counters_missing) << fen;
        EXPECT_EQ(to_fen(parsed->position), "4k3/8/8/8/8/8/8/4K3 w - - 0 1");
    }
    EXPECT_EQ(normal_form("4k3/8/8/8/8/8/8/4K3 w - - 33"), "4k3/8/8/8/8/8/8/4K3 w - - 33 1");
}

TEST(Fen, WhiteSpaceIsForgiven) {
    EXPECT_EQ(normal_form(" \t4k3/8/8/8/8/8/8/4K3   b\t-  -  3   9 \r\n"),
              "4k3/8/8/8/8/8/8/4K3 b - - 3 9");
}

TEST(Fen, DigitsInARowAddUp) {
    EXPECT_EQ(normal_form("4k3/44/2222/11111111/35/8/8/4K3 w - - 0 1"),
              "4k3/8/8/8/8/8/8/4K3 w - - 0 1");
    expect_refused("4k3/45/8/8/8/8/8/4K3 w - - 0 1", "rank 7 has more than 8 files", 5);
}

TEST(Fen, MoveNumberZeroIsOne) {
    EXPECT_EQ(normal_form("4k3/8/8/8/8/8/8/4K3 w - - 0 0"), "4k3/8/8/8/8/8/8/4K3 w - - 0 1");
    EXPECT_EQ(normal_form("4k3/8/8/8/8/8/8/4K3 w - - 150 9999"),
              "4k3/8/8/8/8/8/8/4K3 w - - 150 9999");
}

TEST(Fen, BadBoardsAreRefused) {
    expect_refused("", "the board is missing", 0);
    expect_refused("   ", "the board is missing", 3);
    expect_refused("4k3/8/8/8/8/8/4K3 w - - 0 1", "only 7 of its 8 ranks", 17);
    expect_refused("4k3/8/8/8/8/8/8/8/4K3 w - - 0 1", "more than 8 ranks", 17);
    expect_refused("4k3/8/8/7/8/8/8/4K3 w - - 0 1", "rank 5 has only 7 of its 8 files", 8);
    expect_refused("4k3/8/8/ppppppppp/8/8/8/4K3 w - - 0 1", "rank 5 has more than 8 files", 16);
    expect_refused("4k3/8/8/4x3/8/8/8/4K3 w - - 0 1", "'x' is neither a piece nor", 9);
    expect_refused("4k3/8/8/0/8/8/8/4K3 w - - 0 1", "'0' is neither a piece nor", 8);
    expect_refused("4k3/8/8/9/8/8/8/4K3 w - - 0 1", "'9' is neither a piece nor", 8);
    expect_refused("4k3/8/8/4é3/8/8/8/4K3 w - - 0 1", "'é' is neither a piece nor", 9);
    // As printed in an old thesis, with a rank lost.
    expect_refused("r3k2r/Pppp1ppp/1b3nbN/nP6//q4N2/Pp1P2PP/R2Q1RK1 w kq",
                   "rank 4 has only 0 of its 8 files", 26);
}

TEST(Fen, ImpossiblePositionsAreRefusedWithTheReason) {
    expect_refused(" 8/8/8/8/8/8/8/8 w - - 0 1", "White has no king", 1);
    expect_refused("8/8/8/8/8/8/8/4K3 w - - 0 1", "Black has no king", 0);
    expect_refused("k3k3/8/8/8/8/8/8/4K3 w - - 0 1", "Black has more than one king", 0);
    expect_refused("4k3/8/8/8/8/8/8/K3K3 w - - 0 1", "White has more than one king", 0);
    expect_refused("p3k3/8/8/8/8/8/8/4K3 w - - 0 1", "pawn stands on the first or last rank", 0);
    expect_refused("4k3/4R3/8/8/8/8/8/4K3 w - - 0 1", "the side that just moved is in check", 0);
    expect_refused("4k3/pppppppp/p7/8/8/8/8/4K3 w - - 0 1", "Black has more than eight pawns", 0);
    expect_refused("4k3/8/8/8/8/8/QPPPPPPP/QQQ1K3 w - - 0 1", "White has more promoted pieces", 0);
    expect_refused("rnbqkbnr/pppppppp/pppp4/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
                   "there are 36 pieces, more than 32", 0);
    expect_refused("4k3/8/8/8/8/8/8/4K1RR w KG - 0 1", "two rooks on one wing", 0);
}

TEST(Fen, BadFieldsAreRefusedWhereTheyStand) {
    expect_refused("4k3/8/8/8/8/8/8/4K3", "the side to move is missing", 19);
    expect_refused("4k3/8/8/8/8/8/8/4K3 W - - 0 1", "w or b, not 'W'", 20);
    expect_refused("4k3/8/8/8/8/8/8/4K3 x - - 0 1", "w or b, not 'x'", 20);
    expect_refused("4k3/8/8/8/8/8/8/4K3 w KZ - 0 1", "castling rights", 23);
    expect_refused("4k3/8/8/8/8/8/8/4K3 w -K - 0 1", "castling rights", 22);
    expect_refused("4k3/8/8/8/8/8/8/4K3 w - e9 0 1", "the en passant square", 24);
    expect_refused("4k3/8/8/8/8/8/8/4K3 w - e 0 1", "the en passant square", 24);
    expect_refused("4k3/8/8/8/8/8/8/4K3 w - e3 0 1", "the sixth rank", 24);
    expect_refused("4k3/8/8/8/8/8/8/4K3 b - e6 0 1", "the sixth rank", 24);
    expect_refused("4k3/8/8/8/8/8/8/4K3 w - - x 1", "from 0 to 150, not 'x'", 26);
    expect_refused("4k3/8/8/8/8/8/8/4K3 w - - -1 1", "from 0 to 150, not '-1'", 26);
    expect_refused("4k3/8/8/8/8/8/8/4K3 w - - 151 1", "from 0 to 150, not '151'", 26);
    expect_refused("4k3/8/8/8/8/8/8/4K3 w - - 0 10000", "from 1 to 9999, not '10000'", 28);
    expect_refused("4k3/8/8/8/8/8/8/4K3 w - - 0 1x", "from 1 to 9999, not '1x'", 28);
    expect_refused("4k3/8/8/8/8/8/8/4K3 w - - 0 1 bm Ke2;", "something follows", 30);
    expect_refused("4k3/8/8/8/8/8/8/4K3 w - - 0 1;", "something follows", 29);
}

TEST(Fen, MessagesQuoteOnlyPrintableText) {
    const auto parsed = parse_fen("4k3/8/8/8/8/8/8/4K3 \x1B[31mw\x07" + std::string(500, 'y'));
    ASSERT_FALSE(parsed.ok());
    EXPECT_EQ(parsed.error().what, "the side to move is w or b, not 'w?yyyyyyyyyyyyyyy...'");
}

TEST(Fen, CastlingWithoutKingAndRookIsDroppedWithANotice) {
    for (const char* fen : {"4k3/8/8/8/8/8/8/4K3 w KQkq - 0 1", "4k3/8/8/8/8/8/4K3/R6R w KQ - 0 1",
                            "4k3/8/8/8/8/8/8/4K2R w Q - 0 1", "4k3/8/8/8/8/8/8/4K3 w H - 0 1",
                            "4k3/8/8/8/8/8/4K3/7R w H - 0 1", "4k3/8/8/8/8/8/8/4KB1r b K - 0 1"}) {
        const auto parsed = parse_fen(fen);
        ASSERT_TRUE(parsed.ok()) << fen;
        EXPECT_TRUE(parsed->notices.castling_dropped) << fen;
        EXPECT_EQ(parsed->position.castling_rooks(), 0u) << fen;
    }
    const auto partly = parse_fen("r3k3/8/8/8/8/8/8/4K2R w KQkq - 0 1");
    ASSERT_TRUE(partly.ok());
    EXPECT_TRUE(partly->notices.castling_dropped);
    EXPECT_EQ(to_fen(partly->position), "r3k3/8/8/8/8/8/8/4K2R w Kq - 0 1");
}

TEST(Fen, EnPassantWithoutLegalCaptureIsDroppedWithANotice) {
    const auto parsed = parse_fen("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1");
    ASSERT_TRUE(parsed.ok());
    EXPECT_TRUE(parsed->notices.en_passant_dropped);
    EXPECT_EQ(describe(parsed->notices),
              "the en passant square was dropped: no pawn can capture there");
    EXPECT_EQ(parsed->position.en_passant(), Square::None);
}

TEST(Fen, OrdinaryLettersMeanTheOutermostRook) {
    const auto parsed = parse_fen("1rr1k1rr/8/8/8/8/8/8/1RR1K1RR w KQkq - 0 1");
    ASSERT_TRUE(parsed.ok());
    EXPECT_EQ(parsed->position.castling_rooks(),
              bit(Square::B1) | bit(Square::H1) | bit(Square::B8) | bit(Square::H8));
    EXPECT_EQ(to_fen(parsed->position), "1rr1k1rr/8/8/8/8/8/8/1RR1K1RR w KQkq - 0 1");
    EXPECT_EQ(to_fen(parsed->position, FenStyle::Shredder),
              "1rr1k1rr/8/8/8/8/8/8/1RR1K1RR w HBhb - 0 1");
}

TEST(Fen, InnerRooksAreNamedByTheirFile) {
    const auto parsed = parse_fen("1rr1k1rr/8/8/8/8/8/8/1RR1K1RR w GCgc - 0 1");
    ASSERT_TRUE(parsed.ok());
    EXPECT_EQ(parsed->position.castling_rooks(),
              bit(Square::C1) | bit(Square::G1) | bit(Square::C8) | bit(Square::G8));
    EXPECT_EQ(to_fen(parsed->position), "1rr1k1rr/8/8/8/8/8/8/1RR1K1RR w GCgc - 0 1");
    // A rook of the other colour further out does not make an inner one.
    EXPECT_EQ(normal_form("4k3/8/8/8/8/8/8/rR2K1N1 w B - 0 1"),
              "4k3/8/8/8/8/8/8/rR2K1N1 w Q - 0 1");
}

TEST(Fen, RightsMayComeInAnyOrderAndTwice) {
    EXPECT_EQ(normal_form("r3k2r/8/8/8/8/8/8/R3K2R w qkQKHA - 0 1"),
              "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
}

TEST(Fen, RulePositionsOfTheSeeds) {
    const auto moves_and = [](const char* fen, const char* move) {
        const Position position = test::position_of(fen);
        return std::pair(count_moves(position), parse_coordinate(position, move).ok());
    };
    EXPECT_EQ(moves_and("8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1", "e4d3"), std::pair(9, true));
    EXPECT_EQ(moves_and("8/8/8/8/k2Pp2R/8/8/4K3 b - d3 0 1", "e4d3"), std::pair(6, false));
    EXPECT_EQ(moves_and("8/8/4k3/8/8/8/8/K3R3 b - - 0 1", "e6e7"), std::pair(6, false));
    EXPECT_TRUE(moves_and("1r2k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1c1").second);
}

TEST(Fen, RoundTripIsExactOnRandomPositions) {
    Random random(20);
    for (int i = 0; i < 3000; ++i) {
        const Position position =
            i % 3 == 0 ? test::random_placement(random, 12) : test::random_position(random, 120);
        for (FenStyle style : {FenStyle::XFen, FenStyle::Shredder}) {
            const std::string fen = to_fen(position, style);
            const auto again = parse_fen(fen);
            ASSERT_TRUE(again.ok()) << fen;
            EXPECT_EQ(again->position, position) << fen;
            EXPECT_FALSE(again->notices.any()) << fen;
        }
    }
}

TEST(Fen, AgreesWithTheSlowRules) {
    Random random(21);
    for (int i = 0; i < 500; ++i) {
        const Position position = test::random_position(random, 80);
        EXPECT_EQ(slow::to_fen(slow::from_fen(to_fen(position))), to_fen(position));
        EXPECT_EQ(slow::to_shredder_fen(slow::from_fen(to_fen(position, FenStyle::Shredder))),
                  to_fen(position, FenStyle::Shredder));
    }
}

RC_GTEST_PROP(Fen, DamagedTextNeverCrashesAndErrorsPointInside, (const std::string& noise)) {
    std::string fen = start_fen;
    const std::size_t at = *rc::gen::inRange<std::size_t>(0, fen.size());
    const std::size_t gone = *rc::gen::inRange<std::size_t>(0, 8);
    fen.replace(at, gone, noise);
    const auto parsed = parse_fen(fen);
    if (parsed)
        RC_ASSERT(parse_fen(to_fen(parsed->position))->position == parsed->position);
    else
        RC_ASSERT(parsed.error().offset <= fen.size());
}

std::vector<std::string> columns_of(const std::string& line) {
    std::vector<std::string> columns;
    std::istringstream stream(line);
    for (std::string column; std::getline(stream, column, '\t');) columns.push_back(column);
    return columns;
}

TEST(FenData, OddFensGetTheRightVerdict) {
    ROOKERY_NEED_DATA(data);
    std::ifstream file(data / "fen" / "odd_fens.tsv");
    std::string line;
    std::getline(file, line);
    int rows = 0;
    while (std::getline(file, line)) {
        const auto columns = columns_of(line);
        ASSERT_GE(columns.size(), 4u) << line;
        const std::string& verdict = columns[3];
        const auto parsed = parse_fen(columns[0]);
        ++rows;
        const bool playable =
            verdict == "VALID" || verdict == "IMPOSSIBLE_CHECK" || verdict == "BAD_CASTLING_RIGHTS";
        ASSERT_EQ(parsed.ok(), playable) << line;
        if (!playable) continue;
        EXPECT_EQ(parsed->notices.castling_dropped, verdict == "BAD_CASTLING_RIGHTS") << line;
        EXPECT_EQ(std::to_string(count_moves(parsed->position)), columns.at(4)) << line;
    }
    EXPECT_EQ(rows, 23);
}

TEST(FenData, EnPassantIsKeptOnlyWhereLegal) {
    ROOKERY_NEED_DATA(data);
    std::ifstream file(data / "fen" / "ep_sanitise.tsv");
    std::string line;
    std::getline(file, line);
    int rows = 0;
    while (std::getline(file, line)) {
        const auto columns = columns_of(line);
        const auto parsed = parse_fen(columns[0]);
        ASSERT_TRUE(parsed.ok()) << line;
        EXPECT_EQ(parsed->notices.en_passant_dropped, columns[2] == "0") << line;
        const std::string fen = to_fen(parsed->position);
        EXPECT_NE(fen.find(" " + columns[1] + " "), std::string::npos) << line;
        ++rows;
    }
    EXPECT_EQ(rows, 11);
}

}  // namespace
}  // namespace rookery
