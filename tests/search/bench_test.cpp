#include "search/bench.h"

#include "notation/fen.h"
#include "search/random_searcher.h"

#include <gtest/gtest.h>

#include <vector>

namespace rookery {
namespace {

TEST(Bench, EveryPositionIsAPosition) {
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

}  // namespace
}  // namespace rookery
