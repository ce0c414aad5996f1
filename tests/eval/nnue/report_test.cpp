#include "eval/nnue/report.h"

#include "eval/nnue/nnue_evaluator.h"
#include "eval/nnue/nnue_helpers.h"
#include "support/chess_helpers.h"

#include <gtest/gtest.h>

namespace rookery::nnue {
namespace {

using test::position_of;

TEST(NnueReport, ItsValueIsTheEvaluators) {
    const std::shared_ptr<const Network> network = test::random_network(3);
    NnueEvaluator evaluator(network);
    for (const char* fen :
         {"r3k2r/8/8/8/8/8/4P3/R3K2R w KQkq - 0 1", "r3k2r/8/8/8/8/8/4P3/R3K2R b KQkq - 0 1",
          "4k3/8/8/8/8/8/8/4KQ2 b - - 0 1"}) {
        const Position position = position_of(fen);
        const Report report = report_on(position, *network);
        const int value = evaluator.evaluate(position).value();
        EXPECT_EQ(report.value, position.side_to_move() == Color::White ? value : -value) << fen;
        EXPECT_EQ(report.ending.empty(), popcount(position.occupied()) > 3);
    }
}

TEST(NnueReport, AShareIsWhatIsMissingWithoutThePiece) {
    const std::shared_ptr<const Network> network = test::random_network(4);
    const Position position = position_of("4k3/pp6/8/8/8/8/PP3P2/R3K3 w Q - 0 1");
    const Report report = report_on(position, *network);
    EXPECT_EQ(report.bucket, bucket_of(8));
    const Report rest = report_on(position_of("4k3/pp6/8/8/8/8/PP6/R3K3 w Q - 0 1"), *network);
    ASSERT_TRUE(report.shares[Square::F2].has_value());
    EXPECT_EQ(*report.shares[Square::F2], report.value - rest.by_bucket[report.bucket]);
    const Report other = report_on(position_of("4k3/p7/8/8/8/8/PP3P2/R3K3 w Q - 0 1"), *network);
    EXPECT_EQ(*report.shares[Square::B7], other.by_bucket[report.bucket] - report.value);
    EXPECT_FALSE(report.shares[Square::E1].has_value());
    EXPECT_FALSE(report.shares[Square::D4].has_value());
}

}  // namespace
}  // namespace rookery::nnue
