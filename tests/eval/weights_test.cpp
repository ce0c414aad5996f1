// Weights by name and number, and written back as source.
#include "eval/classical/default_weights.h"
#include "eval/classical/evaluation.h"
#include "eval/classical/gradient.h"
#include "eval/classical/weight_table.h"
#include "eval/eval_helpers.h"
#include "notation/fen.h"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <iterator>
#include <set>

namespace rookery::classical {
namespace {

using namespace rookery::test;

TEST(Tapered, HalvesDoNotTouch) {
    for (int mg : {-12000, -301, -1, 0, 1, 57, 12000}) {
        for (int eg : {-12000, -301, -1, 0, 1, 57, 12000}) {
            const Tapered value(mg, eg);
            EXPECT_EQ(value.mg(), mg);
            EXPECT_EQ(value.eg(), eg);
            EXPECT_EQ(-value, Tapered(-mg, -eg));
            EXPECT_EQ(value + Tapered(-5, 7), Tapered(mg - 5, eg + 7));
            EXPECT_EQ(value - Tapered(-5, 7), Tapered(mg + 5, eg - 7));
            EXPECT_EQ(value * -2, Tapered(-2 * mg, -2 * eg));
        }
    }
}

TEST(WeightTable, NamesAndNumbers) {
    EXPECT_EQ(weight_name(number_in(default_weights, default_weights.mobility.knight[3])),
              "mobility.knight[3]");
    EXPECT_EQ(weight_name(number_in(default_weights, default_weights.shelter.storm[1][4])),
              "shelter.storm[1][4]");
    EXPECT_EQ(weight_name(number_in(default_weights, default_weights.rooks.seventh_rank)),
              "rooks.seventh_rank");
    EXPECT_EQ(weight_name(weight_count - 1), "tempo.to_move");
    std::set<std::string> names;
    for (std::size_t number = 0; number < weight_count; ++number) {
        const std::string name = weight_name(number);
        names.insert(name);
        EXPECT_EQ(find_weight(name), number) << name;
    }
    EXPECT_EQ(names.size(), weight_count);
    EXPECT_FALSE(find_weight("mobility.knight").has_value());
    EXPECT_FALSE(find_weight("mobility.knight[9]").has_value());
}

TEST(WeightTable, FlatAndShapedAreTheSame) {
    const FlatWeights flat = flattened(default_weights);
    EXPECT_EQ(flat[number_in(default_weights, default_weights.queens.pursued)],
              default_weights.queens.pursued);
    EXPECT_EQ(flattened(shaped(flat)), flat);
}

// The file is what the tuner would write: neither can drift from the other.
TEST(WeightTable, SourceIsWrittenAsItStands) {
    std::ifstream file(ROOKERY_SOURCE_DIR "/src/eval/classical/default_weights.h");
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    EXPECT_EQ(weights_as_source(default_weights), text);
}

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

// Against differences: a weight moved a little up and down.
TEST(Gradient, AgreesWithDifferences) {
    Random random(12);
    const RealWeights real = real_weights(default_weights);
    constexpr double step = 1e-4;
    for (int round = 0; round < rounds(120); ++round) {
        const Position position = any_position(random, round);
        const CompactTrace trace(trace_evaluation(position, default_weights));
        RealWeights gradient(weight_count);
        add_gradient(trace, real, 1, gradient);
        for (std::size_t number = 0; number < weight_count; ++number) {
            for (double RealTapered::*half : {&RealTapered::mg, &RealTapered::eg}) {
                RealWeights up = real, down = real;
                up[number].*half += step;
                down[number].*half -= step;
                const double difference =
                    (value_of(trace, up) - value_of(trace, down)) / (2 * step);
                ASSERT_NEAR(gradient[number].*half, difference, 1e-3)
                    << weight_name(number) << ' ' << to_fen(position);
            }
        }
    }
}

}  // namespace
}  // namespace rookery::classical
