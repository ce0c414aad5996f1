// A small neural network that says what a position is worth.
//
// Each side looks at the board with its own eyes: as if it were White, and with its king on the left half. What stands
// where is 768 questions (ours or theirs, six kinds, 64 squares), answered by yes or no. Every yes adds a row of
// weights to the side's accumulator; the squares of what is there, cut off at 0 and 1, of both sides are weighed and
// added up, with other weights the fewer men there are. That is all:
//
//     (768 -> width) x 2 -> 1
//
// Everything is in whole numbers, so that it comes out the same on every machine: weights of the accumulator count in
// 1/255, those of the output in 1/64.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

namespace rookery::network {

inline constexpr std::size_t inputs = 768;
inline constexpr std::size_t width = 256;  // of this program; narrower networks fit in, too
inline constexpr std::size_t buckets = 8;
inline constexpr int input_unit = 255;
inline constexpr int output_unit = 64;
// What keeps every sum within its 16 bits, whatever stands on the board: a weight of the output times one cut off at
// 255, and 32 rows and the bias of an accumulator.
inline constexpr int largest_output_weight = 128;
inline constexpr int largest_input_weight = 32767 / 33;
// Far more than any position is worth, so that values and their differences are whole numbers of 32 bits.
inline constexpr int largest_output_bias = 1 << 23;

using Neurons = std::array<std::int16_t, width>;

struct alignas(64) Network {
    std::array<Neurons, inputs> features;
    Neurons biases;
    // The side to move first.
    std::array<std::array<Neurons, 2>, buckets> output;
    std::array<std::int32_t, buckets> output_biases;
    std::int32_t scale = 400;  // of the evaluation: what 1 at the output is worth
    std::string origin;        // where it comes from, as the trainer has written it down
};

// The more men there are, the higher.
[[nodiscard]] constexpr std::size_t bucket_of(int men) {
    constexpr std::size_t men_each = 32 / buckets;
    return static_cast<std::size_t>(men - 1) / men_each;
}

}  // namespace rookery::network
