#include "colony/live/self_test.h"

#include "search/bench.h"

#include <algorithm>
#include <ctime>

namespace rookery::colony {

SelfTest test_self(Searcher& searcher, const std::stop_token& stop) {
    const std::clock_t before = std::clock();
    const BenchResult result = run_bench(searcher, bench_roots(), bench_depth, {}, stop);
    const double used = static_cast<double>(std::clock() - before) / CLOCKS_PER_SEC;
    // Where the system does not say, time is time.
    const BenchResult undisturbed{result.nodes, used > 0 ? std::min(used, result.seconds) : result.seconds};
    return {
        {ROOKERY_VERSION, protocol_version, result.nodes}, result.nodes_per_second(), undisturbed.nodes_per_second()};
}

}  // namespace rookery::colony
