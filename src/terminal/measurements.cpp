#include "terminal/measurements.h"

#include "base/measure.h"
#include "notation/coordinate.h"
#include "store/json.h"
#include "ui/progress.h"
#include "ui/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <mutex>
#include <utility>
#include <vector>

namespace rookery {
namespace {

// Positions where a search never runs out of work.
std::vector<Root> speedtest_roots() {
    constexpr int fewest_pieces = 20;
    std::vector<Root> roots = bench_roots();
    std::erase_if(
        roots, [](const Root& root) { return popcount(root.position.occupied()) < fewest_pieces; });
    return roots;
}

Json sum_json(const SpeedSum& sum) {
    return {{"nodes", sum.nodes},
            {"seconds", sum.seconds},
            {"nodes_per_second", static_cast<std::uint64_t>(sum.nodes_per_second())}};
}

}  // namespace

std::string progress_text(const PerftProgress& progress, double seconds) {
    const double done = static_cast<double>(progress.done);
    const double total = static_cast<double>(progress.total);
    const double nodes = static_cast<double>(progress.nodes);
    if (progress.done == 0) return fmt::format("0 %, {} so far", time_text(seconds));
    return fmt::format("{:.0f} %, {:.1f} million nodes, {:.1f} million/s, {} left",
                       std::floor(100 * done / total), nodes / 1e6, nodes / seconds / 1e6,
                       time_text(seconds * (total - done) / done));
}

std::string perft_moves_text(const Position& position, const PerftResult& result, bool chess960) {
    std::vector<std::pair<std::string, std::uint64_t>> lines;
    for (const PerftCount& entry : result.moves)
        lines.emplace_back(to_coordinate(position, entry.move, chess960), entry.nodes);
    std::sort(lines.begin(), lines.end());
    std::string text;
    for (const auto& [move, nodes] : lines) text += fmt::format("{}: {}\n", move, nodes);
    return text.empty() ? text : text + "\n";
}

std::string perft_totals_text(const PerftResult& result, double seconds) {
    std::string text =
        fmt::format("nodes  {}\ntime   {:.3f} s\nspeed  {:.1f} million nodes/s\n", result.nodes,
                    seconds, static_cast<double>(result.nodes) / std::max(seconds, 1e-9) / 1e6);
    if (result.stopped) text += "Stopped before the end: these counts are incomplete.\n";
    return text;
}

PerftOutcome run_perft_shown(const Position& position, const PerftOptions& options) {
    std::mutex mutex;
    PerftProgress latest;
    ProgressLine line;
    return run_watched(
               line,
               [&](const std::stop_token& stop) {
                   PerftOptions stoppable = options;
                   stoppable.stop = stop;
                   const Stopwatch watch;
                   PerftOutcome outcome;
                   outcome.result =
                       run_perft(position, stoppable, [&](const PerftProgress& progress) {
                           const std::lock_guard lock(mutex);
                           latest = progress;
                       });
                   outcome.seconds = watch.seconds();
                   return outcome;
               },
               [&] {
                   const std::lock_guard lock(mutex);
                   return progress_text(latest, line.seconds());
               })
        .value;
}

SpeedTestResult run_speedtest_shown(const SearcherEntry& searcher, const Resources& resources,
                                    double seconds) {
    const std::vector<Root> roots = speedtest_roots();
    const double searches =
        static_cast<double>(speedtest_searches(resources.threads, roots.size()));
    const SpeedTestPlan plan{resources, std::chrono::milliseconds(static_cast<int>(
                                            std::max(1.0, 1000 * seconds / searches)))};
    std::mutex mutex;
    std::string latest;
    ProgressLine line;
    const auto tell = [&](std::size_t done, std::size_t total, const SpeedTestResult& now) {
        const double left = line.seconds() * static_cast<double>(total - done) /
                            static_cast<double>(std::max<std::size_t>(1, done));
        const std::lock_guard lock(mutex);
        latest = fmt::format("{} %, {:.2f} million nodes/s, {} left", 100 * done / total,
                             now.together.nodes_per_second() / 1e6, time_text(left));
    };
    return run_watched(
               line,
               [&](const std::stop_token& stop) {
                   return run_speedtest(searcher, roots, plan, stop, tell);
               },
               [&] {
                   const std::lock_guard lock(mutex);
                   return latest.empty() ? fmt::format("0 %, {} so far", time_text(line.seconds()))
                                         : latest;
               })
        .value;
}

std::string speedtest_text(const SpeedTestResult& result) {
    const double together = result.together.nodes_per_second();
    std::string text = fmt::format("{:<12} {:>8.3f} million nodes/s\n", "one thread",
                                   result.alone.nodes_per_second() / 1e6);
    if (result.threads > 1) {
        text += fmt::format("{:<12} {:>8.3f} million nodes/s, {:.3f} each\n",
                            fmt::format("{} threads", result.threads), together / 1e6,
                            together / 1e6 / static_cast<double>(result.threads));
        text += fmt::format("{:<12} {:>8.2f} times one thread\n", "scaling", result.scaling());
    }
    if (result.stopped) text += "Stopped before the end.\n";
    return text;
}

std::string speedtest_json(const SpeedTestResult& result) {
    Json json = sum_json(result.together);
    json["threads"] = result.threads;
    json["nodes_per_second_per_thread"] = static_cast<std::uint64_t>(
        result.together.nodes_per_second() / static_cast<double>(result.threads));
    json["one_thread"] = sum_json(result.alone);
    json["scaling"] = result.scaling();
    json["stopped"] = result.stopped;
    return json.dump(2) + '\n';
}

}  // namespace rookery
