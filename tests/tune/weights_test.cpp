// Which weights may change, and what became of them.
#include "eval/classical/evaluation.h"
#include "eval/classical/weight_table.h"
#include "notation/fen.h"
#include "tune/tune_helpers.h"
#include "tune/weight_choice.h"

#include <gtest/gtest.h>

namespace rookery::tune {
namespace {

using namespace test;
using namespace classical;

std::size_t count_free(const FreeWeights& free) {
    std::size_t count = 0;
    for (const auto& half : free) count += half.mg && half.eg;
    return count;
}

TEST(WeightChoice, GoesByTheBeginningOfNames) {
    EXPECT_EQ(count_free(chosen_weights({}).value()), weight_count);
    EXPECT_EQ(count_free(chosen_weights({{"mobility.knight"}, {}}).value()), 9u);
    EXPECT_EQ(count_free(chosen_weights({{"mobility.knight", "tempo"}, {}}).value()), 10u);
    EXPECT_EQ(count_free(chosen_weights({{"mobility.knight"}, {"mobility.knight[3]"}}).value()),
              8u);
    EXPECT_EQ(count_free(chosen_weights({{}, {"piece_square"}}).value()), weight_count - 184);
    EXPECT_FALSE(chosen_weights({{"knights"}, {}}).ok());
    EXPECT_FALSE(chosen_weights({{}, {""}}).ok());
}

TEST(WeightChoice, RareWeightsStay) {
    // Full of pieces, with no passed pawn: nothing there is about endings.
    const Position start = Position::start();
    const std::vector<TrainingPosition> positions = {
        {start, no_score, 1, 0},
        {position_of("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/1NBQKBNR w Kkq - 0 1"), no_score, 1, 0}};
    LoadSettings load;
    load.validation_one_in = 0;
    const TexelData data = loaded(positions, load);
    ASSERT_EQ(data.training.size(), 2u);
    const Occurrences often = occurrences_in(data.training, real_weights(default_weights), 1);
    const auto number = [](const char* name) { return find_weight(name).value(); };
    EXPECT_EQ(often[number("tempo.to_move")].mg, 2u);
    // The endgame has a share only in the second, where a rook is missing.
    EXPECT_EQ(often[number("tempo.to_move")].eg, 1u);
    EXPECT_EQ(often[number("material.rook")].mg, 1u);
    EXPECT_EQ(often[number("material.queen")].mg, 0u);

    FreeWeights free = chosen_weights({{"tempo", "material.queen", "rooks.open"}, {}}).value();
    EXPECT_EQ(
        freeze_rare(often, 2, free),
        (std::vector<std::string>{"material.queen", "rooks.open_file", "tempo.to_move (eg)"}));
    EXPECT_TRUE(free[number("tempo.to_move")].mg);
    EXPECT_FALSE(free[number("tempo.to_move")].eg);
    EXPECT_FALSE(free[number("material.queen")].mg);
}

TEST(WeightChanges, LargestFirst) {
    Weights after = default_weights;
    after.tempo.to_move += Tapered(0, -7);
    after.rooks.trapped += Tapered(20, 3);
    after.material.pawn += Tapered(-9, 8);
    const auto changes = changes_between(default_weights, after);
    ASSERT_EQ(changes.size(), 3u);
    EXPECT_EQ(weight_name(changes[0].number), "rooks.trapped");
    EXPECT_EQ(changes[0].distance(), 20);
    EXPECT_EQ(weight_name(changes[1].number), "material.pawn");
    EXPECT_EQ(changes[1].distance(), 9);
    EXPECT_EQ(changes[2].after, after.tempo.to_move);
}

// Everything in proportion, king danger too; roundings apart.
TEST(WeightChanges, RescalingMultipliesEveryValue) {
    Random random(31);
    const RealWeights real = real_weights(default_weights);
    const RealWeights larger = rescaled(real, 1.25);
    for (int round = 0; round < rounds(500); ++round) {
        const Position position = any_position(random, round);
        const TermTrace trace = trace_evaluation(position, default_weights);
        if (!trace.ending.empty()) continue;
        // At its limit the danger grows no more.
        const int danger =
            std::max({trace.danger[Color::White].mg(), trace.danger[Color::Black].mg(),
                      trace.danger[Color::White].eg(), trace.danger[Color::Black].eg()});
        if (danger > max_danger / 2) continue;
        ASSERT_NEAR(value_of(trace, larger), 1.25 * value_of(trace, real), 0.01)
            << to_fen(position);
    }
}

TEST(WeightChanges, PawnInAnEndingCountsItsSquares) {
    RealWeights weights(weight_count);
    Occurrences often(weight_count);
    const std::size_t pawn = find_weight("material.pawn").value();
    const std::size_t square = find_weight("piece_square.pawn[0]").value();
    weights[pawn] = {500, 90};
    EXPECT_DOUBLE_EQ(pawn_in_endgame(weights, often), 90);
    weights[square].eg = 10;
    weights[square + 1].eg = 40;
    often[square].eg = 200;
    often[square + 1].eg = 100;
    EXPECT_DOUBLE_EQ(pawn_in_endgame(weights, often), 110);
}

}  // namespace
}  // namespace rookery::tune
