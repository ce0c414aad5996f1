// A network as bytes, in a file or inside the program.
//
//     8 bytes            "rooknet1"
//     4 each             width, buckets, input unit, output unit, scale, length of the origin
//     the origin         text: from which data, with which settings
//     2 each             features, by input and neuron; biases; output, by bucket, side (to move
//     first) and neuron 4 each             biases of the output 8                  hash of
//     everything before (base/hash.h)
//
// All numbers low byte first.
#pragma once

#include "base/result.h"
#include "eval/nnue/network.h"

#include <memory>
#include <string>
#include <string_view>

namespace rookery::network {

// The error says what is wrong with it: no network, another shape, damaged, or weights whose sums
// could overflow.
[[nodiscard]] Result<std::shared_ptr<const Network>, std::string>
parse_network(std::string_view bytes);
[[nodiscard]] Result<std::shared_ptr<const Network>, std::string>
network_from_file(const std::string& path);

// Of the first so many neurons; the others must be nothing.
[[nodiscard]] std::string bytes_of(const Network& network, std::size_t neurons = width);

}  // namespace rookery::network
