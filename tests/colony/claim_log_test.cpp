#include "colony/trust/claim_log.h"

#include "notation/coordinate.h"
#include "notation/fen.h"

#include <gtest/gtest.h>

namespace rookery::colony {
namespace {

TranspositionEntry entry(int value, int depth, Bound bound = Bound::Exact) {
    return {
        .move = {}, .value = Score(value), .evaluation = Score(0), .depth = depth, .bound = bound};
}
TranspositionEntry mate(int plies, int depth, Bound bound = Bound::Exact) {
    return entry(Score::mate_in(plies).value(), depth, bound);
}

TEST(ClaimLog, OnlyWhatIsNotDeeperCanBeJudged) {
    EXPECT_TRUE(contradicts(entry(0, 8), entry(900, 8)));
    EXPECT_TRUE(contradicts(entry(0, 8), entry(-900, 5)));
    EXPECT_FALSE(contradicts(entry(0, 8), entry(900, 9))) << "it may have seen more";
    EXPECT_FALSE(contradicts(entry(0, 8), entry(300, 8))) << "searches differ";
}

TEST(ClaimLog, BoundsContradictOnlyWhereBothCannotBeTrue) {
    EXPECT_TRUE(contradicts(entry(0, 8, Bound::Upper), entry(900, 8, Bound::Lower)));
    EXPECT_TRUE(contradicts(entry(0, 8, Bound::Lower), entry(-900, 8, Bound::Upper)));
    EXPECT_FALSE(contradicts(entry(0, 8, Bound::Lower), entry(900, 8, Bound::Lower)));
    EXPECT_FALSE(contradicts(entry(0, 8, Bound::Upper), entry(900, 8, Bound::Upper)));
    EXPECT_FALSE(contradicts(entry(0, 8, Bound::None), entry(900, 8)));
}

TEST(ClaimLog, MateClaimsNeedSufficientDepth) {
    EXPECT_TRUE(contradicts(entry(50, 6), mate(3, 200)));
    EXPECT_FALSE(contradicts(entry(50, 6), mate(11, 200)));
    EXPECT_FALSE(contradicts(mate(3, 6), mate(3, 200)));
    EXPECT_TRUE(contradicts(entry(50, 6), entry(Score::mated_in(4).value(), 200)));
    EXPECT_FALSE(contradicts(entry(50, 6), entry(Score::mated_in(4).value(), 200, Bound::Lower)))
        << "claims no mate";
}

TEST(ClaimLog, EachPositionIsOneTestOfEachMember) {
    ClaimLog claims;
    EXPECT_TRUE(claims.empty());
    claims.add("honest", {{1, entry(10, 5)}, {2, entry(20, 5)}, {3, entry(0, 20)}});
    claims.add("liar", {{1, mate(1, 50)}, {2, entry(20, 5)}, {2, entry(900, 5)}});
    EXPECT_FALSE(claims.empty());
    for (int again = 0; again < 5; ++again)
        for (Key key = 1; key <= 4; ++key) claims.compare(key, entry(15, 6));
    const auto tallies = claims.tallies();
    EXPECT_EQ(tallies.at("honest").compared, 2u);
    EXPECT_EQ(tallies.at("honest").contradicted, 0u);
    EXPECT_EQ(tallies.at("liar").compared, 2u);
    EXPECT_EQ(tallies.at("liar").contradicted, 2u) << "its last word counts";
}

TEST(ClaimLog, MemberThatOverratedABadMoveIsBlamed) {
    ClaimLog claims;
    // After our move it is the opponent's turn: what is bad for him is praise.
    claims.add("liar", {{7, entry(-500, 30)}});
    claims.add("honest", {{7, entry(40, 6)}});
    claims.add("careful", {{7, entry(-500, 30, Bound::Lower)}});
    claims.blame(7, Score(60));
    claims.blame(8, Score(60));
    EXPECT_EQ(claims.tallies().at("liar").misled, 1u);
    EXPECT_EQ(claims.tallies().at("honest").misled, 0u);
    EXPECT_EQ(claims.tallies().at("careful").misled, 0u);
}

TEST(ClaimLog, AFloodIsForgottenNotKept) {
    ClaimLog claims;
    Discoveries many;
    for (Key key = 0; key < 200'000; ++key) many.push_back({key, mate(1, 50)});
    claims.add("flood", many);
    for (Key key = 0; key < 200'000; ++key) claims.compare(key, entry(0, 6));
    EXPECT_EQ(claims.tallies().at("flood").compared, 65'536u);
}

TEST(TrustBook, OneMistakeIsForgivenManyAreNot) {
    TrustBook book;
    EXPECT_TRUE(book.add({{"a", {.compared = 34, .contradicted = 8}},
                          {"b", {.compared = 9, .contradicted = 6}}})
                    .empty());
    const auto caught = book.add(
        {{"a", {.compared = 100, .contradicted = 6}}, {"b", {.compared = 9, .contradicted = 6}}});
    ASSERT_EQ(caught.size(), 1u);
    EXPECT_EQ(caught[0].member, "b");
    EXPECT_NE(caught[0].why.find("12 of 18"), std::string::npos) << caught[0].why;
    EXPECT_TRUE(book.add({{"b", {.compared = 9, .contradicted = 6}}}).empty()) << "a new start";
}

TEST(TrustBook, MisleadingNowAndThenIsForgottenInTime) {
    TrustBook book;
    for (int search = 0; search < 200; ++search) {
        const std::uint64_t misled = search % 8 == 0 ? 1 : 0;
        EXPECT_TRUE(book.add({{"a", {.compared = 1, .contradicted = 0, .misled = misled}}}).empty())
            << search;
    }
    EXPECT_EQ(book.add({{"a", {.misled = 6}}}).size(), 1u);
}

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

TEST(ReportCheck, IllegalMoveIsRefused) {
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
