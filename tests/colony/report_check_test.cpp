#include "colony/trust/claim_log.h"

#include "notation/coordinate.h"
#include "notation/fen.h"

#include <gtest/gtest.h>

namespace rookery::colony {
namespace {

using namespace std::chrono_literals;

Position position(const char* fen) { return parse_fen(fen)->position; }

FoundMessage report(std::vector<std::string> line, Score score = {}) {
    return {.search = "x", .depth = 5, .score = score.value(), .nodes = 1, .line = std::move(line)};
}

// White mates by Ra8.
const char* const mate_in_one = "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1";

TEST(ReportCheck, HonestLinesPass) {
    EXPECT_EQ(validate_line(Position::start(), {}, report({"e2e4", "e7e5", "g1f3"})), std::nullopt);
    EXPECT_EQ(validate_line(Position::start(), {}, report({})), std::nullopt);
    EXPECT_EQ(validate_line(position(mate_in_one), {}, report({"a1a8"}, Score::mate_in(1))),
              std::nullopt);
}

TEST(ReportCheck, AnIllegalMoveAnywhereIsALie) {
    EXPECT_EQ(*validate_line(Position::start(), {}, report({"e2e5"})),
              "it reported the illegal move e2e5 of its line");
    EXPECT_EQ(*validate_line(Position::start(), {}, report({"e2e4", "e2e4"})),
              "it reported the illegal move e2e4 of its line");
    EXPECT_TRUE(validate_line(position(mate_in_one), {}, report({"a1a8", "g8f8"})).has_value())
        << "after the end";
    EXPECT_TRUE(validate_line(Position::start(), {}, report({"\n"})).has_value());
}

TEST(ReportCheck, OnlyWhatWasToBeSearched) {
    const std::vector<Move> only = {*parse_coordinate(Position::start(), "d2d4")};
    EXPECT_EQ(validate_line(Position::start(), only, report({"d2d4", "e7e5"})), std::nullopt);
    EXPECT_TRUE(validate_line(Position::start(), only, report({"e2e4"})).has_value());
}

TEST(ReportCheck, AMateMustMate) {
    EXPECT_EQ(*validate_line(position(mate_in_one), {}, report({"a1a7"}, Score::mate_in(1))),
              "it reported a mate in 1 plies that is none");
    EXPECT_TRUE(
        validate_line(Position::start(), {}, report({"e2e4", "e7e5", "g1f3"}, Score::mate_in(3)))
            .has_value());
    EXPECT_TRUE(validate_line(Position::start(), {}, report({"e2e4", "e7e5"}, Score::mated_in(2)))
                    .has_value());
    // A line may be cut short, and a bound is no promise.
    EXPECT_EQ(validate_line(Position::start(), {}, report({"e2e4"}, Score::mate_in(3))),
              std::nullopt);
    FoundMessage bound = report({"e2e4", "e7e5", "g1f3"}, Score::mate_in(3));
    bound.bound = LineReport::Bound::Lower;
    EXPECT_EQ(validate_line(Position::start(), {}, bound), std::nullopt);
}

TEST(ReportCheck, NodesCannotBeCountedFasterThanTheyAreSearched) {
    EXPECT_EQ(validate_nodes(5'000'000, 1'000'000, 1s), std::nullopt) << "endings are fast";
    EXPECT_EQ(validate_nodes(100'000, 0, 10ms), std::nullopt)
        << "a slow machine may have been busy when it measured";
    EXPECT_TRUE(validate_nodes(50'000'000, 1'000'000, 1s).has_value());
    EXPECT_EQ(validate_nodes(50'000'000, 1'000'000, 10s), std::nullopt);
}

}  // namespace
}  // namespace rookery::colony
