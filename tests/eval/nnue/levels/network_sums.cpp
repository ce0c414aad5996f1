// The arithmetic of the network on random numbers, and a hash of the results. Compiled once for
// every instruction-set level and once without vectors (tests/CMakeLists.txt); levels_test.py
// compares the hashes. Only headers are in it, so that no two levels meet in one program. With
// --time: how many nanoseconds an evaluation takes (bench/network_levels.py).
#include "base/bytes.h"
#include "base/random.h"
#include "eval/nnue/network.h"

#include <cstdio>
#include <ctime>
#include <memory>
#include <string>
#include <string_view>

namespace {

using namespace rookery::nnue;
using rookery::Random;

constexpr int rounds = 2000;

int between(Random& random, int lowest, int highest) {
    return lowest +
           static_cast<int>(random.below(static_cast<std::uint64_t>(highest - lowest + 1)));
}

void fill(Neurons& neurons, Random& random, int most) {
    for (std::int16_t& one : neurons) one = static_cast<std::int16_t>(between(random, -most, most));
}

std::unique_ptr<Network> some_network(Random& random) {
    auto network = std::make_unique<Network>();
    for (Neurons& row : network->features) fill(row, random, largest_input_weight);
    fill(network->biases, random, largest_input_weight);
    // So large that both sides together still fit into 32 bits for any neurons.
    constexpr int most =
        std::min<int>(largest_output_weight, (1 << 30) / (input_unit * input_unit * int{width}));
    for (auto& sides : network->output)
        for (Neurons& weights : sides) fill(weights, random, most);
    for (std::int32_t& bias : network->output_biases) bias = between(random, -100'000, 100'000);
    return network;
}

template <class Values>
void append(std::string& bytes, const Values& values) {
    bytes.append(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(values[0]));
}

// A hash of all results.
std::uint64_t sums(const Network& network, Random& random) {
    std::string bytes;
    const auto row = [&] { return &network.features[random.below(inputs)]; };
    for (int round = 0; round < rounds; ++round) {
        // All forms that the evaluator uses, with too few rows to leave 16 bits, whichever they
        // are.
        Neurons us = network.biases, them = network.biases;
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
        for (std::size_t bucket = 0; bucket < buckets; ++bucket)
            said[bucket] = output(network, us, them, bucket);
        append(bytes, said);
    }
    return rookery::hash_of(bytes);
}

// Of processor time, for what a quiet move costs: a row gained and one lost for either side, and
// the output.
double nanoseconds(const Network& network, Random& random) {
    constexpr int different = 256;  // so many moves, over and over, that the rows stay near
    constexpr int evaluations = 2'000'000;
    std::array<const Neurons*, 4 * different> rows{};
    for (const Neurons*& row : rows) row = &network.features[random.below(inputs)];
    Neurons us = network.biases, them = network.biases;
    std::int64_t said = 0;
    const std::clock_t begin = std::clock();
    for (std::size_t i = 0; i < evaluations; ++i) {
        const std::size_t first = i % different * 4;
        Neurons us_after, them_after;
        change<1, 1>(us_after, us, {rows[first]}, {rows[first + 1]});
        change<1, 1>(them_after, them, {rows[first + 2]}, {rows[first + 3]});
        said += output(network, us_after, them_after, i % buckets);
        // Each evaluation depends on the last, so that none can be computed in advance.
        us[i % width] = static_cast<std::int16_t>(said & 0xff);
    }
    // The result is used, so that nothing can be optimized away.
    [[maybe_unused]] volatile std::int64_t used = said;
    return static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC * 1e9 / evaluations;
}

}  // namespace

int main(int count, char** words) {
    Random random(1);
    const auto network = some_network(random);
    if (count > 1 && std::string_view(words[1]) == "--time")
        std::printf("%.2f\n", nanoseconds(*network, random));
    else
        std::printf("%016llx\n", static_cast<unsigned long long>(sums(*network, random)));
}
