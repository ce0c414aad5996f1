#include "eval/nnue/network_file.h"

#include "base/bytes.h"
#include "eval/nnue/nnue_helpers.h"
#include "eval/nnue/report.h"
#include "support/chess_helpers.h"

#include <gtest/gtest.h>

namespace rookery::nnue {
namespace {

using test::random_network;

// The error of the parser; empty if there is none.
std::string problem(std::string_view bytes) {
    const auto network = parse_network(bytes);
    return network ? std::string() : network.error();
}

std::string with_right_checksum(std::string bytes) {
    bytes.resize(bytes.size() - 8);
    const std::uint64_t sum = hash_of(bytes);
    for (int i = 0; i < 8; ++i) bytes += static_cast<char>(sum >> (8 * i));
    return bytes;
}

TEST(NetworkFile, WhatIsWrittenIsRead) {
    const auto network = random_network(1);
    const auto read = parse_network(bytes_of(*network));
    ASSERT_TRUE(read.ok()) << read.error();
    EXPECT_EQ((*read)->features, network->features);
    EXPECT_EQ((*read)->biases, network->biases);
    EXPECT_EQ((*read)->output, network->output);
    EXPECT_EQ((*read)->output_biases, network->output_biases);
    EXPECT_EQ((*read)->scale, network->scale);
    EXPECT_EQ((*read)->origin, network->origin);
}

TEST(NetworkFile, ANarrowerOneFitsIn) {
    const auto network = random_network(1);
    const auto read = parse_network(bytes_of(*network, width / 2));
    ASSERT_TRUE(read.ok()) << read.error();
    for (std::size_t i = 0; i < width; ++i)
        EXPECT_EQ((*read)->features[5][i], i < width / 2 ? network->features[5][i] : 0);
}

TEST(NetworkFile, WhatIsWrongIsSaid) {
    const std::string good = bytes_of(*random_network(1));
    EXPECT_EQ(problem(good), "");
    EXPECT_EQ(problem(""), "it is not a network of Rookery");
    EXPECT_EQ(problem("something else entirely"), "it is not a network of Rookery");
    EXPECT_EQ(problem(good.substr(0, 20)), "it is cut off");
    EXPECT_EQ(problem(good.substr(0, good.size() - 1)), "it is cut off");
    EXPECT_EQ(problem(good + '\0'), "it goes on after its end");
    std::string damaged = good;
    damaged[good.size() / 2] = static_cast<char>(damaged[good.size() / 2] ^ 1);
    EXPECT_EQ(problem(damaged), "it is damaged");
    std::string wide = good;
    wide[9] = static_cast<char>(wide[9] + 1);
    EXPECT_NE(problem(wide).find("neurons a side"), std::string::npos);
    std::string other = good;
    other[12] = 4;
    EXPECT_EQ(problem(other), "it is built in another way than this program's networks");
}

TEST(NetworkFile, SumsCannotOverflow) {
    const auto refused = [](auto change) {
        const auto network = random_network(1);
        change(*network);
        return problem(bytes_of(*network)) == "its weights are so large that sums could overflow";
    };
    EXPECT_FALSE(refused([](Network&) {}));
    EXPECT_TRUE(refused([](Network& network) { network.features[700][3] = 32000; }));
    EXPECT_TRUE(refused([](Network& network) { network.biases[0] = -32768; }));
    EXPECT_TRUE(refused([](Network& network) { network.output[7][1][0] = 129; }));
    EXPECT_FALSE(
        refused([](Network& network) { network.output_biases[4] = -largest_output_bias; }));
    EXPECT_TRUE(
        refused([](Network& network) { network.output_biases[4] = largest_output_bias + 1; }));
    EXPECT_TRUE(refused([](Network& network) {
        network.output_biases[4] = std::numeric_limits<std::int32_t>::min();
    }));
    // In a narrow network not even the largest weights together overflow.
    constexpr bool is_wide =
        2 * width * 127 * input_unit * input_unit > std::numeric_limits<std::int32_t>::max();
    EXPECT_EQ(is_wide, refused([](Network& network) {
                  for (auto& row : network.output[2]) row.fill(127);
              }));
}

TEST(NetworkFile, NoHeaderIsTooStrange) {
    const std::string good = bytes_of(*random_network(1), 8);
    Random random(3);
    for (int i = 0; i < 2000; ++i) {
        std::string bytes = good.substr(0, 8 + random.below(good.size()));
        for (int j = 0; j < 4; ++j)
            bytes[random.below(std::min<std::size_t>(bytes.size(), 60))] =
                static_cast<char>(random.below(256));
        if (i % 2 == 0 && bytes.size() > 16) bytes = with_right_checksum(bytes);
        static_cast<void>(parse_network(bytes));
    }
}

// Random weights of any size are refused, or give the value of the floating-point description.
TEST(NetworkFile, AcceptedWeightsCannotOverflow) {
    const std::string good = bytes_of(*random_network(1), 8);
    Random random(7);
    int taken = 0;
    for (int i = 0; i < 400; ++i) {
        std::string bytes = good;
        constexpr std::size_t header = 8 + 6 * 4;
        const std::size_t changes = 1 + random.below(3);
        for (std::size_t j = 0; j < changes; ++j)
            bytes[header + random.below(bytes.size() - header - 8)] =
                static_cast<char>(random.below(256));
        const auto network = parse_network(with_right_checksum(bytes));
        if (!network) continue;
        ++taken;
        const Position position = test::random_position(random, 60);
        EXPECT_NEAR(plain_value(position, **network), test::slow_value(**network, position), 1.03);
    }
    EXPECT_GT(taken, 50);
}

TEST(NetworkFile, OnlyFilesThatEndAreRead) {
    const auto devices = network_from_file("/dev/zero");
    ASSERT_FALSE(devices.ok());
    EXPECT_EQ(devices.error(), "/dev/zero is not an ordinary file");
}

}  // namespace
}  // namespace rookery::nnue
