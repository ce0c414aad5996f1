// A small neural network that says what a position is worth.
//
// Each side looks at the board with its own eyes: as if it were White, and with its king on the
// left half. What stands where is 768 questions (ours or theirs, six kinds, 64 squares), answered
// by yes or no. Every yes adds a row of weights to the side's accumulator; the squares of what is
// there, cut off at 0 and 1, of both sides are weighed and added up, with other weights the fewer
// pieces there are. That is all:
//
//     (768 -> width) x 2 -> 1
//
// Everything is in whole numbers, so that it comes out the same on every machine: weights of the
// accumulator count in 1/255, those of the output in 1/64.
#pragma once

#include "chess/types.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace rookery::network {

inline constexpr std::size_t inputs = 768;
inline constexpr std::size_t width = 256;  // of this program; narrower networks fit in, too
inline constexpr std::size_t buckets = 8;
inline constexpr int input_unit = 255;
inline constexpr int output_unit = 64;
// What keeps every sum within its 16 bits, whatever stands on the board: a weight of the output
// times one cut off at 255, and 32 rows and the bias of an accumulator.
inline constexpr int largest_output_weight = 128;
inline constexpr int largest_input_weight = 32767 / 33;
// Far more than any position is worth, so that values and their differences are whole numbers of 32
// bits.
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

// The more pieces there are, the higher.
[[nodiscard]] constexpr std::size_t bucket_of(int pieces) {
    constexpr std::size_t pieces_each = 32 / buckets;
    return static_cast<std::size_t>(pieces - 1) / pieces_each;
}

// Which of the network's questions a piece on a square answers.

// How one side looks at the board.
struct View {
    Color side = Color::White;
    bool is_mirrored = false;  // its king stands on the right half: left and right change places

    [[nodiscard]] static constexpr View of(Color side, Square king) {
        return {side, file_of(king) >= File::E};
    }

    [[nodiscard]] constexpr std::size_t input(Piece piece, Square square) const {
        const int seen = index_of(square) ^ (side == Color::White ? 0 : 56) ^ (is_mirrored ? 7 : 0);
        const int theirs = color_of(piece) == side ? 0 : 6;
        return static_cast<std::size_t>((theirs + static_cast<int>(type_of(piece))) * 64 + seen);
    }

    [[nodiscard]] friend constexpr bool operator==(const View&, const View&) = default;
};

// The sums of the network. Plain loops over arrays of a fixed length: the compiler makes of them
// the best its instruction set has, and whole numbers come out the same with any.

// Rows of weights that an accumulator gains and loses.
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

// The squares of what the neurons say, from 0 to 1, weighed: in 1 / (input_unit * input_unit *
// output_unit).
[[nodiscard]] inline std::int32_t weighed_squares(const Neurons& neurons, const Neurons& weights) {
    std::int32_t sum = 0;
    for (std::size_t i = 0; i < width; ++i) {
        const auto said = std::clamp<std::int16_t>(neurons[i], 0, input_unit);
        // Fits into 16 bits, see largest_output_weight; so the processor can do twice as many at a
        // time.
        const auto weighed = static_cast<std::int16_t>(said * weights[i]);
        sum += static_cast<std::int32_t>(weighed) * static_cast<std::int32_t>(said);
    }
    return sum;
}

// In the unit of evaluations, as the side to move sees it.
[[nodiscard]] inline int output(const Network& network, const Neurons& us, const Neurons& them,
                                std::size_t bucket) {
    const auto& weights = network.output[bucket];
    const std::int32_t squares =
        weighed_squares(us, weights[0]) + weighed_squares(them, weights[1]);
    const std::int64_t sum = std::int64_t{squares / input_unit} + network.output_biases[bucket];
    return static_cast<int>(sum * network.scale / (input_unit * output_unit));
}

}  // namespace rookery::network
