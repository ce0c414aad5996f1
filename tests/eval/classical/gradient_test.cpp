#include "eval/classical/gradient.h"

#include "eval/classical/default_weights.h"
#include "eval/classical/evaluation.h"
#include "eval/classical/weight_table.h"
#include "eval/eval_helpers.h"
#include "notation/fen.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace rookery::classical {
namespace {

using namespace rookery::test;

TEST(Gradient, RealValueIsNearTheEvaluation) {
    Random random(11);
    const RealWeights real = real_weights(default_weights);
    EXPECT_EQ(flattened(rounded_weights(real)), flattened(default_weights));
    for (int round = 0; round < rounds(2000); ++round) {
        const Position position = any_position(random, round);
        const TermTrace trace = trace_evaluation(position, default_weights);
        ASSERT_NEAR(value_of(trace, real), trace.value, 4.0) << to_fen(position);
    }
}

// Other weights than those of the trace: what depends on them must be computed again. Only where
// kings may castle is there a choice that the trace has made for good.
TEST(Gradient, RealValueFollowsOtherWeights) {
    Random random(13);
    PawnTable pawns(1024);
    int compared = 0;
    for (int round = 0; round < rounds(1500); ++round) {
        const Position position = without_castling(any_position(random, round));
        RealWeights changed = real_weights(default_weights);
        for (RealTapered& weight : changed)
            for (double RealTapered::*half : {&RealTapered::mg, &RealTapered::eg})
                weight.*half += static_cast<double>(random.below(61)) - 30;
        const Weights weights = rounded_weights(changed);
        pawns.clear();
        const int value = evaluate_by(weights, Groups::all(), position, pawns);
        const TermTrace trace = trace_evaluation(position, default_weights);
        const TermTrace fresh = trace_evaluation(position, weights);
        // The initiative and the scale jump where the lead changes sides, and next to nothing may
        // be on either side of zero before it is rounded.
        const Tapered total = fresh.lead + limited_initiative(fresh.lead, fresh.initiative);
        const int nearest =
            std::min({std::abs(fresh.lead.mg()), std::abs(fresh.lead.eg()), std::abs(total.eg())});
        if (nearest <= 2 && fresh.ending.empty()) continue;
        ASSERT_NEAR(value_of(trace, changed), value, 4.0) << to_fen(position);
        ++compared;
    }
    EXPECT_GT(compared, rounds(1500) * 3 / 4);
}

// Against differences: a weight moved a little up and down.
TEST(Gradient, AgreesWithDifferences) {
    Random random(12);
    const RealWeights real = real_weights(default_weights);
    constexpr double step = 1e-4;
    for (int round = 0; round < rounds(120); ++round) {
        const Position position = any_position(random, round);
        std::vector<TraceCount> counts;
        const auto head = compacted(trace_evaluation(position, default_weights), counts);
        if (!head) continue;
        const CompactTrace trace{&*head, counts.data()};
        RealWeights gradient(weight_count);
        add_gradient(trace, slopes_of(trace, real), 1.0, gradient);
        for (std::size_t number = 0; number < weight_count; ++number) {
            for (double RealTapered::*half : {&RealTapered::mg, &RealTapered::eg}) {
                RealWeights up = real, down = real;
                up[number].*half += step;
                down[number].*half -= step;
                const double difference =
                    (slopes_of(trace, up).value - slopes_of(trace, down).value) / (2 * step);
                ASSERT_NEAR(gradient[number].*half, difference, 1e-3)
                    << weight_name(number) << ' ' << to_fen(position);
            }
        }
    }
}

TEST(Gradient, KnownEndgamesHaveNone) {
    std::vector<TraceCount> counts;
    const TermTrace known =
        trace_evaluation(position_of("8/8/8/4k3/8/4K3/4P3/8 w - - 0 1"), default_weights);
    EXPECT_FALSE(known.ending.empty());
    EXPECT_FALSE(compacted(known, counts).has_value());
    EXPECT_TRUE(counts.empty());
    EXPECT_EQ(value_of(known, real_weights(default_weights)), known.value);
}

}  // namespace
}  // namespace rookery::classical
