#include "engine/engine.h"

#include "base/random.h"
#include "engine/engine_helpers.h"
#include "eval/nnue/network_file.h"
#include "eval/nnue/nnue_helpers.h"
#include "support/chess_helpers.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <new>

namespace rookery {
namespace {

using namespace std::chrono_literals;
using test::Answer;
using test::Witness;

SearchOrder with_clock(std::chrono::milliseconds left) {
    SearchOrder order;
    order.clock = GameTime{left, 0ms, 0, 0ms};
    return order;
}

SearchOrder to_depth(int depth) {
    SearchOrder order;
    order.depth = depth;
    return order;
}

// The move that is played begins the last line that is no bound.
void expect_told(const Answer& answer) {
    ASSERT_FALSE(answer.lines.empty());
    const LineReport* last = nullptr;
    for (const LineReport& line : answer.lines)
        if (line.line == 1 && line.bound == LineReport::Bound::Exact) last = &line;
    ASSERT_NE(last, nullptr);
    if (answer.result.best) {
        ASSERT_FALSE(last->moves.empty());
        EXPECT_EQ(last->moves.front(), answer.result.best);
    }
}

TEST(Engine, AnswersEverySearchOnce) {
    Witness witness;
    Engine engine(test::real_searchers, 1, witness);
    for (int i = 1; i <= 5; ++i) engine.search(to_depth(i));
    engine.await_all();
    ASSERT_EQ(witness.answers().size(), 5u);
    for (const Answer& answer : witness.answers()) expect_told(answer);
}

// Says which colony helps it.
class TalkingSearcher final : public Searcher {
  public:
    explicit TalkingSearcher(std::string colony) : colony_(std::move(colony)) {}

    void new_game() override {}
    void resize(const Resources&) override {}
    SearchResult search(const Root&, const Limits&, std::stop_token,
                        SearchListener& listener) override {
        listener.on_notice("helped by " + colony_);
        return {};
    }

