// The explanation adds up to the evaluation.
#include "eval/classical/report.h"

#include "eval/classical/classical_evaluator.h"
#include "eval/classical/default_weights.h"
#include "eval/eval_helpers.h"
#include "notation/fen.h"

#include <gtest/gtest.h>

#include <cstdlib>

namespace rookery::classical {
namespace {

using namespace rookery::test;

TEST(Report, GroupsAddUp) {
    Random random(21);
    ClassicalEvaluator evaluator;
    for (int round = 0; round < rounds(300); ++round) {
        const Position position = any_position(random, round);
        const EvaluationReport report = report_on(position, default_weights);
        const int mover = position.side_to_move() == Color::White ? report.value : -report.value;
        ASSERT_EQ(mover, evaluator.evaluate(position).value()) << to_fen(position);
        if (!report.ending.empty()) {
            EXPECT_TRUE(report.groups.empty());
            continue;
        }
        Tapered total;
        int value = 0;
        for (const GroupReport& group : report.groups) {
            total += group.sides.lead();
            value += group.value;
        }
        ASSERT_EQ(total, report.total) << to_fen(position);
        ASSERT_EQ(blend(total, report.phase, report.scale), report.value) << to_fen(position);
        // Each group is rounded for itself.
        ASSERT_LE(std::abs(value - report.value), static_cast<int>(report.groups.size()))
            << to_fen(position);
    }
}

TEST(Report, SharesOfPieces) {
    const Position start = Position::start();
    const EvaluationReport report = report_on(start, default_weights);
    EXPECT_FALSE(report.shares[Square::E1].has_value());
    EXPECT_FALSE(report.shares[Square::E4].has_value());
    EXPECT_GT(report.shares[Square::D1].value(), 800);
    EXPECT_GT(report.shares[Square::A1].value(), 300);
    // Both sides count what is theirs, except for having the move.
    EXPECT_NEAR(report.shares[Square::D8].value(), report.shares[Square::D1].value(), 15);

    // Without the rook the side that is not to move would stand in check: the move goes over to it.
    const Position shield = position_of("4k3/4r3/8/8/8/8/8/4QK2 w - - 0 1");
    const auto share = report_on(shield, default_weights).shares[Square::E7];
    ASSERT_TRUE(share.has_value());
    EXPECT_GT(*share, 200);
}

TEST(Report, LeavesGroupsOut) {
    const Position position =
        position_of("r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3");
    const EvaluationReport all = report_on(position, default_weights);
    const EvaluationReport some =
        report_on(position, default_weights, Groups::all().without(Group::Mobility));
    for (const GroupReport& group : some.groups)
        EXPECT_TRUE(group.group != Group::Mobility || group.terms.empty());
    EXPECT_NE(all.value, some.value);
}

}  // namespace
}  // namespace rookery::classical
