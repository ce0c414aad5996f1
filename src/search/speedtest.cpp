#include "search/speedtest.h"

#include "base/stopwatch.h"

namespace rookery {
namespace {

// Searches one position as if it began a new game. Forgetting the last one is not part of the time.
void add_search(SpeedSum& sum, Searcher& searcher, const Root& root,
                std::chrono::milliseconds time, const std::stop_token& stop) {
    searcher.new_game();
    SearchListener nobody;
    Limits limits;
    const Stopwatch watch;
    limits.hard_deadline = Limits::Instant::clock::now() + time;
    sum.nodes += searcher.search(root, limits, stop, nobody).nodes;
    sum.seconds += watch.seconds();
}

}  // namespace

double SpeedSum::nodes_per_second() const {
    return seconds > 0 ? static_cast<double>(nodes) / seconds : 0;
}

double SpeedTestResult::scaling() const {
    const double one = alone.nodes_per_second();
    return one > 0 ? together.nodes_per_second() / one : 0;
}

std::size_t speedtest_searches(std::size_t threads, std::size_t positions) {
    return threads > 1 ? 2 * positions : positions;
}

SpeedTestResult run_speedtest(const SearcherEntry& entry, std::span<const Root> roots,
                              const SpeedTestPlan& plan, std::stop_token stop,
                              const SpeedTestListener& listener) {
    SpeedTestResult result;
    result.threads = plan.resources.threads;
    const bool several = result.threads > 1;
    const std::size_t total = speedtest_searches(result.threads, roots.size());
    std::size_t done = 0;
    const auto alone = entry.create({.seed = 1});
    alone->resize({plan.resources.hash_mib, 1});
    const auto together = several ? entry.create({.seed = 1}) : nullptr;
    if (several) together->resize(plan.resources);

    const auto measure = [&](Searcher& searcher, SpeedSum& sum, const Root& root) {
        if (stop.stop_requested()) return;
        add_search(sum, searcher, root, plan.per_search, stop);
        if (!several) result.together = result.alone;
        if (listener) listener(++done, total, result);
    };
    for (const Root& root : roots) {
        measure(*alone, result.alone, root);
        if (several) measure(*together, result.together, root);
    }
    result.stopped = stop.stop_requested();
    return result;
}

}  // namespace rookery