  private:
    const std::string colony_;
};

TEST(Engine, WhatASearcherHasToSayIsHeardAndItsColonyIsTheChosenOne) {
    constexpr SearcherEntry talking[] = {
        {.name = "talking",
         .summary = "talks",
         .create = [](const SearcherSetup& setup) -> std::unique_ptr<Searcher> {
             return std::make_unique<TalkingSearcher>(setup.colony);
         },
         .is_helped = true}};
    Witness witness;
    Engine engine(talking, 1, witness);
    engine.search(to_depth(1));
    EXPECT_EQ(engine.set_option("Colony", "attic.rookery"), std::nullopt);
    engine.search(to_depth(1));
    engine.await_all();
    EXPECT_EQ(witness.notices(),
              (std::vector<std::string>{"helped by ", "helped by attic.rookery"}));
}

TEST(Engine, PondersUntilTheMoveIsPlayed) {
    Witness witness;
    Engine engine(test::obedient_searcher, 1, witness);
    SearchOrder order = with_clock(20ms);
    order.ponder = true;
    engine.search(order);
    ASSERT_TRUE(witness.await_line());
    std::this_thread::sleep_for(60ms);  // longer than its clock, which must not run
    EXPECT_EQ(witness.answers().size(), 0u);
    engine.ponder_hit();  // now it does, and ends the search without a stop
    EXPECT_TRUE(witness.await_answers(1));
}

TEST(Engine, ClocksRunFromThePonderHit) {
    Witness witness;
    Engine engine(test::obedient_searcher, 1, witness);
    SearchOrder order;
    order.move_time = 300ms;
    order.ponder = true;
    engine.search(order);
    ASSERT_TRUE(witness.await_line());
    std::this_thread::sleep_for(350ms);
    const auto hit = std::chrono::steady_clock::now();
    engine.ponder_hit();
    ASSERT_TRUE(witness.await_answers(1));
    // All of its time, and not what is left of it since the order, which would be nothing.
    EXPECT_GE(std::chrono::steady_clock::now() - hit, 280ms);
}

TEST(Engine, APonderHitAfterTheSearchAnswersAtOnce) {
    Witness witness;
    Engine engine(test::real_searchers, 1, witness);
    SearchOrder order = to_depth(1);
    order.clock = GameTime{1h, 0ms, 0, 0ms};
    order.ponder = true;
    engine.search(order);
    ASSERT_TRUE(witness.await_line());
    EXPECT_EQ(witness.answers().size(), 0u);
    engine.ponder_hit();
    EXPECT_TRUE(witness.await_answers(1));
}

TEST(Engine, WithoutAnyLimitAPonderHitEndsTheSearch) {
    Witness witness;
    Engine engine(test::obedient_searcher, 1, witness);
    SearchOrder order;
    order.ponder = true;
    engine.search(order);
    engine.ponder_hit();
    EXPECT_TRUE(witness.await_answers(1));
}

TEST(Engine, APonderHitInTimeLetsASearchWaitInTheQueue) {
    Witness witness;
    Engine engine(test::obedient_searcher, 1, witness);
    SearchOrder first;
    first.move_time = 50ms;
    engine.search(first);
    SearchOrder second;
    second.move_time = 10ms;
    second.ponder = true;
    engine.search(second);
    engine.ponder_hit();
    EXPECT_TRUE(witness.await_answers(2));
}

TEST(Engine, OptionsDoNotEndAnAnalysis) {
    Witness witness;
    Engine engine(test::obedient_searcher, 1, witness);
    SearchOrder order;
    order.infinite = true;
    engine.search(order);
    ASSERT_TRUE(witness.await_line());
    EXPECT_FALSE(engine.set_option("MultiPV", "3"));
    EXPECT_FALSE(engine.set_option("Clear Hash", ""));
    engine.await_ready();
    EXPECT_EQ(witness.answers().size(), 0u);
    engine.stop();
    EXPECT_TRUE(witness.await_answers(1));
}

void race(int rounds) {
    Witness witness;
    Engine engine(test::real_searchers, 1, witness);
    Random random(7);
    std::size_t ordered = 0;
    for (int round = 0; round < rounds; ++round) {
        SearchOrder order = with_clock(std::chrono::milliseconds(random.below(4)));
        order.ponder = !random.one_in(3);
        order.infinite = !order.ponder;
        engine.search(order);
        ++ordered;
        std::this_thread::sleep_for(std::chrono::microseconds(random.below(5000)));
        if (order.ponder && random.one_in(2))
            engine.ponder_hit();
        else
            engine.stop();
        if (random.one_in(8)) engine.stop();
        ASSERT_TRUE(witness.await_answers(ordered)) << round;
        ASSERT_EQ(witness.answer_count(), ordered);
    }
}

TEST(Engine, StopAndPonderHitRaces) { race(200); }
TEST(Engine, StopAndPonderHitRacesLong) { race(10'000); }

TEST(Engine, ChoosesSearcherAndEvaluator) {
    Witness witness;
    Engine engine(test::real_searchers, 1, witness);
    engine.search(to_depth(5));
    EXPECT_FALSE(engine.set_option("evaluator", "MATERIAL"));
    EXPECT_EQ(engine.settings().evaluator, "material");
    engine.search(to_depth(5));
    EXPECT_FALSE(engine.set_option("Searcher", "random"));
    engine.search(to_depth(5));
    EXPECT_FALSE(engine.set_option("Searcher", "pvs"));
    EXPECT_FALSE(engine.set_option("Evaluator", "network"));
    engine.search(to_depth(5));
    engine.await_all();
    const auto answers = witness.answers();
    ASSERT_EQ(answers.size(), 4u);
    EXPECT_NE(answers[0].result.nodes, answers[1].result.nodes);
    EXPECT_EQ(answers[2].result.nodes, 1u);
    EXPECT_EQ(answers[3].result.nodes, answers[0].result.nodes);
    EXPECT_TRUE(engine.set_option("Searcher", "oracle").has_value());
    EXPECT_TRUE(engine.set_option("Evaluator", "").has_value());
    EXPECT_TRUE(witness.notices().empty());
}

// Networks from outside: a good one is used, a bad one refused, and what was there goes on.
class EvalFile : public ::testing::Test {
  protected:
    ~EvalFile() override { std::filesystem::remove(path); }

    [[nodiscard]] std::uint64_t nodes() {
        engine.new_game();
        engine.search(to_depth(5));
        engine.await_all();
        return witness.answers().back().result.nodes;
    }

    Witness witness;
    Engine engine{test::real_searchers, 1, witness};
    const std::string path = ::testing::TempDir() +
                             ::testing::UnitTest::GetInstance()->current_test_info()->name() +
                             ".rooknet";
};

TEST_F(EvalFile, AnotherNetworkSearchesOtherwise) {
    const std::uint64_t own = nodes();
    std::ofstream(path, std::ios::binary) << nnue::bytes_of(*test::random_network(5));
    EXPECT_EQ(engine.set_option("EvalFile", path), std::nullopt);
    EXPECT_NE(nodes(), own);
    EXPECT_EQ(engine.set_option("EvalFile", "<empty>"), std::nullopt);
    EXPECT_EQ(nodes(), own);
    EXPECT_TRUE(witness.notices().empty());
}

TEST_F(EvalFile, AWrongFileIsRefusedWithTheReason) {
    const std::uint64_t own = nodes();
    const auto missing = engine.set_option("EvalFile", path);
    ASSERT_TRUE(missing.has_value());
    EXPECT_EQ(*missing, "option EvalFile: " + path + " cannot be read");
    const std::string good = nnue::bytes_of(*test::random_network(5));
    std::string damaged = good;
    damaged[good.size() / 2] = static_cast<char>(damaged[good.size() / 2] ^ 1);
    for (const auto& [bytes, why] :
         {std::pair(std::string("an ordinary file"), "it is not a network of Rookery"),
          std::pair(good.substr(0, 1000), "it is cut off"), std::pair(damaged, "it is damaged")}) {
        std::ofstream(path, std::ios::binary) << bytes;
        const auto problem = engine.set_option("EvalFile", path);
        ASSERT_TRUE(problem.has_value());
        EXPECT_EQ(*problem, "option EvalFile: " + path + ": " + why);
        EXPECT_EQ(nodes(), own);
    }
}

// It is read when it is chosen; what becomes of it later does not matter.
TEST_F(EvalFile, AFileThatHasGoneIsStillPlayedWith) {
    std::ofstream(path, std::ios::binary) << nnue::bytes_of(*test::random_network(5));
    EXPECT_EQ(engine.set_option("EvalFile", path), std::nullopt);
    const std::uint64_t other = nodes();
    std::filesystem::remove(path);
    EXPECT_EQ(engine.set_option("Searcher", "random"), std::nullopt);
    EXPECT_EQ(nodes(), 1u);
    EXPECT_EQ(engine.set_option("Searcher", "pvs"), std::nullopt);
    EXPECT_EQ(nodes(), other);
    EXPECT_EQ(engine.network().output, test::random_network(5)->output);
    EXPECT_TRUE(witness.notices().empty());
}

// Whoever trains writes to the same place again.
TEST_F(EvalFile, NamedAgainItIsReadAgain) {
    std::ofstream(path, std::ios::binary) << nnue::bytes_of(*test::random_network(5));
    EXPECT_EQ(engine.set_option("EvalFile", path), std::nullopt);
    const std::uint64_t first = nodes();
    std::ofstream(path, std::ios::binary) << nnue::bytes_of(*test::random_network(6));
    EXPECT_EQ(engine.set_option("Hash", "8"), std::nullopt);
    EXPECT_EQ(nodes(), first);
    EXPECT_EQ(engine.set_option("evalfile", path), std::nullopt);
    EXPECT_NE(nodes(), first);
    EXPECT_EQ(engine.network().output, test::random_network(6)->output);
    // What is none changes nothing.
    std::ofstream(path, std::ios::binary) << "no network";
    EXPECT_TRUE(engine.set_option("EvalFile", path).has_value());
    EXPECT_EQ(engine.network().output, test::random_network(6)->output);
}

TEST(Engine, MovesPlayedAreMovesTold) {
    Random random(3);
    for (const char* threads : {"1", "3"}) {
        Witness witness;
        Engine engine(test::real_searchers, 1, witness);
        ASSERT_FALSE(engine.set_option("Hash", "1"));
        ASSERT_FALSE(engine.set_option("Threads", threads));
        for (int i = 0; i < 30; ++i) {
            engine.set_game(Game(test::random_position(random, 60)));
            SearchOrder order;
            order.nodes = 1 + random.below(5'000);
            engine.search(order);
        }
        engine.await_all();
        ASSERT_EQ(witness.answers().size(), 30u);
        for (const Answer& answer : witness.answers()) expect_told(answer);
    }
}

class GreedySearcher final : public Searcher {
  public:
    void new_game() override {}
    void resize(const Resources& resources) override {
        if (resources.hash_mib > 100) throw std::bad_alloc();
    }
    SearchResult search(const Root&, const Limits&, std::stop_token, SearchListener&) override {
        throw std::runtime_error("no luck");
    }
};

TEST(Engine, SurvivesASearcherThatFails) {
    constexpr SearcherEntry greedy[] = {{"greedy", "fails", test::create<GreedySearcher>}};
    Witness witness;
    Engine engine(greedy, 1, witness);
    EXPECT_FALSE(engine.set_option("Hash", "101"));
    engine.search(to_depth(3));
    engine.await_all();
    ASSERT_EQ(witness.answers().size(), 1u);
    EXPECT_TRUE(witness.answers()[0].result.best);
    expect_told(witness.answers()[0]);
    EXPECT_EQ(witness.notices().size(), 2u);
}

TEST(Engine, RefusesMoreMemoryThanThereIs) {
    Witness witness;
    Engine engine(test::real_searchers, 1, witness);
    const auto problem = engine.set_option("Hash", "1048576");  // a tebibyte
    ASSERT_TRUE(problem.has_value());
    EXPECT_NE(problem->find("not enough memory"), std::string::npos) << *problem;
    EXPECT_EQ(engine.settings().hash_mib, 16);
}

TEST(Engine, TwoAtOnce) {
    Witness one, other;
    Engine first(test::real_searchers, 1, one);
    Engine second(test::real_searchers, 2, other);
    first.search(to_depth(7));
    second.search(to_depth(7));
    ASSERT_TRUE(one.await_answers(1) && other.await_answers(1));
    EXPECT_EQ(one.answers()[0].result.nodes, other.answers()[0].result.nodes);
}

TEST(Engine, WeakOpponentsDifferFromGameToGame) {
    Witness witness;
    Engine engine(test::real_searchers, 1, witness);
    EXPECT_FALSE(engine.set_option("Level", "1"));
    for (int i = 0; i < 8; ++i) {
        engine.new_game();
        engine.search({});  // the level is limit enough
        engine.await_all();
    }
    std::vector<std::uint16_t> moves;
    for (const Answer& answer : witness.answers()) moves.push_back(answer.result.best.code());
    ASSERT_EQ(moves.size(), 8u);
    std::sort(moves.begin(), moves.end());
    EXPECT_NE(moves.front(), moves.back());
    // Whoever analyses wants the truth.
    EXPECT_FALSE(engine.set_option("UCI_AnalyseMode", "true"));
    EXPECT_TRUE(engine.settings().strength().is_full());
}

}  // namespace
}  // namespace rookery
