// The network's sums on numbers drawn at random, and a hash of what came out. Compiled once for every instruction-set
// level and once without vectors (tests/CMakeLists.txt); tests/eval/network_levels_test.py compares what they say. Nothing
// but the headers in question is in it, so that no two levels meet in one program.
#include "eval/network/arithmetic.h"

#include <cstdio>
#include <memory>

namespace {

using namespace rookery::network;

// xorshift; the program's own random numbers would be another thing to compile.
class Dice {
  public:
    int between(int lowest, int highest) {
        state_ ^= state_ << 13;
        state_ ^= state_ >> 7;
        state_ ^= state_ << 17;
        return lowest + static_cast<int>(state_ % static_cast<std::uint64_t>(highest - lowest + 1));
    }

  private:
    std::uint64_t state_ = 88172645463325252;
};

void fill(Neurons& neurons, Dice& dice, int most) {
    for (std::int16_t& one : neurons) one = static_cast<std::int16_t>(dice.between(-most, most));
}

// With the largest weights that a file may have.
std::unique_ptr<Network> some_network(Dice& dice) {
    auto network = std::make_unique<Network>();
    for (Neurons& row : network->features) fill(row, dice, largest_input_weight);
    fill(network->biases, dice, largest_input_weight);
    // 32 bits hold the sum of an output's weights on both sides.
    constexpr int most = std::min<int>(largest_output_weight, (1 << 30) / (input_unit * input_unit * int{width}));
    for (auto& sides : network->output)
        for (Neurons& weights : sides) fill(weights, dice, most);
    for (std::int32_t& bias : network->output_biases) bias = dice.between(-100'000, 100'000);
    return network;
}

class Hash {
  public:
    void add(std::int64_t number) { value_ = (value_ ^ static_cast<std::uint64_t>(number)) * 0x100000001B3; }
    [[nodiscard]] std::uint64_t value() const { return value_; }

  private:
    std::uint64_t value_ = 0xCBF29CE484222325;
};

}  // namespace

int main() {
    Dice dice;
    const auto network = some_network(dice);
    Hash hash;
    const auto row = [&] { return &network->features[static_cast<std::size_t>(dice.between(0, inputs - 1))]; };
    for (int round = 0; round < 20'000; ++round) {
        // A few rows only, so that nothing leaves its 16 bits, whichever they are.
        Neurons us = network->biases, them = network->biases;
        change<1, 0>(us, us, {row()}, {});
        change<0, 1>(us, us, {}, {row()});
        change<1, 1>(us, us, {row()}, {row()});
        change<1, 2>(them, us, {row()}, {row(), row()});
        change<2, 2>(them, them, {row(), row()}, {row(), row()});
        for (std::size_t i = 0; i < width; ++i) hash.add(us[i] * 65536 + them[i]);
        for (std::size_t bucket = 0; bucket < buckets; ++bucket) hash.add(output(*network, us, them, bucket));
    }
    std::printf("%016llx\n", static_cast<unsigned long long>(hash.value()));
}
