// The NNUE network: its shape, its inputs and its arithmetic.
//
// Each side has its own view of the board: as if it were White, and with its king on the left half.
// The 768 inputs of a view are one for each piece on each square (ours or theirs, six types, 64
// squares), on or off. Every input that is on adds a row of weights to the accumulator of the side.
// The neurons of both accumulators, clipped to 0..1 and squared (SCReLU), are multiplied with the
// output weights and added up; there are other output weights (buckets) the fewer pieces there are:
//
//     (768 -> width) x 2 -> 1
//
// All numbers are integers, so that the result is the same on every machine: weights of the
// accumulator are in units of 1/255, those of the output in units of 1/64.
#pragma once

#include "chess/types.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace rookery::nnue {

inline constexpr std::size_t inputs = 768;
inline constexpr std::size_t width = 256;  // of this program; narrower networks fit in, too
inline constexpr std::size_t buckets = 8;
inline constexpr int input_unit = 255;
inline constexpr int output_unit = 64;
// Limits that keep every sum within 16 bits for any board: an output weight times a neuron clipped
// to 255, and 32 rows and the bias of an accumulator.
inline constexpr int largest_output_weight = 128;
inline constexpr int largest_input_weight = 32767 / 33;
// Far more than the value of any position; values and their differences fit in 32 bits.
inline constexpr int largest_output_bias = 1 << 23;

using Neurons = std::array<std::int16_t, width>;

struct alignas(64) Network {
    std::array<Neurons, inputs> features;
    Neurons biases;
    // The side to move first.
    std::array<std::array<Neurons, 2>, buckets> output;
    std::array<std::int32_t, buckets> output_biases;
    std::int32_t scale = 400;  // the evaluation for 1 at the output
    std::string origin;        // data and settings of the training, as the trainer wrote them
};

// The more pieces, the higher the bucket.
[[nodiscard]] constexpr std::size_t bucket_of(int pieces) {
    constexpr std::size_t pieces_each = 32 / buckets;
    return static_cast<std::size_t>(pieces - 1) / pieces_each;
}

// The view of one side, which numbers the inputs.
struct View {
    Color side = Color::White;
    bool is_mirrored = false;  // its king stands on the right half: left and right are swapped

    [[nodiscard]] static constexpr View of(Color side, Square king) {
        return {side, file_of(king) >= File::E};
    }

    [[nodiscard]] constexpr std::size_t input(Piece piece, Square square) const {
        const int place =
            index_of(square) ^ (side == Color::White ? 0 : 56) ^ (is_mirrored ? 7 : 0);
        const int theirs = color_of(piece) == side ? 0 : 6;
        return static_cast<std::size_t>((theirs + static_cast<int>(type_of(piece))) * 64 + place);
    }

    [[nodiscard]] friend constexpr bool operator==(const View&, const View&) = default;
};

// The arithmetic is plain loops over arrays of a fixed length, which the compiler vectorises for
// its instruction set. Integers give the same result with any.

// Adds rows of weights to an accumulator and subtracts others.
template <std::size_t gained, std::size_t lost>
inline void change(Neurons& to, const Neurons& from,
                   const std::array<const Neurons*, gained>& gains,
                   const std::array<const Neurons*, lost>& losses) {
    for (std::size_t i = 0; i < width; ++i) {
        int sum = from[i];
        for (const Neurons* row : gains) sum += (*row)[i];
        for (const Neurons* row : losses) sum -= (*row)[i];
        to[i] = static_cast<std::int16_t>(sum);
    }
}

// The sum of the clipped and squared neurons times their weights, in units of
// 1 / (input_unit * input_unit * output_unit).
[[nodiscard]] inline std::int32_t squared_clipped_sum(const Neurons& neurons,
                                                      const Neurons& weights) {
    std::int32_t sum = 0;
    for (std::size_t i = 0; i < width; ++i) {
        const auto clipped = std::clamp<std::int16_t>(neurons[i], 0, input_unit);
        // Fits into 16 bits, see largest_output_weight, so that a vector holds twice as many.
        const auto product = static_cast<std::int16_t>(clipped * weights[i]);
        sum += static_cast<std::int32_t>(product) * static_cast<std::int32_t>(clipped);
    }
    return sum;
}

// The evaluation for the side to move.
[[nodiscard]] inline int output(const Network& network, const Neurons& us, const Neurons& them,
                                std::size_t bucket) {
    const auto& weights = network.output[bucket];
    const std::int32_t squares =
        squared_clipped_sum(us, weights[0]) + squared_clipped_sum(them, weights[1]);
    const std::int64_t sum = std::int64_t{squares / input_unit} + network.output_biases[bucket];
    return static_cast<int>(sum * network.scale / (input_unit * output_unit));
}

}  // namespace rookery::nnue
