#include "commands/perft_command.h"

#include "base/machine.h"
#include "base/measure.h"
#include "chess/perft.h"
#include "commands/cli.h"
#include "terminal/perft_text.h"
#include "ui/interrupts.h"

#include <fmt/format.h>

#include <future>
#include <new>
#include <thread>

namespace rookery {
namespace {

struct PerftArguments {
    int depth = 0;
    PositionOption position;
    bool divide = false;
    std::size_t threads = 1;
    std::size_t hash_mib = 0;
    bool make_leaves = false;
    bool chess960 = false;
};

struct Outcome {
    PerftResult result;
    double seconds = 0;
};

// Counts on another thread while this one watches for Ctrl-C and tells how far it is.
Outcome count(const Position& position, const PerftArguments& arguments) {
    const Interrupts interrupts;
    std::stop_source stop;
    PerftOptions options{arguments.depth, arguments.threads, arguments.hash_mib,
                         arguments.make_leaves, stop.get_token()};
    ProgressDisplay display;
    std::packaged_task<Outcome()> work([&] {
        const Stopwatch watch;
        Outcome outcome;
        outcome.result = run_perft(
            position, options, [&](const PerftProgress& progress) { display.update(progress); });
        outcome.seconds = watch.seconds();
        return outcome;
    });
    std::future<Outcome> outcome = work.get_future();
    const std::jthread thread(std::move(work));
    while (outcome.wait_for(std::chrono::milliseconds(100)) != std::future_status::ready) {
        if (interrupts.pending()) stop.request_stop();
        display.show();
    }
    display.clear();
    return outcome.get();
}

int run(const PerftArguments& arguments) {
    const auto position = arguments.position.position();
    if (!position) return exit_usage;
    const auto available = available_memory_mib();
    if (available && arguments.hash_mib > *available) {
        fmt::print(stderr, "rookery: --hash {}: only {} MiB of memory are free\n",
                   arguments.hash_mib, *available);
        return exit_failed;
    }
    Outcome outcome;
    try {
        outcome = count(*position, arguments);
    } catch (const std::bad_alloc&) {
        fmt::print(stderr, "rookery: --hash {}: there is not that much memory\n",
                   arguments.hash_mib);
        return exit_failed;
    }
    const PerftResult& result = outcome.result;
    if (arguments.divide) fmt::print("{}", perft_moves_text(*position, result, arguments.chess960));
    fmt::print("{}", perft_totals_text(result, outcome.seconds));
    return result.stopped ? exit_interrupted : exit_ok;
}

}  // namespace

void add_perft_command(CommandLine& line, Context& context) {
    const Command command =
        line.command("perft", "Count the positions after DEPTH half-moves, and how fast");
    // Shared with the callback, which is kept by the command and runs after this function.
    const auto arguments = std::make_shared<PerftArguments>();
    command.argument("DEPTH", arguments->depth, "How many half-moves deep, 0 to 99")
        .required()
        .whole_range(0, 99);
    arguments->position.add_to(command);
    command.flag("--divide", arguments->divide, "Also the count of each first move");
    command.option("--threads", arguments->threads, "Threads to count with (default: 1)")
        .type("N")
        .whole_range(1, 1024);
    command.option("--hash", arguments->hash_mib, "MiB for a table of counts (default: none)")
        .type("MB")
        .whole_range(0, 1 << 24);
    command.flag("--make-leaves", arguments->make_leaves,
                 "Make the last moves too instead of only counting them");
    command.flag("--chess960", arguments->chess960, "Write castling as king takes rook");
    command.footer("Example: rookery perft 6 --threads 2 --hash 256\n"
                   "Ctrl-C stops and shows what was counted; the exit code is then 130.");
    command.on_run([arguments, &context] { context.exit_code = run(*arguments); });
}

void ProgressDisplay::update(const PerftProgress& progress) {
    const std::lock_guard lock(mutex_);
    latest_ = progress;
}

void ProgressDisplay::show() {
    if (!line_.is_due()) return;
    PerftProgress progress;
    {
        const std::lock_guard lock(mutex_);
        progress = latest_;
    }
    line_.show(progress_text(progress, line_.seconds()));
}

}  // namespace rookery
