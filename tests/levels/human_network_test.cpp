// The fixture is a tiny network of random weights and what PyTorch predicts with it;
// tests/trainer/human_test.py writes and checks it.
#include "levels/human_network.h"

#include "base/bytes.h"
#include "base/files.h"
#include "chess/movegen.h"
#include "support/chess_helpers.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

namespace rookery::human {
namespace {

std::string fixture(const std::string& ending) {
    const auto text =
        text_of_file(std::string(ROOKERY_SOURCE_DIR) + "/tests/levels/human_fixture." + ending);
    return text ? *text : "";
}

std::shared_ptr<const HumanNetwork> fixture_network() {
    const auto network = HumanNetwork::parse(fixture("rookhuman"));
    EXPECT_TRUE(network.ok());
    return network ? *network : nullptr;
}

std::string with_checksum(std::string bytes) {
    bytes.resize(bytes.size() - 8);
    ByteWriter end;
    end.fixed(hash_of(bytes), 8);
    return bytes + end.take();
}

// A line of the fixture: a situation and what the trainer predicts for it.
struct Expected {
    HumanSituation situation;
    std::vector<double> results;  // lost, drawn, won
    std::vector<std::pair<int, double>> moves;
};

// The line is an object of JSON whose fields have a fixed order: the position in quotes, then
// numbers between words and brackets.
Expected expected_of(const std::string& line) {
    const std::size_t begin = line.find(": \"") + 3;
    const std::size_t end = line.find('"', begin);
    std::vector<double> numbers;
    for (const char* at = line.c_str() + end; *at != '\0';) {
        char* after = nullptr;
        const double number = std::strtod(at, &after);
        if (after != at) numbers.push_back(number);
        at = after == at ? at + 1 : after;
    }
    Expected expected{{.position = test::position_of(line.substr(begin, end - begin))}, {}, {}};
    for (std::size_t i = 0; i < human_history; ++i)
        expected.situation.last[i] = Move::from_code(static_cast<std::uint16_t>(numbers[i]));
    const double* rest = numbers.data() + human_history;
    expected.situation.rating = static_cast<int>(rest[0]);
    expected.situation.opponent_rating = static_cast<int>(rest[1]);
    expected.situation.time = static_cast<TimeClass>(static_cast<int>(rest[2]));
    expected.results = {rest[3], rest[4], rest[5]};
    for (std::size_t i = human_history + 6; i + 1 < numbers.size(); i += 2)
        expected.moves.emplace_back(static_cast<int>(numbers[i]), numbers[i + 1]);
    return expected;
}

double probability_of(const HumanPrediction& prediction, int code) {
    for (const HumanMoveChance& one : prediction.moves)
        if (one.move.code() == code) return one.probability;
    return -1;
}

TEST(HumanNetwork, PredictsWhatTheTrainerSays) {
    const auto network = fixture_network();
    ASSERT_NE(network, nullptr);
    HumanPredictor predictor(network);
    std::istringstream lines(fixture("json"));
    int count = 0;
    for (std::string line; std::getline(lines, line);) {
        if (line.size() < 3) continue;  // the brackets of the list
        ++count;
        const Expected expected = expected_of(line);
        const HumanPrediction prediction = predictor.predict(expected.situation);
        ASSERT_EQ(prediction.moves.size(), legal_moves(expected.situation.position).size());
        ASSERT_EQ(prediction.moves.size(), expected.moves.size());
        double sum = 0, previous = 1;
        for (const HumanMoveChance& chance : prediction.moves) {
            sum += chance.probability;
            EXPECT_LE(chance.probability, previous) << "the likeliest come first";
            previous = chance.probability;
        }
        EXPECT_NEAR(sum, 1, 1e-9);
        for (const auto& [code, probability] : expected.moves)
            EXPECT_NEAR(probability_of(prediction, code), probability, 1e-4) << line;
        EXPECT_NEAR(prediction.loss, expected.results[0], 1e-4);
        EXPECT_NEAR(prediction.draw, expected.results[1], 1e-4);
        EXPECT_NEAR(prediction.win, expected.results[2], 1e-4);
    }
    EXPECT_GE(count, 10);
}

TEST(HumanNetwork, RatingHistoryAndTimeMatter) {
    HumanPredictor predictor(fixture_network());
    const HumanSituation usual{.position = Position::start()};
    const double before = predictor.predict(usual).moves[0].probability;
    const auto changes = [&](auto change) {
        HumanSituation other = usual;
        change(other);
        return predictor.predict(other).moves[0].probability != before;
    };
    EXPECT_TRUE(changes([](HumanSituation& one) { one.rating = 1501; }));
    EXPECT_TRUE(changes([](HumanSituation& one) { one.opponent_rating = 1499; }));
    EXPECT_TRUE(changes([](HumanSituation& one) { one.time = TimeClass::Bullet; }));
    EXPECT_TRUE(changes([](HumanSituation& one) { one.last[3] = Move(Square::A2, Square::A4); }));
    EXPECT_FALSE(changes([](HumanSituation&) {})) << "nothing remains of the last prediction";
}

TEST(HumanNetwork, RatingsBeyondTheKnotsAreThoseAtTheEnd) {
    HumanPredictor predictor(fixture_network());
    const auto first = [&](int rating) {
        return predictor.predict({.position = Position::start(), .rating = rating})
            .moves[0]
            .probability;
    };
    EXPECT_EQ(first(600), first(100));
    EXPECT_EQ(first(2600), first(4000));
    EXPECT_NE(first(2600), first(2599));
}

TEST(HumanNetwork, ColoursAndSidesOfTheBoardMakeNoDifference) {
    HumanPredictor predictor(fixture_network());
    const auto chances = [&](const char* fen) {
        std::vector<double> all;
        for (const HumanMoveChance& one :
             predictor.predict({.position = test::position_of(fen)}).moves)
            all.push_back(one.probability);
        std::ranges::sort(all);
        return all;
    };
    const auto white = chances("8/1p3k2/8/3N4/8/5q2/1P1K4/8 w - - 5 40");
    for (const char* same :
         {"8/1p1k4/5Q2/8/3n4/8/1P3K2/8 b - - 5 40", "8/2k3p1/8/4N3/8/2q5/4K1P1/8 w - - 5 40"}) {
        const auto others = chances(same);
        ASSERT_EQ(others.size(), white.size());
        // Moves come in another order, so their sum is rounded in another way.
        for (std::size_t i = 0; i < white.size(); ++i) EXPECT_NEAR(others[i], white[i], 1e-12);
    }
}

TEST(HumanNetwork, ThreadsShareANetwork) {
    const auto network = fixture_network();
    const HumanSituation start{.position = Position::start()};
    const double expected = HumanPredictor(network).predict(start).moves[0].probability;
    std::vector<double> found(4);
    {
        std::vector<std::jthread> threads;
        for (double& one : found)
            threads.emplace_back([&one, &network, &start] {
                HumanPredictor predictor(network);
                for (int i = 0; i < 20; ++i) one = predictor.predict(start).moves[0].probability;
            });
    }
    for (const double one : found) EXPECT_EQ(one, expected);
}

TEST(HumanNetworkFile, WhatIsNoneIsRefusedWithTheReason) {
    const std::string whole = fixture("rookhuman");
    const auto error_of = [](const std::string& bytes) {
        const auto network = HumanNetwork::parse(bytes);
        return network ? std::string() : network.error();
    };
    EXPECT_EQ(error_of(whole), "");
    EXPECT_EQ(error_of(""), "it is not a human network of Rookery");
    EXPECT_EQ(error_of("rooknet1" + whole.substr(8)), "it is not a human network of Rookery");
    EXPECT_EQ(error_of(whole.substr(0, 20)), "it is cut off");
    EXPECT_EQ(error_of(whole.substr(0, whole.size() - 1)), "it is cut off");
    EXPECT_EQ(error_of(whole + "x"), "it goes on after its end");
    for (const std::size_t place : {std::size_t{40}, whole.size() / 2, whole.size() - 1}) {
        std::string damaged = whole;
        damaged[place] = static_cast<char>(damaged[place] ^ 1);
        EXPECT_EQ(error_of(damaged), "it is damaged") << place;
    }
    std::string shapeless = whole;
    shapeless[8] = '\0';
    EXPECT_EQ(error_of(shapeless), "its shape is not one that this program can use");
    shapeless[10] = '\x7F';
    EXPECT_EQ(error_of(shapeless), "its shape is not one that this program can use");
    std::string long_winded = whole;
    long_winded[8 + 20 + 3] = '\x7F';
    EXPECT_TRUE(error_of(long_winded).starts_with("what it says about its origin"));
    std::string not_numbers = whole;
    not_numbers.replace(not_numbers.size() - 12, 4, "\xFF\xFF\xFF\x7F");  // the last bias
    EXPECT_EQ(error_of(with_checksum(not_numbers)), "its weights are not ordinary numbers");
    EXPECT_FALSE(HumanNetwork::from_file("/dev/zero").ok());
    EXPECT_FALSE(HumanNetwork::from_file("/nonexistent/net").ok());
}

TEST(HumanNetworkFile, SaysHowItWasMade) {
    const auto network = fixture_network();
    EXPECT_EQ(network->origin(), R"({"made": "at random"})");
    EXPECT_EQ(network->shape().blocks, 2U);
    EXPECT_GT(network->multiplications(), 64U * 9 * network->shape().channels);
}

}  // namespace
}  // namespace rookery::human
