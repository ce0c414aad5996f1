#include "lab/features.h"

#include "eval/classical/default_weights.h"
#include "eval/classical/variant.h"

#include <cmath>

namespace rookery::lab {
namespace {

using classical::Group;
using classical::Groups;
using classical::Variant;

// The evaluator of a player with these settings.
Variant variant_of(const Feature& feature) {
    classical::VariantText text;
    std::stringstream settings(feature.settings);
    for (std::string setting; std::getline(settings, setting, ',');) {
        const std::size_t equals = setting.find('=');
        if (setting.starts_with("Terms="))
            text.terms = setting.substr(equals + 1);
        else
            text.weights.emplace_back(setting.substr(0, equals), setting.substr(equals + 1));
    }
    const auto variant = classical::variant_from(text, classical::default_weights);
    EXPECT_TRUE(variant.ok()) << feature.name << ": " << variant.error();
    return variant.ok() ? *variant : Variant{classical::default_weights};
}

bool contains(Groups larger, Groups smaller) {
    for (std::size_t i = 0; i < classical::group_count; ++i)
        if (smaller.has(static_cast<Group>(i)) && !larger.has(static_cast<Group>(i))) return false;
    return true;
}

TEST(Features, EachStepHasWhatTheOneBeforeHad) {
    const std::vector<Feature> steps = feature_steps();
    EXPECT_EQ(variant_of(steps.front()).groups, Groups::none().with(Group::Material));
    EXPECT_EQ(variant_of(steps.back()).groups, Groups::all());
    for (std::size_t i = 1; i < steps.size(); ++i) {
        const Variant before = variant_of(steps[i - 1]), now = variant_of(steps[i]);
        EXPECT_TRUE(contains(now.groups, before.groups)) << steps[i].name;
        EXPECT_TRUE(now.groups != before.groups ||
                    flattened(now.weights) != flattened(before.weights))
            << steps[i].name << " is the step before";
    }
    // The study's last step keeps what those before it changed.
    const Variant last = variant_of(steps[7]);
    EXPECT_EQ(last.weights.passed.passed[5].eg(),
              std::lround(classical::default_weights.passed.passed[5].eg() * 1.5));
    EXPECT_EQ(last.weights.pawns.doubled.eg(),
              std::lround(classical::default_weights.pawns.doubled.eg() * 1.5));
    EXPECT_NE(last.weights.material.knight, classical::default_weights.material.knight);
}

TEST(Features, EveryGroupIsLeftOutOnce) {
    const std::vector<Feature> features = features_left_out();
    ASSERT_EQ(features.size(), classical::group_count);
    for (std::size_t i = 0; i < features.size(); ++i)
        EXPECT_EQ(variant_of(features[i]).groups, Groups::all().without(static_cast<Group>(i)));
}

TEST(Features, AllSetsOfValuesMakeEquallyHeavyArmies) {
    for (const bool alone : {true, false}) {
        const auto weight = [&](const Feature& feature) {
            const Variant variant = variant_of(feature);
            EXPECT_EQ(variant.groups == Groups::all(), !alone);
            const classical::MaterialWeights& pieces = variant.weights.material;
            return pieces.pawn * 8 + (pieces.knight + pieces.bishop + pieces.rook) * 2 +
                   pieces.queen + pieces.bishop_pair;
        };
        const std::vector<Feature> sets = material_sets(alone);
        const classical::Tapered ours = weight(sets.back());
        for (const Feature& set : sets) {
            EXPECT_NEAR(weight(set).mg(), ours.mg(), 10) << set.name;
            EXPECT_NEAR(weight(set).eg(), ours.eg(), 10) << set.name;
        }
        const classical::MaterialWeights classic = variant_of(sets.front()).weights.material;
        EXPECT_NEAR(classic.queen.mg(), 9.0 * classic.pawn.mg(), 5);
        EXPECT_EQ(classic.bishop_pair, classical::Tapered());
    }
}

TEST(Features, PlayersHaveNamesWithoutCommas) {
    EXPECT_EQ(player_with({"+ king safety, pawns", "Terms=pawns"}),
              "pvs,name=+ king safety  pawns,Evaluator=classical,Terms=pawns");
    // The whole evaluation that the others are compared with, and not the network.
    EXPECT_EQ(player_with({"all", ""}), "pvs,name=all,Evaluator=classical");
}

TEST(FeatureCost, EverySetHasATime) {
    const Groups sets[] = {Groups::all(), Groups::none()};
    int told = 0;
    const auto costs =
        measure_costs(sets, {.turns = 2, .passes = 1}, {}, [&](std::string_view) { ++told; });
    ASSERT_EQ(costs.size(), 2u);
    EXPECT_EQ(told, 2);
    for (const Cost& cost : costs) {
        EXPECT_GT(cost.time.lowest, 0);
        EXPECT_LE(cost.time.lowest, cost.time.median);
        EXPECT_LE(cost.time.median, cost.time.highest);
    }
    EXPECT_EQ(costs[0].saved.highest, 0);
}

TEST(FeatureCost, StoppedBeforeTheFirstTurnItHasNothing) {
    std::stop_source stop;
    stop.request_stop();
    const Groups sets[] = {Groups::all()};
    EXPECT_EQ(measure_costs(sets, {}, stop.get_token())[0].time.median, 0);
}

}  // namespace
}  // namespace rookery::lab
