#include "colony/sharing/voices.h"

#include <gtest/gtest.h>

namespace rookery::colony {
namespace {

const Move move = Move::from_code(0x0123);

Voice voice(int depth, int score) { return {depth, Score(score), {move}}; }

TEST(Voices, WhoIsDeeperAndPromisesNoLessIsBelieved) {
    const Voice own = voice(10, 20);
    EXPECT_EQ(more_convincing(own, {}), nullptr);
    const std::vector<Voice> others = {voice(10, 90), voice(12, 19), voice(11, 20), voice(13, 25), voice(12, 30)};
    EXPECT_EQ(more_convincing(own, others), &others[3]);
    EXPECT_EQ(more_convincing(own, std::span(others).first(2)), nullptr) << "no deeper, or less promised";
    EXPECT_EQ(more_convincing(own, std::span(others).first(3)), &others[2]);
}

TEST(Voices, AMateIsBelievedAtAnyDepth) {
    const std::vector<Voice> others = {{6, Score::mate_in(5), {move}}, {5, Score::mate_in(3), {move}}};
    EXPECT_EQ(more_convincing(voice(10, 300), others), &others[1]);
    const std::vector<Voice> lost = {{20, Score::mated_in(4), {move}}};
    EXPECT_EQ(more_convincing(voice(10, 300), lost), nullptr);
}

TEST(Voices, WithoutALineNobodyIsBelieved) {
    const std::vector<Voice> others = {{30, Score(500), {}}};
    EXPECT_EQ(more_convincing(voice(10, 0), others), nullptr);
}

TEST(Voices, OnlyAFinishedIterationIsAVoice) {
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
