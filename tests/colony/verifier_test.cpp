#include "colony/trust/verifier.h"

#include "colony/live/colony_searcher.h"
#include "notation/coordinate.h"
#include "notation/fen.h"
#include "search/pvs/pvs_searcher.h"

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
    // After our move it is the opponent's turn: a low score means that our move is good.
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

using namespace std::chrono_literals;

Root root(const char* fen) { return Root(parse_fen(fen)->position); }
Move move_of(const Root& at, const char* text) { return *parse_coordinate(at.position, text); }

// White can take a queen, or leave it.
const char* const hanging_queen = "4k3/8/8/3q4/4P3/8/8/4K2R w - - 0 1";

TEST(Verifier, ClearlyWorseMoveIsReplacedAndItsClaimersBlamed) {
    Verifier verifier(make_own_pvs());
    ClaimLog claims;
    const Root at = root(hanging_queen);
    const Move bad = move_of(at, "e1e2");
    claims.add("liar", {{at.position.after(bad).key(),
                         {.value = Score(-900), .depth = 40, .bound = Bound::Exact}}});
    const Verdict verdict =
        verifier.verify(at, {}, {bad, Score(900), {bad}}, {.nodes = 20'000}, claims);
    EXPECT_TRUE(verdict.overruled);
    EXPECT_EQ(verdict.best, move_of(at, "e4d5"));
    EXPECT_GT(verdict.score.value(), verdict.found.value() + 300);
    EXPECT_EQ(claims.tallies().at("liar").misled, 1u);
}

TEST(Verifier, AGoodMoveStands) {
    Verifier verifier(make_own_pvs());
    ClaimLog claims;
    const Root at = root(hanging_queen);
    const Move good = move_of(at, "e4d5");
    const Verdict verdict =
        verifier.verify(at, {}, {good, Score(400), {good}}, {.nodes = 20'000}, claims);
    EXPECT_FALSE(verdict.overruled);
    EXPECT_EQ(verdict.best, good);
    // One of several that are about as good stands too.
    const Root start = root("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    for (const char* text : {"e2e4", "d2d4", "g1f3", "c2c4"})
        EXPECT_FALSE(
            verifier
                .verify(start, {}, {move_of(start, text), Score(30), {}}, {.nodes = 20'000}, claims)
                .overruled)
            << text;
}

TEST(Verifier, OnlyWhatMayBePlayedIsARival) {
    Verifier verifier(make_own_pvs());
    ClaimLog claims;
    const Root at = root(hanging_queen);
    const std::vector<Move> only = {move_of(at, "e1e2"), move_of(at, "e1f2")};
    EXPECT_NE(verifier.verify(at, only, {only[0], Score(900), {}}, {.nodes = 20'000}, claims).best,
              move_of(at, "e4d5"));
}

TEST(Verifier, WithoutABudgetOrAnyDepthItSaysNothing) {
    Verifier verifier(make_own_pvs());
    ClaimLog claims;
    const Root at = root(hanging_queen);
    const Move bad = move_of(at, "e1e2");
    EXPECT_FALSE(verifier.verify(at, {}, {bad, Score(900), {bad}}, {}, claims).overruled);
    EXPECT_FALSE(verifier.verify(at, {}, {bad, Score(900), {bad}}, {.nodes = 1}, claims).overruled);
}

TEST(Verifier, DeeperResultStandsUnlessItPromisedTooMuch) {
    constexpr int depth = 8;
    EXPECT_TRUE(is_overruled(Score(500), Score(0), Score(100), depth));
    EXPECT_FALSE(is_overruled(Score(500), Score(0), Score(50), depth)) << "no better";
    EXPECT_FALSE(is_overruled(Score(20), Score(0), Score(100), depth)) << "it claimed no more";
    EXPECT_TRUE(is_overruled(Score(20), Score(0), Score(300), depth))
        << "the other may have been slandered";
    EXPECT_FALSE(is_overruled(Score(500), Score(0), Score(300), 3)) << "too little was seen";
    EXPECT_FALSE(is_overruled(Score(3000), Score(2500), Score(2700), depth)) << "both win";
    EXPECT_TRUE(is_overruled(Score(3000), Score(0), Score(2700), depth));
    EXPECT_TRUE(is_overruled(Score::mate_in(5), Score(30), Score(130), depth));
}

TEST(Verifier, UnderratedMoveIsFoundAgain) {
    Verifier verifier(make_own_pvs());
    ClaimLog claims;
    const Root at = root(hanging_queen);
    const Move second = move_of(at, "e1e2");
    const Verdict honest =
        verifier.verify(at, {second}, {second, Score(0), {second}}, {.nodes = 20'000}, claims);
    EXPECT_EQ(
        verifier.verify(at, {}, {second, honest.found, {second}}, {.nodes = 20'000}, claims).best,
        move_of(at, "e4d5"));
}

TEST(Verifier, ComparesClaimsWithItsOwnResults) {
    Verifier verifier(make_own_pvs());
    ClaimLog claims;
    const Root at = root(hanging_queen);
    const Move good = move_of(at, "e4d5");
    const Position after = at.position.after(good);
    claims.add("liar",
               {{after.key(), {.value = Score::mate_in(2), .depth = 90, .bound = Bound::Exact}}});
    claims.add("honest",
               {{after.key(), {.value = Score(-800), .depth = 4, .bound = Bound::Upper}}});
    (void)verifier.verify(at, {}, {good, Score(400), {good}}, {.nodes = 50'000}, claims);
    EXPECT_EQ(claims.tallies().at("liar").contradicted, 1u);
    EXPECT_EQ(claims.tallies().at("honest").compared, 1u);
    EXPECT_EQ(claims.tallies().at("honest").contradicted, 0u);
}

TEST(SecondOpinion, SomethingIsKeptBackOfEveryLimit) {
    const Limits::Instant now{1h};
    Limits limits;
    limits.nodes = 100'000;
    limits.soft_nodes = 50'000;
    limits.soft_deadline = now + 1000ms;
    limits.hard_deadline = now + 5000ms;
    const Limits less = without_reserve(limits, now);
    EXPECT_EQ(*less.nodes, 96'000u);
    EXPECT_EQ(*less.soft_nodes, 48'000u);
    EXPECT_EQ(*less.soft_deadline, now + 960ms);
    EXPECT_EQ(*less.hard_deadline, now + 4800ms);
    EXPECT_EQ(*reserve_of(limits, {now, now + 4800ms}).nodes, 4'000u);
    EXPECT_EQ(*reserve_of(limits, {now, now + 4800ms}).deadline, now + 5000ms);
}

TEST(SecondOpinion, KeepsDeadlinesAndEndsAtOnceWhenStopped) {
    const Limits::Instant now{1h};
    Limits limits;
    limits.hard_deadline = now + 10ms;
    EXPECT_EQ(*without_reserve(limits, now).hard_deadline, now + 8ms);
    EXPECT_EQ(*reserve_of(limits, {now, now + 9ms}).deadline, now + 10ms);
    EXPECT_EQ(*without_reserve(limits, now + 20ms).hard_deadline, now + 10ms) << "too late already";
    const Limits unlimited;
    EXPECT_EQ(*reserve_of(unlimited, {now, now + 24s}).deadline, now + 25s);
    EXPECT_EQ(*reserve_of(unlimited, {now, now + 24s, true}).deadline, now + 24s + 15ms);
    EXPECT_EQ(*reserve_of(unlimited, {now, now + 1h}).deadline, now + 1h + 2s);
}

TEST(SecondOpinion, WhereNodesAreLimitedTimeDoesNotDecide) {
    const Limits::Instant now{1h};
    Limits limits;
    limits.nodes = 1000;
    EXPECT_EQ(*without_reserve(limits, now).nodes, 750u);
    EXPECT_EQ(*reserve_of(limits, {now, now + 1s}).nodes, 250u);
    EXPECT_EQ(reserve_of(limits, {now, now + 1s}).deadline, std::nullopt);
}

TEST(SecondOpinion, PonderingHasNoDeadline) {
    const Limits::Instant now{1h};
    const PonderClock pondering(now);
    Limits limits;
    limits.hard_deadline = now + 10ms;
    limits.ponder = &pondering;
    EXPECT_EQ(*reserve_of(limits, {now, now + 24s, true}).deadline, now + 24s + 15ms);
    PonderClock hit(now);
    hit.hit(now + 20s);
    limits.ponder = &hit;
    EXPECT_EQ(*reserve_of(limits, {now, now + 20005ms}).deadline, now + 20010ms);
}

}  // namespace
}  // namespace rookery::colony
