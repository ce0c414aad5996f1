// Reading, sifting and tracing.
#include "tune/texel_data.h"

#include "eval/classical/evaluation.h"
#include "notation/fen.h"
#include "tune/quiet_search.h"
#include "tune/tune_helpers.h"

#include <gtest/gtest.h>

#include <cmath>

namespace rookery::tune {
namespace {

using namespace test;
using namespace classical;

TrainingPosition at(std::string_view fen, std::uint32_t game = 1) {
    return {position_of(fen), no_score, 1, game};
}

TEST(TexelData, KeepsWholeGamesForChecking) {
    std::size_t kept = 0;
    for (std::uint32_t game = 0; game < 20000; ++game) kept += is_for_validation(game, 20);
    EXPECT_NEAR(static_cast<double>(kept), 1000, 150);
    EXPECT_FALSE(is_for_validation(0, 0));

    const auto positions = judged_positions(default_weights, rounds(3000), 21);
    const TexelData data = loaded(positions);
    std::size_t expected = 0;
    for (const TrainingPosition& position : positions)
        expected += is_for_validation(position.game, 20);
    EXPECT_EQ(data.read, positions.size());
    EXPECT_NEAR(static_cast<double>(data.validation.size()), static_cast<double>(expected),
                static_cast<double>(data.known));
    EXPECT_EQ(data.training.size() + data.validation.size() + data.known, positions.size());

    LoadSettings again;
    again.validation_only = true;
    const TexelData only = loaded(positions, again);
    EXPECT_EQ(only.training.size(), 0u);
    EXPECT_EQ(only.validation.size(), data.validation.size());
    LoadSettings few;
    few.most = 100;
    EXPECT_EQ(loaded(positions, few).read, 100u);
}

TEST(TexelData, LeavesOutWhatTeachesNothing) {
    // White hangs a queen in the second; in the last but one it can be taken back at no gain.
    const std::vector<TrainingPosition> positions = {
        at("4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1"),
        at("4k3/ppp1pppp/3p4/4Q3/8/8/PPPPPPPP/4K3 b - - 0 1"),
        at("4k3/pppp1ppp/8/8/8/8/PPPP1PPP/4R1K1 b - - 0 1"),  // check
        at("8/8/8/4k3/8/4K3/4P3/8 w - - 0 1"),                // known
    };
    const TexelData kept = loaded(positions);
    EXPECT_EQ(kept.in_check, 1u);
    EXPECT_EQ(kept.known, 1u);
    EXPECT_EQ(kept.training.size() + kept.validation.size(), 2u);

    LoadSettings settings;
    settings.noise = Noise::Drop;
    const TexelData dropped = loaded(positions, settings);
    EXPECT_EQ(dropped.noisy, 1u);
    EXPECT_EQ(dropped.training.size() + dropped.validation.size(), 1u);

    settings.noise = Noise::Resolve;
    settings.validation_one_in = 0;
    const TexelData resolved = loaded(positions, settings);
    EXPECT_EQ(resolved.noisy, 0u);
    ASSERT_EQ(resolved.training.size(), 2u);
    const auto value = [&](std::size_t i) {
        return slopes_of(resolved.training.trace(resolved.training.ids()[i]),
                         real_weights(default_weights))
            .value;
    };
    EXPECT_NEAR(value(1),
                trace_evaluation(position_of("4k3/ppp1pppp/8/4p3/8/8/PPPPPPPP/4K3 w - - 0 2"),
                                 default_weights)
                    .value,
                4);
}

TEST(QuietSearch, TakesWhatHangsAndStandsStillOtherwise) {
    QuietSearch search(default_weights);
    const Position quiet = position_of("4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1");
    EXPECT_EQ(search.search(quiet).value, search.search(quiet).static_value);
    EXPECT_EQ(to_fen(search.search(quiet).end), to_fen(quiet));
    // The pawn is guarded: the rook stays at home.
    const Position guarded = position_of("4k3/2p5/3p4/8/8/8/3R4/3K4 w - - 0 1");
    EXPECT_EQ(search.search(guarded).value, search.search(guarded).static_value);
    const QuietLine free = search.search(position_of("4k3/8/3p4/8/8/8/3R4/3K4 w - - 0 1"));
    EXPECT_GT(free.value, free.static_value);
    EXPECT_EQ(to_fen(free.end), "4k3/8/3R4/8/8/8/8/3K4 b - - 0 1");
}

// The positions of a pool have the values of the evaluation.
TEST(TracePool, HoldsTheValuesOfThePositions) {
    const auto positions = judged_positions(default_weights, rounds(10000), 22);
    LoadSettings settings;
    settings.validation_one_in = 0;
    settings.threads = 2;
    const TexelData data = loaded(positions, settings);
    EXPECT_EQ(data.training.size(), data.read - data.known);
    EXPECT_LT(data.training.bytes(), data.training.size() * 600);
    const auto single = single_precision(real_weights(default_weights));
    for (const TracePool::Id id : data.training.ids())
        ASSERT_NEAR(slopes_of(data.training.trace(id), single).value,
                    data.training.outcome(id).score, 4.0);
}

// The initiative and the scale jump where the lead changes sides; roundings can put it on either.
bool jumps_between(const TermTrace& before, const TermTrace& after) {
    const auto changes_sides = [](int a, int b) {
        constexpr int rounding = 2;
        return std::min(a, b) <= rounding && std::max(a, b) >= -rounding;
    };
    return changes_sides(before.lead.mg(), after.lead.mg()) ||
           changes_sides(before.lead.eg(), after.lead.eg()) || before.scale != after.scale;
}

// Against the engine's own arithmetic: a weight goes up by a dozen, and what the integer evaluation
// gains is what the gradients on the way add up to.
TEST(TracePool, GradientAgreesWithTheIntegerEvaluation) {
    Random random(23);
    constexpr int step = 12;
    int compared = 0;
    for (int round = 0; round < rounds(400); ++round) {
        const Position position = without_castling(any_position(random, round));
        TracePiece piece;
        if (!piece.add(trace_evaluation(position, default_weights), {})) continue;
        const CompactTrace trace{piece.heads.data(), piece.counts.data()};
        for (const TraceCount& count : piece.counts) {
            for (const bool endgame : {false, true}) {
                FlatWeights flat = flattened(default_weights);
                Tapered& weight = flat[count.number];
                weight += endgame ? Tapered(0, step) : Tapered(step, 0);
                const TermTrace after = trace_evaluation(position, shaped(flat));
                const TermTrace before = trace_evaluation(position, default_weights);
                if (jumps_between(before, after)) continue;

                auto single = single_precision(real_weights(default_weights));
                double sum = 0;
                for (int i = 0; i < step; ++i) {
                    float& half = endgame ? single[count.number].eg : single[count.number].mg;
                    half += 0.5f;
                    BasicWeights<float> gradient(weight_count);
                    add_gradient(trace, slopes_of(trace, single), 1.0f, gradient);
                    sum += endgame ? gradient[count.number].eg : gradient[count.number].mg;
                    half += 0.5f;
                }
                // Where a limit is passed on the way, half a step of the sum is on the wrong side
                // of it.
                ASSERT_NEAR(sum, after.value - before.value, 4.0 + std::abs(count.times) / 2.0)
                    << weight_name(count.number) << ' ' << to_fen(position);
                ++compared;
            }
        }
    }
    EXPECT_GT(compared, rounds(400) * 20);
}

}  // namespace
}  // namespace rookery::tune
