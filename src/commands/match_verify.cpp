#include "commands/match_verify.h"

#include "arena/match/match_report.h"
#include "arena/match/match_session.h"
#include "base/measure.h"
#include "base/text.h"
#include "ui/exit_codes.h"
#include "ui/interrupts.h"
#include "ui/messages.h"

#include <fmt/format.h>

#include <optional>
#include <string>

namespace rookery {

using namespace arena;

namespace {

constexpr double seconds_between_lines = 2;

// Shows how far it is while it plays.
std::optional<std::string> play_again(Verification& verification) {
    const Stopwatch watch;
    double next_line = seconds_between_lines;
    return run_interruptibly([&](const std::stop_token& stop) { return verification.run(stop); },
                             [&] {
                                 if (watch.seconds() < next_line) return;
                                 next_line = watch.seconds() + seconds_between_lines;
                                 fmt::print(stderr, "{} of {} games played again, {} different\n",
                                            verification.checked(), verification.wanted(),
                                            verification.differences().size());
                             },
                             [] { fmt::print(stderr, "Stopping.\n"); });
}

void print_outcome(MatchId match, const Verification& verification, bool json) {
    if (json) {
        fmt::print("{}", json_report(match, verification));
        return;
    }
    const auto differences = verification.differences();
    for (const GameDifference& difference : differences)
        fmt::print("game {}: {}\n", difference.number + 1, difference.what);
    fmt::print("match {}: {} of {} games played again, {}\n", match, verification.checked(),
               verification.wanted(),
               differences.empty() ? "every move the same"
                                   : fmt::format("{} different", differences.size()));
}

}  // namespace

int verify_match(MatchId match, const Changes& changes, const ResultOptions& results,
                 SearcherTable searchers) {
    const auto refuse = [](const std::string& why) {
        print_error(printable(why, 2000));
        return exit_failed;
    };
    const auto store = open_store(results, Store::Access::Read);
    if (!store) return exit_failed;
    const auto info = store->find_match(match);
    if (!info) return refuse(info.error().what);
    const auto finished = store->summaries(match);
    if (!finished) return refuse(finished.error().what);
    auto stored = take_up(*info, changes, searchers);
    if (!stored) return refuse(stored.error());
    if (auto problem = validate_verifying(stored->settings))
        return refuse(fmt::format("match {}: {}", match, *problem));
    Verification verification(*store, match, std::move(stored->plan), *finished);
    if (auto problem = play_again(verification)) return refuse(*problem);
    print_outcome(match, verification, results.json);
    if (verification.checked() < verification.wanted()) return exit_interrupted;
    return verification.differences().empty() ? exit_ok : exit_failed;
}

}  // namespace rookery
