// The tuner as a whole: it finds weights that are known, and the same ones every time.
#include "tune/texel.h"

#include "tune/tune_helpers.h"

#include <gtest/gtest.h>

#include <cmath>

namespace rookery::tune {
namespace {

using namespace test;
using namespace classical;

TexelSettings settings_for_opinions() {
    TexelSettings settings;
    settings.lambda = 0;  // the opinions of the judge alone
    settings.k = 0.004;
    settings.batch = 256;
    settings.fewest = 30;
    return settings;
}

void run_all(TexelTuner& tuner) {
    while (!tuner.is_finished()) ASSERT_TRUE(tuner.run_epoch({}).has_value());
}

// Values of the positions by two sets of weights: the root of the mean square of the difference.
double distance(const std::vector<TrainingPosition>& positions, const Weights& a,
                const Weights& b) {
    WeightedEvaluator one(a), other(b);
    double sum = 0;
    for (const TrainingPosition& given : positions) {
        const int difference =
            one.evaluate(given.position).value() - other.evaluate(given.position).value();
        sum += difference * difference;
    }
    return std::sqrt(sum / static_cast<double>(positions.size()));
}

Weights secret_weights() {
    Weights secret = default_weights;
    secret.material.knight = {290, 350};
    secret.material.bishop_pair = {60, 20};
    secret.rooks.open_file = {5, 40};
    secret.danger.ring_hit = {70, 10};
    secret.danger.base = {80, 120};
    secret.initiative.base = {0, -10};
    secret.initiative.pawn = {0, 9};
    secret.tempo.to_move = {35, 2};
    return secret;
}

TEST(Texel, FindsWeightsThatAreKnown) {
    const Weights secret = secret_weights();
    const auto positions = judged_positions(secret, rounds(12000), 1);
    const TexelData data = loaded(positions);
    ASSERT_GT(data.validation.size(), data.read / 50);
    auto tuner = TexelTuner::create(data, default_weights, settings_for_opinions()).value();
    run_all(tuner);
    EXPECT_LT(tuner.state().best_loss, tuner.validation_loss() / 10);

    const Weights found = rounded_weights(tuner.state().best);
    const auto fresh = judged_positions(secret, rounds(2000), 2);
    const auto before = distance(fresh, default_weights, secret);
    EXPECT_LT(distance(fresh, found, secret), before / 2);
#ifdef NDEBUG  // with all rounds, not the few that sanitizers have the time for
    EXPECT_LT(distance(fresh, found, secret), before / 3);
    EXPECT_NEAR(found.material.knight.mg() - found.material.bishop.mg(), 290 - 345, 12);
    EXPECT_NEAR(found.material.bishop_pair.mg(), 60, 12);
    EXPECT_NEAR(found.tempo.to_move.mg(), 35, 4);
    EXPECT_NEAR(found.tempo.to_move.eg(), 2, 4);
#endif
}

// Results alone, drawn by chance: noise that many positions average out.
TEST(Texel, LearnsFromResults) {
    auto positions = judged_positions(default_weights, rounds(12000), 3);
    Random random(4);
    const Objective truth{0.006, 1};
    for (TrainingPosition& position : positions) {
        position.result = random.unit() < truth.expected(position.score) ? 2 : 0;
        position.score = no_score;
    }
    const TexelData data = loaded(positions);
    EXPECT_NEAR(fitted_k(data.training, real_weights(default_weights), 2), truth.k, 0.0012);

    Weights wrong = default_weights;
    wrong.material.queen = {500, 500};
    TexelSettings settings;
    settings.k = truth.k;
    settings.choice.only = {"material.queen"};
    settings.rate = 10;
    settings.leeway = 0;
    settings.fewest = 0;
    auto tuner = TexelTuner::create(data, wrong, settings).value();
    EXPECT_EQ(tuner.free_count(), 2u);
    run_all(tuner);
    const FlatWeights found = flattened(rounded_weights(tuner.state().best));
    const FlatWeights before = flattened(wrong);
    const std::size_t queen = find_weight("material.queen").value();
    EXPECT_NEAR(found[queen].mg(), 985, 250);
    for (std::size_t number = 0; number < weight_count; ++number)
        EXPECT_EQ(found[number] == before[number], number != queen) << weight_name(number);
}

TEST(Texel, ThreadsMakeNoDifference) {
    const auto positions = judged_positions(secret_weights(), rounds(4000), 5);
    TexelSettings settings = settings_for_opinions();
    settings.k.reset();
    settings.batch = 1500;  // several slices, the last one not full
    settings.epochs = 2;
    std::vector<std::string> ends;
    for (std::size_t threads : {1u, 3u}) {
        LoadSettings load;
        load.threads = settings.threads = threads;
        const TexelData data = loaded(positions, load);
        auto tuner = TexelTuner::create(data, default_weights, settings).value();
        run_all(tuner);
        ends.push_back(checkpoint_text(tuner.state(), {}));
    }
    EXPECT_EQ(ends[0], ends[1]);
    EXPECT_NE(ends[0].find("\"epoch\": 2"), std::string::npos);
}

TEST(Texel, GoesOnFromACheckpointAsIfNothingHadHappened) {
    const auto positions = judged_positions(secret_weights(), rounds(4000), 6);
    const TexelData data = loaded(positions);
    TexelSettings settings = settings_for_opinions();
    settings.epochs = 4;
    auto whole = TexelTuner::create(data, default_weights, settings).value();
    const TexelIdentity identity = identity_of(data, settings, whole);
    std::string half_way;
    while (!whole.is_finished()) {
        ASSERT_TRUE(whole.run_epoch({}).has_value());
        if (whole.state().epoch == 2) half_way = checkpoint_text(whole.state(), identity);
    }
    auto resumed = TexelTuner::create(data, default_weights, settings).value();
    resumed.resume(state_from(half_way, identity).value());
    EXPECT_EQ(resumed.state().epoch, 2u);
    run_all(resumed);
    EXPECT_EQ(checkpoint_text(resumed.state(), identity), checkpoint_text(whole.state(), identity));

    TexelIdentity other = identity;
    other.seed = 99;
    EXPECT_NE(state_from(half_way, other).error().find("other data or settings"),
              std::string::npos);
    for (const std::string text : {"", "{}", "[1]", "{\"format\": 3}"})
        EXPECT_FALSE(state_from(text, identity).ok()) << text;
}

TEST(Texel, StoppedInTheMiddleOfAnEpochItIsAsBefore) {
    const auto positions = judged_positions(secret_weights(), rounds(2000), 7);
    const TexelData data = loaded(positions);
    auto tuner = TexelTuner::create(data, default_weights, settings_for_opinions()).value();
    std::stop_source stop;
    stop.request_stop();
    EXPECT_FALSE(tuner.run_epoch(stop.get_token()).has_value());
    EXPECT_EQ(tuner.state().epoch, 0u);
    EXPECT_EQ(flattened(rounded_weights(tuner.state().best)), flattened(default_weights));
}

TEST(Texel, PullsBackToTheStart) {
    const auto positions = judged_positions(secret_weights(), rounds(3000), 8);
    const TexelData data = loaded(positions);
    const auto moved = [&](double leeway) {
        TexelSettings settings = settings_for_opinions();
        settings.leeway = leeway;
        settings.epochs = 10;
        auto tuner = TexelTuner::create(data, default_weights, settings).value();
        run_all(tuner);
        const RealWeights start = real_weights(default_weights);
        double sum = 0;
        for (std::size_t i = 0; i < weight_count; ++i)
            sum += std::abs(tuner.state().weights[i].mg - start[i].mg);
        return sum;
    };
    EXPECT_LT(moved(0.2), moved(0) / 2);
}

TEST(Texel, EndsWhenNothingIsGained) {
    const auto positions = judged_positions(default_weights, rounds(2000), 9);
    const TexelData data = loaded(positions);
    TexelSettings settings = settings_for_opinions();
    settings.early_stopping = 3;
    settings.epochs = 1000;
    settings.decay = 1;
    // There is next to nothing to gain: the judge has the weights at the start.
    auto tuner = TexelTuner::create(data, default_weights, settings).value();
    while (!tuner.is_finished()) ASSERT_TRUE(tuner.run_epoch({}).has_value());
    EXPECT_TRUE(tuner.has_no_gain());
    EXPECT_LT(tuner.state().epoch, 1000u);
    EXPECT_FALSE(TexelTuner::create(TexelData{}, default_weights, settings).ok());
}

}  // namespace
}  // namespace rookery::tune
