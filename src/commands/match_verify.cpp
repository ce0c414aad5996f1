#include "commands/match_verify.h"

#include "arena/match/verification.h"
#include "commands/exit_codes.h"
#include "notation/printable.h"
#include "terminal/interrupts.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <future>
#include <thread>

namespace rookery {

using namespace arena;

namespace {

constexpr auto between_looks = std::chrono::milliseconds(100);
constexpr int looks_between_lines = 20;

// Plays on another thread while this one shows how far it is and watches for Ctrl-C.
std::optional<std::string> play_again(Verification& verification, std::stop_source& stop) {
    const Interrupts interrupts;
    std::packaged_task<std::optional<std::string>()> work(
        [&] { return verification.run(stop.get_token()); });
    auto problem = work.get_future();
    const std::jthread thread(std::move(work));
    for (int look = 1; problem.wait_for(between_looks) != std::future_status::ready; ++look) {
        if (interrupts.pending()) stop.request_stop();
        if (look % looks_between_lines == 0)
            fmt::print(stderr, "{} of {} games played again, {} different\n",
                       verification.checked(), verification.wanted(),
                       verification.differences().size());
    }
    return problem.get();
}

void print_outcome(MatchId match, const Verification& verification, bool json) {
    const auto differences = verification.differences();
    if (json) {
        nlohmann::ordered_json report{{"match", match},
                                      {"games", verification.wanted()},
                                      {"checked", verification.checked()},
                                      {"differences", nlohmann::ordered_json::array()}};
        for (const GameDifference& difference : differences)
            report["differences"].push_back(
                {{"game", difference.number + 1}, {"what", difference.what}});
        fmt::print("{}\n", report.dump(2));
        return;
    }
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
        complain(printable(why, 2000));
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
    if (auto problem = problem_with_verifying(stored->settings))
        return refuse(fmt::format("match {}: {}", match, *problem));
    Verification verification(*store, match, std::move(stored->plan), *finished);
    std::stop_source stop;
    if (auto problem = play_again(verification, stop)) return refuse(*problem);
    print_outcome(match, verification, results.json);
    if (verification.checked() < verification.wanted()) return exit_interrupted;
    return verification.differences().empty() ? exit_ok : exit_failed;
}

}  // namespace rookery
