// Weights by name and number, and written back as source.
#include "eval/classical/default_weights.h"
#include "eval/classical/evaluation.h"
#include "eval/classical/weight_table.h"
#include "eval/eval_helpers.h"
#include "notation/fen.h"

#include <gtest/gtest.h>

#include <algorithm>
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

}  // namespace
}  // namespace rookery::classical
