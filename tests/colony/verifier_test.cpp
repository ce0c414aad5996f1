#include "colony/live/colony_searcher.h"
#include "colony/trust/verifier.h"

#include "notation/coordinate.h"
#include "notation/fen.h"
#include "search/pvs/pvs_searcher.h"

#include <gtest/gtest.h>

namespace rookery::colony {
namespace {

using namespace std::chrono_literals;

Root root(const char* fen) { return Root(parse_fen(fen)->position); }
Move move(const Root& at, const char* text) { return *parse_coordinate(at.position, text); }

// White can take a queen, or leave it.
const char* const hanging_queen = "4k3/8/8/3q4/4P3/8/8/4K2R w - - 0 1";

TEST(Verifier, ClearlyWorseMoveIsReplacedAndItsClaimersBlamed) {
    Verifier verifier(make_own_pvs());
    ClaimLog claims;
    const Root at = root(hanging_queen);
    const Move bad = move(at, "e1e2");
    claims.add("liar", {{at.position.after(bad).key(),
                         {.value = Score(-900), .depth = 40, .bound = Bound::Exact}}});
    const Verdict verdict =
        verifier.verify(at, {}, {bad, Score(900), {bad}}, {.nodes = 20'000}, claims);
    EXPECT_TRUE(verdict.overruled);
    EXPECT_EQ(verdict.best, move(at, "e4d5"));
    EXPECT_GT(verdict.score.value(), verdict.found.value() + 300);
    EXPECT_EQ(claims.tallies().at("liar").misled, 1u);
}

TEST(Verifier, AGoodMoveStands) {
    Verifier verifier(make_own_pvs());
    ClaimLog claims;
    const Root at = root(hanging_queen);
    const Move good = move(at, "e4d5");
    const Verdict verdict =
        verifier.verify(at, {}, {good, Score(400), {good}}, {.nodes = 20'000}, claims);
    EXPECT_FALSE(verdict.overruled);
    EXPECT_EQ(verdict.best, good);
    // One of several that are about as good stands too.
    const Root start = root("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    for (const char* text : {"e2e4", "d2d4", "g1f3", "c2c4"})
        EXPECT_FALSE(
            verifier
                .verify(start, {}, {move(start, text), Score(30), {}}, {.nodes = 20'000}, claims)
                .overruled)
            << text;
}

TEST(Verifier, OnlyWhatMayBePlayedIsARival) {
    Verifier verifier(make_own_pvs());
    ClaimLog claims;
    const Root at = root(hanging_queen);
    const std::vector<Move> only = {move(at, "e1e2"), move(at, "e1f2")};
    EXPECT_NE(verifier.verify(at, only, {only[0], Score(900), {}}, {.nodes = 20'000}, claims).best,
              move(at, "e4d5"));
}

TEST(Verifier, WithoutABudgetOrAnyDepthItSaysNothing) {
    Verifier verifier(make_own_pvs());
    ClaimLog claims;
    const Root at = root(hanging_queen);
    const Move bad = move(at, "e1e2");
    EXPECT_FALSE(verifier.verify(at, {}, {bad, Score(900), {bad}}, {}, claims).overruled);
    EXPECT_FALSE(verifier.verify(at, {}, {bad, Score(900), {bad}}, {.nodes = 1}, claims).overruled);
}

TEST(Verifier, DeeperResultStandsUnlessItPromisedTooMuch) {
    constexpr int depth = 8;
    EXPECT_TRUE(is_overruled(Score(500), Score(0), Score(100), depth));
    EXPECT_FALSE(is_overruled(Score(500), Score(0), Score(50), depth)) << "no better";
    EXPECT_FALSE(is_overruled(Score(20), Score(0), Score(100), depth)) << "it promised no more";
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
    const Move second = move(at, "e1e2");
    const Verdict honest =
        verifier.verify(at, {second}, {second, Score(0), {second}}, {.nodes = 20'000}, claims);
    EXPECT_EQ(
        verifier.verify(at, {}, {second, honest.found, {second}}, {.nodes = 20'000}, claims).best,
        move(at, "e4d5"));
}

TEST(Verifier, ComparesClaimsWithItsOwnResults) {
    Verifier verifier(make_own_pvs());
    ClaimLog claims;
    const Root at = root(hanging_queen);
    const Move good = move(at, "e4d5");
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
