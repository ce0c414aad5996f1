// Positions with an outcome, made up.
#pragma once

#include "eval/classical/classical_evaluator.h"
#include "eval/classical/default_weights.h"
#include "eval/classical/weight_table.h"
#include "eval/eval_helpers.h"
#include "tune/texel.h"

namespace rookery::tune::test {

using namespace rookery::test;
using classical::default_weights;
using classical::Weights;

// As if a search had said what these weights say. Several positions belong to a game.
[[nodiscard]] inline std::vector<TrainingPosition> judged_positions(const Weights& judge, int count,
                                                                    std::uint64_t seed) {
    Random random(seed);
    WeightedEvaluator evaluator(judge);
    std::vector<TrainingPosition> positions;
    while (static_cast<int>(positions.size()) < count) {
        const int round = static_cast<int>(positions.size());
        const Position position = round % 4 == 0 ? random_placement(random, 6 + round % 20)
                                                 : random_position(random, 20 + round % 90);
        if (position.in_check()) continue;
        const int value = evaluator.evaluate(position).value();
        const int white = position.side_to_move() == Color::White ? value : -value;
        const auto result = static_cast<std::uint8_t>(white > 100 ? 2 : white < -100 ? 0 : 1);
        positions.push_back({position, static_cast<std::int16_t>(white), result,
                             static_cast<std::uint32_t>(round / 5)});
    }
    return positions;
}

[[nodiscard]] inline PositionSource source_of(const std::vector<TrainingPosition>& positions) {
    return [&positions](const PositionVisitor& visit) -> std::optional<std::string> {
        for (const TrainingPosition& position : positions)
            if (!visit(position)) break;
        return std::nullopt;
    };
}

[[nodiscard]] inline TexelData loaded(const std::vector<TrainingPosition>& positions,
                                      const LoadSettings& settings = {}) {
    return load_texel_data(source_of(positions), default_weights, default_weights, settings, {})
        .value();
}

}  // namespace rookery::tune::test
