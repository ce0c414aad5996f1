#include "lab/thread_gain.h"

#include "base/measure.h"
#include "search/textbook/textbook_searchers.h"

#include <fmt/format.h>

namespace rookery::lab {
namespace {

struct Run {
    double seconds = 0;
    double million_nodes = 0;
};

Run run_with(std::size_t threads, const std::vector<NamedPosition>& positions, int depth,
             const std::stop_token& stop) {
    const auto searcher = textbook::make_alphabeta_on_threads({});
    searcher->resize({.hash_mib = 1, .threads = threads});
    Limits limits;
    limits.depth = depth;
    NoListener no_listener;
    Run run;
    const Stopwatch watch;
    for (const NamedPosition& one : positions) {
        const std::uint64_t nodes =
            searcher->search(Root(one.position), limits, stop, no_listener).nodes;
        run.million_nodes += static_cast<double>(nodes) / 1e6;
    }
    run.seconds = watch.seconds();
    return run;
}

ThreadRow summed_up(std::size_t threads, const std::vector<std::vector<Run>>& turns) {
    std::vector<double> seconds;
    std::vector<double> gain;
    std::vector<double> nodes;
    for (const std::vector<Run>& turn : turns) {
        seconds.push_back(turn[threads - 1].seconds);
        gain.push_back(turn[0].seconds / turn[threads - 1].seconds);
        nodes.push_back(turn[threads - 1].million_nodes);
    }
    return {threads, median_of(seconds), median_of(gain), median_of(nodes)};
}

}  // namespace

std::vector<ThreadRow> measure_threads(const std::vector<NamedPosition>& positions,
                                       const ThreadPlan& plan, const std::stop_token& stop,
                                       const Progress& progress) {
    std::vector<std::vector<Run>> turns;
    for (int turn = 1; turn <= plan.turns; ++turn) {
        std::vector<Run> runs;
        for (std::size_t threads = 1; threads <= plan.most_threads && !stop.stop_requested();
             ++threads) {
            report(progress, fmt::format("turn {} of {}, {} threads", turn, plan.turns, threads));
            runs.push_back(run_with(threads, positions, plan.depth, stop));
        }
        if (stop.stop_requested()) break;
        turns.push_back(std::move(runs));
    }
    std::vector<ThreadRow> rows;
    for (std::size_t threads = 1; threads <= plan.most_threads && !turns.empty(); ++threads)
        rows.push_back(summed_up(threads, turns));
    return rows;
}

arena::ResultTable threads_table(const std::vector<ThreadRow>& rows, const ThreadPlan& plan,
                                 std::size_t positions) {
    arena::ResultTable table{
        .title = fmt::format(
            "alphabeta-threads, depth {}, {} positions, median (least to most) of {} turns",
            plan.depth, positions, plan.turns),
        .key = "threads"};
    table.columns = {{"threads", "threads"},
                     {"seconds", "seconds", 2},
                     {"times as fast", "gain", 2},
                     {"million nodes", "million_nodes", 2}};
    for (const ThreadRow& row : rows)
        table.rows.push_back({measured(row.threads), measured(row.seconds), measured(row.gain),
                              measured(row.million_nodes)});
    return table;
}

}  // namespace rookery::lab
