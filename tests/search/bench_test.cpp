#include "search/bench.h"

#include "notation/fen.h"
#include "search/pvs/pvs_searcher.h"
#include "search/random_searcher.h"

#include <gtest/gtest.h>

#include <vector>

namespace rookery {
namespace {

TEST(Bench, EveryPositionIsValid) {
    for (const std::string_view fen : bench_positions()) EXPECT_TRUE(parse_fen(fen).ok()) << fen;
}

TEST(Bench, AddsUpTheNodes) {
    RandomSearcher searcher(1);
    const std::vector<Root> roots(3, Root(Position::start()));
    std::uint64_t heard = 0;
    const BenchResult result =
        run_bench(searcher, roots, 1, [&](std::size_t, std::uint64_t nodes) { heard += nodes; });
    EXPECT_EQ(result.nodes, 3u);
    EXPECT_EQ(heard, 3u);
}

using namespace std::chrono_literals;

// Searches one node and returns at once.
constexpr SearcherEntry quick{"random", "",
                              [](const SearcherSetup& setup) -> std::unique_ptr<Searcher> {
                                  return std::make_unique<RandomSearcher>(setup.seed);
                              }};
constexpr SearcherEntry engine{
    "pvs", "", [](const SearcherSetup&) -> std::unique_ptr<Searcher> { return make_own_pvs(); }};

TEST(SpeedTest, OneThreadSearchesEveryPositionOnce) {
    const std::vector<Root> roots(3, Root(Position::start()));
    std::size_t heard = 0;
    const SpeedTestResult result =
        run_speedtest(quick, roots, {{1, 1}, 1ms}, {},
                      [&](std::size_t done, std::size_t total, const SpeedTestResult& so_far) {
                          EXPECT_EQ(done, ++heard);
                          EXPECT_EQ(total, speedtest_searches(1, 3));
                          EXPECT_EQ(so_far.alone.nodes, heard);
                      });
    EXPECT_EQ(heard, 3u);
    EXPECT_EQ(result.alone.nodes, 3u);
    EXPECT_EQ(result.together.nodes, 3u);
    EXPECT_FALSE(result.stopped);
}

TEST(SpeedTest, SeveralThreadsTakeTurnsWithOne) {
    const std::vector<Root> roots(2, Root(Position::start()));
    std::vector<std::uint64_t> alone, together;
    const SpeedTestResult result =
        run_speedtest(quick, roots, {{1, 4}, 1ms}, {},
                      [&](std::size_t, std::size_t total, const SpeedTestResult& so_far) {
                          EXPECT_EQ(total, 4u);
                          alone.push_back(so_far.alone.nodes);
                          together.push_back(so_far.together.nodes);
                      });
    EXPECT_EQ(alone, (std::vector<std::uint64_t>{1, 1, 2, 2}));
    EXPECT_EQ(together, (std::vector<std::uint64_t>{0, 1, 1, 2}));
    EXPECT_EQ(result.threads, 4u);
}

TEST(SpeedTest, TheEngineIsStoppedByTheClock) {
    const std::vector<Root> roots(1, Root(Position::start()));
    const SpeedTestResult result = run_speedtest(engine, roots, {{1, 2}, 20ms}, {});
    EXPECT_GT(result.alone.nodes, 0u);
    EXPECT_GT(result.together.nodes, 0u);
    EXPECT_GE(result.alone.seconds, 0.02);
}

TEST(SpeedTest, StopsWhenAsked) {
    const std::vector<Root> roots(50, Root(Position::start()));
    std::stop_source stop;
    std::size_t heard = 0;
    const SpeedTestResult result =
        run_speedtest(quick, roots, {{1, 1}, 1ms}, stop.get_token(),
                      [&](std::size_t done, std::size_t, const SpeedTestResult&) {
                          heard = done;
                          if (done == 2) stop.request_stop();
                      });
    EXPECT_TRUE(result.stopped);
    EXPECT_EQ(heard, 2u);
}

TEST(SpeedTest, ComparesSpeedsNotNodes) {
    SpeedTestResult result;
    EXPECT_EQ(result.scaling(), 0);  // nothing measured
    result.alone = {1000, 2};
    result.together = {3000, 4};
    EXPECT_DOUBLE_EQ(result.together.nodes_per_second(), 750);
    EXPECT_DOUBLE_EQ(result.scaling(), 1.5);
}

}  // namespace
}  // namespace rookery
