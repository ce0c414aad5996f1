#include "colony/live/self_test.h"

#include "search/bench.h"

namespace rookery::colony {

SelfTest test_self(Searcher& searcher, const std::stop_token& stop) {
    const BenchResult result = run_bench(searcher, bench_roots(), bench_depth, {}, stop);
    return {{ROOKERY_VERSION, protocol_version, result.nodes}, result.nodes_per_second()};
}

}  // namespace rookery::colony
