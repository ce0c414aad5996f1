// The sums of the network. Plain loops over arrays of a fixed length: the compiler makes of them the best its
// instruction set has, and whole numbers come out the same with any.
#pragma once

#include "eval/network/network.h"

#include <algorithm>
#include <span>

namespace rookery::network {

// Rows of weights that an accumulator gains and loses.
template <std::size_t gained, std::size_t lost>
inline void change(Neurons& to, const Neurons& from, const std::array<const Neurons*, gained>& gains,
                   const std::array<const Neurons*, lost>& losses) {
    for (std::size_t i = 0; i < width; ++i) {
        int sum = from[i];
        for (const Neurons* row : gains) sum += (*row)[i];
        for (const Neurons* row : losses) sum -= (*row)[i];
        to[i] = static_cast<std::int16_t>(sum);
    }
}

// The squares of what the neurons say, from 0 to 1, weighed: in 1 / (input_unit * input_unit * output_unit).
[[nodiscard]] inline std::int32_t weighed_squares(const Neurons& neurons, const Neurons& weights) {
    std::int32_t sum = 0;
    for (std::size_t i = 0; i < width; ++i) {
        const auto said = std::clamp<std::int16_t>(neurons[i], 0, input_unit);
        // Fits into 16 bits, see largest_output_weight; so the processor can do twice as many at a time.
        const auto weighed = static_cast<std::int16_t>(said * weights[i]);
        sum += static_cast<std::int32_t>(weighed) * static_cast<std::int32_t>(said);
    }
    return sum;
}

// In the unit of evaluations, as the side to move sees it.
[[nodiscard]] inline int output(const Network& network, const Neurons& us, const Neurons& them, std::size_t bucket) {
    const auto& weights = network.output[bucket];
    const std::int32_t squares = weighed_squares(us, weights[0]) + weighed_squares(them, weights[1]);
    const std::int64_t sum = std::int64_t{squares / input_unit} + network.output_biases[bucket];
    return static_cast<int>(sum * network.scale / (input_unit * output_unit));
}

}  // namespace rookery::network
