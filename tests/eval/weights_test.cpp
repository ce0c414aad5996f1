// Weights by name and number, and written back as source.
#include "eval/classical/default_weights.h"
#include "eval/classical/evaluation.h"
#include "eval/classical/gradient.h"
#include "eval/classical/weight_table.h"
#include "eval/eval_helpers.h"
#include "notation/fen.h"

#include <gtest/gtest.h>

#include <algorithm>
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
    EXPECT_EQ(weight_name(weight_number(default_weights, default_weights.mobility.knight[3])),
              "mobility.knight[3]");
    EXPECT_EQ(weight_name(weight_number(default_weights, default_weights.shelter.storm[1][4])),
              "shelter.storm[1][4]");
    EXPECT_EQ(weight_name(weight_number(default_weights, default_weights.rooks.seventh_rank)),
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
    EXPECT_EQ(flat[weight_number(default_weights, default_weights.queens.pursued)],
              default_weights.queens.pursued);
    EXPECT_EQ(flattened(shaped(flat)), flat);
}

// The file is what the tuner would write: neither can drift from the other.
TEST(WeightTable, SourceIsWrittenAsItStands) {
    std::ifstream file(ROOKERY_SOURCE_DIR "/src/eval/classical/default_weights.h");
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    EXPECT_EQ(weights_as_source(default_weights), text);
}

TEST(WeightTable, SourceIsReadAsItWasWritten) {
    Random random(14);
    for (int round = 0; round < 20; ++round) {
        FlatWeights flat{};
        for (Tapered& weight : flat)
            weight = Tapered(static_cast<int>(random.below(2001)) - 1000,
                             static_cast<int>(random.below(2001)) - 1000);
        const auto read = weights_from_source(weights_as_source(shaped(flat)));
        ASSERT_TRUE(read.ok()) << describe(read.error());
        ASSERT_EQ(flattened(*read), flat);
    }
}

// Edited by hand it may be laid out otherwise, but nothing may be lost or made up.
TEST(WeightTable, SourceThatIsNotRightIsRefused) {
    Weights weights = default_weights;
    weights.material.pawn = {80, 100};
    const std::string good = weights_as_source(weights);
    const auto with = [&](std::string_view what, std::string_view instead) {
        std::string text = good;
        const std::size_t at = text.find(what);
        EXPECT_NE(at, std::string::npos) << what;
        return text.replace(at, what.size(), instead);
    };
    const auto remark = weights_from_source(with(".tempo = {", "// 1, 2 .x\n   .tempo={"));
    ASSERT_TRUE(remark.ok()) << describe(remark.error());
    EXPECT_EQ(flattened(*remark), flattened(weights));

    const auto problem = [&](const std::string& text) {
        const auto read = weights_from_source(text);
        return read.ok() ? std::string("none") : describe(read.error());
    };
    EXPECT_NE(problem(with("{80, 100}", "{80}")).find("'material.pawn' has 1 numbers, not 2"),
              std::string::npos);
    EXPECT_NE(problem(with("{80, 100}", "{80, 100, 3}")).find("line 12"), std::string::npos);
    EXPECT_NE(problem(with(".doubled", ".trebled")).find("'pawns.trebled'"), std::string::npos);
    EXPECT_NE(problem(with("{80, 100}", "{80, 100000}")).find("value of a weight"),
              std::string::npos);
    EXPECT_NE(problem(good.substr(0, good.find(".tempo"))).find("'tempo.to_move' is missing"),
              std::string::npos);
    EXPECT_NE(problem("").find("default_weights"), std::string::npos);
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

// Other weights than those of the trace: what depends on them must be worked out anew. Only where
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
        const TermTrace anew = trace_evaluation(position, weights);
        // The initiative and the scale jump where the lead changes sides, and next to nothing may
        // be on either side of zero before it is rounded.
        const Tapered total = anew.lead + limited_initiative(anew.lead, anew.initiative);
        const int nearest =
            std::min({std::abs(anew.lead.mg()), std::abs(anew.lead.eg()), std::abs(total.eg())});
        if (nearest <= 2 && anew.ending.empty()) continue;
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

TEST(Gradient, KnownEndingsTeachNothing) {
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
