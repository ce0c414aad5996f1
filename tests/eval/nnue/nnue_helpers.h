// Networks with random weights, and their value computed slowly in floating point.
#pragma once

#include "base/random.h"
#include "chess/position.h"
#include "eval/nnue/network.h"

#include <algorithm>
#include <memory>

namespace rookery::test {

inline std::shared_ptr<nnue::Network> random_network(std::uint64_t seed) {
    Random random(seed);
    const auto fill = [&](nnue::Neurons& row, int largest) {
        for (std::int16_t& one : row)
            one = static_cast<std::int16_t>(
                static_cast<int>(random.below(static_cast<std::uint64_t>(2 * largest + 1))) -
                largest);
    };
    auto made = std::make_shared<nnue::Network>();
    for (nnue::Neurons& row : made->features) fill(row, 100);
    fill(made->biases, 200);
    for (auto& sides : made->output)
        for (nnue::Neurons& row : sides) fill(row, 60);
    for (std::int32_t& bias : made->output_biases)
        bias = static_cast<std::int32_t>(random.below(2000)) - 1000;
    made->origin = R"({"made": "by lot"})";
    return made;
}

// As network.h describes it, in floating point and without accumulators.
inline double slow_value(const nnue::Network& weights, const Position& position) {
    using namespace nnue;
    const std::size_t bucket = bucket_of(popcount(position.occupied()));
    const Color us = position.side_to_move();
    double sum = static_cast<double>(weights.output_biases[bucket]) / (input_unit * output_unit);
    for (const Color side : both_colors) {
        const View view = View::of(side, position.king(side));
        for (std::size_t i = 0; i < width; ++i) {
            int neuron = weights.biases[i];
            for (const Square square : squares(position.occupied()))
                neuron += weights.features[view.input(position.piece_on(square), square)][i];
            const double clipped = std::clamp(static_cast<double>(neuron) / input_unit, 0.0, 1.0);
            sum += clipped * clipped * weights.output[bucket][side == us ? 0 : 1][i] / output_unit;
        }
    }
    return sum * weights.scale;
}

}  // namespace rookery::test
