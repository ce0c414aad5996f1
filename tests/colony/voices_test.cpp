#include "colony/sharing/sharing.h"

#include <gtest/gtest.h>

namespace rookery::colony {
namespace {

const Move move = Move::from_code(0x0123);

CandidatePv candidate(int depth, int score) { return {depth, Score(score), {move}}; }

TEST(CandidatePvs, WhoIsDeeperAndPromisesNoLessIsBelieved) {
    const CandidatePv own = candidate(10, 20);
    EXPECT_EQ(more_convincing(own, {}), nullptr);
    const std::vector<CandidatePv> others = {candidate(10, 90), candidate(12, 19),
                                             candidate(11, 20), candidate(13, 25),
                                             candidate(12, 30)};
    EXPECT_EQ(more_convincing(own, others), &others[3]);
    EXPECT_EQ(more_convincing(own, std::span(others).first(2)), nullptr)
        << "no deeper, or less promised";
    EXPECT_EQ(more_convincing(own, std::span(others).first(3)), &others[2]);
}

TEST(CandidatePvs, AMateIsBelievedAtAnyDepth) {
    const std::vector<CandidatePv> others = {{6, Score::mate_in(5), {move}},
                                             {5, Score::mate_in(3), {move}}};
    EXPECT_EQ(more_convincing(candidate(10, 300), others), &others[1]);
    const std::vector<CandidatePv> lost = {{20, Score::mated_in(4), {move}}};
    EXPECT_EQ(more_convincing(candidate(10, 300), lost), nullptr);
}

TEST(CandidatePvs, WithoutALineNobodyIsBelieved) {
    const std::vector<CandidatePv> others = {{30, Score(500), {}}};
    EXPECT_EQ(more_convincing(candidate(10, 0), others), nullptr);
}

TEST(CandidatePvs, OnlyAFinishedIterationIsAVoice) {
    LineReport report;
    report.depth = 7;
    report.moves = {move};
    EXPECT_TRUE(voice_of(report));
    report.bound = LineReport::Bound::Upper;
    EXPECT_FALSE(voice_of(report));
    report.bound = LineReport::Bound::Exact;
    report.line = 2;
    EXPECT_FALSE(voice_of(report));
    report.line = 1;
    report.moves.clear();
    EXPECT_FALSE(voice_of(report));
}

}  // namespace
}  // namespace rookery::colony
