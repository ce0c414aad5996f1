#include "base/machine.h"
#include "base/text.h"
#include "commands/cli.h"
#include "search/bench.h"
#include "ui/interrupts.h"
#include "ui/progress.h"
#include "ui/text.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace rookery {
namespace {

using Json = nlohmann::ordered_json;

struct SpeedTestArguments {
    std::size_t threads = std::max<std::size_t>(1, usable_processors().size());
    double seconds = 20;
    std::optional<std::size_t> given_hash_mib;
    std::string searcher;
    bool json = false;

    [[nodiscard]] std::size_t hash_mib() const {
        constexpr std::size_t per_thread = 16;
        return given_hash_mib.value_or(per_thread * threads);
    }
};

// Those of bench that are far from their end: there a search never runs out of things to do.
std::vector<Root> speedtest_roots() {
    constexpr int fewest_pieces = 20;
    std::vector<Root> roots = bench_roots();
    std::erase_if(
        roots, [](const Root& root) { return popcount(root.position.occupied()) < fewest_pieces; });
    return roots;
}

// What the measuring thread tells and the showing one reads.
class LatestResult {
  public:
    void update(std::size_t done, std::size_t total, const SpeedTestResult& result) {
        const std::lock_guard lock(mutex_);
        done_ = done;
        total_ = total;
        result_ = result;
    }
    [[nodiscard]] std::string text(double seconds) const {
        const std::lock_guard lock(mutex_);
        if (done_ == 0) return fmt::format("0 %, {} so far", time_text(seconds));
        return fmt::format(
            "{} %, {:.2f} million nodes/s, {} left", 100 * done_ / total_,
            result_.together.nodes_per_second() / 1e6,
            time_text(seconds * static_cast<double>(total_ - done_) / static_cast<double>(done_)));
    }

  private:
    mutable std::mutex mutex_;
    std::size_t done_ = 0;
    std::size_t total_ = 0;
    SpeedTestResult result_;
};

SpeedTestResult measure(const SearcherEntry& searcher, const SpeedTestArguments& arguments) {
    const std::vector<Root> roots = speedtest_roots();
    const double searches =
        static_cast<double>(speedtest_searches(arguments.threads, roots.size()));
    const SpeedTestPlan plan{{arguments.hash_mib(), arguments.threads},
                             std::chrono::milliseconds(static_cast<int>(
                                 std::max(1.0, 1000 * arguments.seconds / searches)))};
    LatestResult latest;
    ProgressLine line;
    const SpeedTestResult result = run_interruptibly(
        [&](std::stop_token stop) {
            return run_speedtest(
                searcher, roots, plan, std::move(stop),
                [&](std::size_t done, std::size_t total, const SpeedTestResult& now) {
                    latest.update(done, total, now);
                });
        },
        [&] {
            if (line.is_due()) line.show(latest.text(line.seconds()));
        },
        [] {});
    line.clear();
    return result;
}

Json sum_json(const SpeedSum& sum) {
    return {{"nodes", sum.nodes},
            {"seconds", sum.seconds},
            {"nodes_per_second", static_cast<std::uint64_t>(sum.nodes_per_second())}};
}

void print_json(const SpeedTestResult& result) {
    Json json = sum_json(result.together);
    json["threads"] = result.threads;
    json["nodes_per_second_per_thread"] = static_cast<std::uint64_t>(
        result.together.nodes_per_second() / static_cast<double>(result.threads));
    json["one_thread"] = sum_json(result.alone);
    json["scaling"] = result.scaling();
    json["stopped"] = result.stopped;
    fmt::print("{}\n", json.dump(2));
}

void print_text(const SpeedTestResult& result) {
    const double together = result.together.nodes_per_second();
    fmt::print("{:<12} {:>8.3f} million nodes/s\n", "one thread",
               result.alone.nodes_per_second() / 1e6);
    if (result.threads > 1) {
        fmt::print("{:<12} {:>8.3f} million nodes/s, {:.3f} each\n",
                   fmt::format("{} threads", result.threads), together / 1e6,
                   together / 1e6 / static_cast<double>(result.threads));
        fmt::print("{:<12} {:>8.2f} times one thread\n", "scaling", result.scaling());
    }
    if (result.stopped) fmt::print("Stopped before the end.\n");
}

int run(const SpeedTestArguments& arguments, SearcherTable searchers) {
    const SearcherEntry* entry = arguments.searcher.empty()
                                     ? &searchers.front()
                                     : find_searcher(searchers, arguments.searcher);
    if (entry == nullptr) {
        fmt::print(stderr, "rookery: there is no searcher '{}'\n",
                   printable(arguments.searcher, 40));
        return exit_usage;
    }
    const auto available = available_memory_mib();
    if (available && 2 * arguments.hash_mib() > *available) {  // one table for each of the two
        fmt::print(stderr,
                   "rookery: only {} MiB of memory are free, and it takes two tables of {}\n",
                   *available, arguments.hash_mib());
        return exit_failed;
    }
    const SpeedTestResult result = measure(*entry, arguments);
    arguments.json ? print_json(result) : print_text(result);
    return result.stopped ? exit_interrupted : exit_ok;
}

}  // namespace

void add_speedtest_command(CommandLine& line, Context& context) {
    const Command command = line.command(
        "speedtest",
        "Nodes a second with one thread and with all, taking turns on fixed positions");
    // Shared with the callback, which is kept by the command and runs after this function.
    const auto arguments = std::make_shared<SpeedTestArguments>();
    command.option("--threads", arguments->threads, "Threads (default: one per processor)")
        .type("N")
        .whole_range(1, 1024);
    command.option("--seconds", arguments->seconds, "How long in all (default: 20)")
        .type("S")
        .range(0.01, 86400.0);
    command.option("--hash", arguments->given_hash_mib, "Hash table (default: 16 for each thread)")
        .type("MB")
        .whole_range(1, 1 << 20);
    command.option("--searcher", arguments->searcher, "Another than the engine's").type("NAME");
    command.flag("--json", arguments->json, "The result as JSON on standard output");
    command.footer("Example: rookery speedtest --threads 8 --seconds 60\n"
                   "Ctrl-C stops and shows what was measured; the exit code is then 130.");
    command.on_run(
        [arguments, &context] { context.exit_code = run(*arguments, context.program.searchers); });
}

}  // namespace rookery
