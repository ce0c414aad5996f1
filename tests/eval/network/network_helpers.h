// Networks of random weights: what must hold for one holds for all.
#pragma once

#include "base/random.h"
#include "eval/network/network.h"

#include <memory>

namespace rookery::test {

inline std::shared_ptr<network::Network> random_network(std::uint64_t seed) {
    Random random(seed);
    const auto fill = [&](network::Neurons& row, int largest) {
        for (std::int16_t& one : row)
            one = static_cast<std::int16_t>(static_cast<int>(random.below(static_cast<std::uint64_t>(2 * largest + 1))) -
                                            largest);
    };
    auto made = std::make_shared<network::Network>();
    for (network::Neurons& row : made->features) fill(row, 100);
    fill(made->biases, 200);
    for (auto& sides : made->output)
        for (network::Neurons& row : sides) fill(row, 60);
    for (std::int32_t& bias : made->output_biases) bias = static_cast<std::int32_t>(random.below(2000)) - 1000;
    made->origin = R"({"made": "by lot"})";
    return made;
}

}  // namespace rookery::test
