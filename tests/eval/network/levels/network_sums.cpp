// The network's sums on numbers drawn at random, and a hash of what came out. Compiled once for every instruction-set level
// and once without vectors (tests/CMakeLists.txt); levels_test.py compares what they say. Only headers are in it, so that no
// two levels meet in one program.
#include "base/hash.h"
#include "base/random.h"
#include "eval/network/arithmetic.h"

#include <cstdio>
#include <memory>
#include <string>

namespace {

using namespace rookery::network;
using rookery::Random;

constexpr int rounds = 2000;

int between(Random& random, int lowest, int highest) {
    return lowest + static_cast<int>(random.below(static_cast<std::uint64_t>(highest - lowest + 1)));
}

void fill(Neurons& neurons, Random& random, int most) {
    for (std::int16_t& one : neurons) one = static_cast<std::int16_t>(between(random, -most, most));
}

std::unique_ptr<Network> some_network(Random& random) {
    auto network = std::make_unique<Network>();
    for (Neurons& row : network->features) fill(row, random, largest_input_weight);
    fill(network->biases, random, largest_input_weight);
    // So large that both sides together still fit into 32 bits, whatever the neurons say.
    constexpr int most = std::min<int>(largest_output_weight, (1 << 30) / (input_unit * input_unit * int{width}));
    for (auto& sides : network->output)
        for (Neurons& weights : sides) fill(weights, random, most);
    for (std::int32_t& bias : network->output_biases) bias = between(random, -100'000, 100'000);
    return network;
}

template <class Values>
void append(std::string& bytes, const Values& values) {
    bytes.append(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(values[0]));
}

}  // namespace

int main() {
    Random random(1);
    const auto network = some_network(random);
    std::string bytes;
    const auto row = [&] { return &network->features[random.below(inputs)]; };
    for (int round = 0; round < rounds; ++round) {
        // All forms that the evaluator uses, with too few rows to leave 16 bits, whichever they are.
        Neurons us = network->biases, them = network->biases;
        change<1, 0>(us, us, {row()}, {});
        change<0, 1>(us, us, {}, {row()});
        change<1, 1>(us, us, {row()}, {row()});
        change<1, 2>(us, us, {row()}, {row(), row()});
        change<2, 2>(us, us, {row(), row()}, {row(), row()});
        change<4, 0>(them, them, {row(), row(), row(), row()}, {});
        change<0, 4>(them, them, {}, {row(), row(), row(), row()});
        append(bytes, us);
        append(bytes, them);
        std::array<int, buckets> said{};
        for (std::size_t bucket = 0; bucket < buckets; ++bucket) said[bucket] = output(*network, us, them, bucket);
        append(bytes, said);
    }
    std::printf("%016llx\n", static_cast<unsigned long long>(rookery::hash_of(bytes)));
}
