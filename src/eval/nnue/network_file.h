// A network as bytes, in a file or inside the program. All numbers are little-endian.
//
//     8 bytes       "rooknet1"
//     4 bytes each  width, buckets, input unit, output unit, scale, length of the origin
//     the origin    text: from which data, with which settings
//     2 bytes each  features, by input and neuron; biases; output weights, by bucket, side (to move
//                   first) and neuron
//     4 bytes each  output biases
//     8 bytes       hash of everything before (hash_of in base/bytes.h)
#pragma once

#include "base/result.h"
#include "eval/nnue/network.h"

#include <memory>
#include <string>
#include <string_view>

namespace rookery::nnue {

// The error says what is wrong: not a network, another shape, damaged, or weights so large that
// sums could overflow.
[[nodiscard]] Result<std::shared_ptr<const Network>, std::string>
parse_network(std::string_view bytes);
[[nodiscard]] Result<std::shared_ptr<const Network>, std::string>
network_from_file(const std::string& path);

// Writes the first `neurons` neurons; the others must be zero.
[[nodiscard]] std::string bytes_of(const Network& network, std::size_t neurons = width);

// The default net, which is built into the program (default_net.cpp).
[[nodiscard]] std::shared_ptr<const Network> default_net();
// The net of the levels of strength, which stays when the default net changes.
[[nodiscard]] std::shared_ptr<const Network> level_net();

}  // namespace rookery::nnue
