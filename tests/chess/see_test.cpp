#include "chess/see.h"

#include "notation/coordinate.h"
#include "notation/fen.h"
#include "support/chess_helpers.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <string>

namespace rookery {
namespace {

using test::position_of;

int value(const char* fen, const char* move) {
    const Position position = position_of(fen);
    const auto parsed = parse_coordinate(position, move);
    EXPECT_TRUE(parsed.ok()) << fen << ' ' << move;
    return parsed ? see_value(position, *parsed) : -9999;
}

TEST(See, SmallCasesByHand) {
    EXPECT_EQ(value("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5"), 100);         // free pawn
    EXPECT_EQ(value("4k3/8/4p3/3p4/8/8/8/3RK3 w - - 0 1", "d1d5"), 100 - 500);  // guarded pawn
    EXPECT_EQ(value("3rk3/8/8/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5"), 100);       // battery behind
    EXPECT_EQ(value("3rk3/3r4/8/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5"),
              100 - 500);                                           // battery against battery
    EXPECT_EQ(value("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1"), 0);  // castling
    EXPECT_EQ(value("4k3/8/8/8/8/5p2/8/4K1N1 w - - 0 1", "g1f3"), 100);
    EXPECT_EQ(value("4k3/8/8/8/6p1/8/8/4K1N1 w - - 0 1", "g1f3"),
              -300);                                                   // quiet, walks into a pawn
    EXPECT_EQ(value("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q"), 800);  // promotion
    EXPECT_EQ(value("1r2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7b8q"), 500 + 800);  // with capture
    EXPECT_EQ(value("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6"), 100);        // en passant
    EXPECT_EQ(value("4k3/2p5/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6"), 0);        // taken back
}

// A king may not take back into another attack; a pinned piece may not take back off its line.
TEST(See, KingsAndPins) {
    EXPECT_EQ(value("8/8/4k3/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5"), 100);
    EXPECT_EQ(value("8/8/4k3/3p4/8/8/8/3RK3 w - - 0 1", "d1d5"), 100 - 500);
    // The knight on e7 guards d5 but is pinned by the rook on e1.
    EXPECT_EQ(value("4k3/4n3/8/3p4/8/8/8/3RR1K1 w - - 0 1", "d1d5"), 100);
    EXPECT_EQ(value("4k3/4n3/8/3p4/8/8/8/3R2K1 w - - 0 1", "d1d5"), 100 - 500);
}

TEST(See, ThresholdFormAgreesWithTheValue) {
    Random random(31);
    for (int round = 0; round < 4000; ++round) {
        const Position position = round % 2 ? test::random_position(random, 200)
                                            : test::random_placement(random, 6 + round % 20);
        for (Move move : legal_moves(position)) {
            const int exact = see_value(position, move);
            for (int threshold : {exact - 1, exact, exact + 1, 0, -100, 100, 300})
                ASSERT_EQ(see_ge(position, move, threshold), exact >= threshold)
                    << to_fen(position) << ' ' << to_coordinate(position, move, true) << " value "
                    << exact << " threshold " << threshold;
        }
    }
}

// Two rows of that file differ from us: in one a pinned pawn takes back, in the other a bishop
// takes although a pawn could take and promote.
const std::map<std::string, int> rows_that_differ = {
    {"6r1/4kq2/b2p1p2/p1pPb3/p1P2B1Q/2P4P/2B1R1P1/6K1 w - - ", 100},
    {"8/8/8/1k6/6b1/4N3/2p3K1/3n4 w - - ", -800},
};

TEST(See, OutsideSuite) {
    ROOKERY_NEED_DATA(data);
    std::ifstream in(data / "epd/see.epd");
    int cases = 0;
    for (std::string line; std::getline(in, line);) {
        const std::size_t first = line.find('|');
        const std::size_t second = line.find('|', first + 1);
        if (second == std::string::npos) continue;
        const std::string fen = line.substr(0, first);
        const std::string move(line.substr(first + 2, second - first - 3));
        const auto ours = rows_that_differ.find(fen);
        const int expected =
            ours != rows_that_differ.end() ? ours->second : std::stoi(line.substr(second + 1));
        EXPECT_EQ(value(fen.c_str(), move.c_str()), expected) << line;
        ++cases;
    }
    EXPECT_EQ(cases, 71);
}

}  // namespace
}  // namespace rookery
