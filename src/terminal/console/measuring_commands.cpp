#include "base/stopwatch.h"
#include "chess/perft.h"
#include "eval/classical/default_weights.h"
#include "eval/kinds/evaluators.h"
#include "eval/network/own_network.h"
#include "notation/names.h"
#include "notation/printable.h"
#include "protocol/evaluation_text.h"
#include "protocol/uci_text.h"
#include "search/bench.h"
#include "terminal/console/arguments.h"
#include "terminal/console/handlers.h"
#include "terminal/match_view.h"
#include "terminal/perft_text.h"

#include <fmt/format.h>

#include <vector>

namespace rookery::console {
namespace {

std::string by_evaluator(const EvaluatorEntry& entry, const Position& position) {
    const int value = entry.create()->evaluate(position).value();
    return fmt::format("{:+.2f} for the side to move ({}), by {}: {}.", value / 100.0,
                       word_for(position.side_to_move()), entry.name, entry.summary);
}

}  // namespace

ConsoleReply evaluate(ConsoleState& state, const ConsoleCall& call) {
    const Position& position = state.game.position();
    const bool terms = call.arguments == "terms";
    if (call.arguments.empty() || call.arguments == "network")
        return {draw_evaluation(position, network::report_on(position, *network::own_network()))};
    if (terms || call.arguments == "classical")
        return {draw_evaluation(position, classical::report_on(position, classical::default_weights), {terms})};
    if (const EvaluatorEntry* entry = find_evaluator(all_evaluators(), call.arguments))
        return {paragraphs(by_evaluator(*entry, position), state.screen.width())};
    std::vector<std::string_view> names;
    for (const EvaluatorEntry& entry : all_evaluators()) names.push_back(entry.name);
    return {paragraphs(fmt::format("'{}' is no evaluator; there are {}. 'eval terms' shows every term.",
                                   printable(call.arguments, 20), fmt::join(names, ", ")),
                       state.screen.width())};
}

ConsoleReply count(ConsoleState& state, const ConsoleCall& call) {
    constexpr int standard = 3;
    constexpr int deepest = 99;
    const auto depth = only_number(call.arguments, "a depth", standard, 0, deepest);
    if (!depth) return {paragraphs(depth.error(), state.screen.width())};
    const Position& position = state.game.position();
    const Stopwatch watch;
    // The first news may be long in coming.
    constexpr int soon_done = 5;
    if (*depth > soon_done) state.screen.show_live({"Counting; Ctrl-C ends it."});
    PerftOptions options{.depth = *depth, .stop = call.stop};
    const PerftResult result = run_perft(position, options, [&](const PerftProgress& progress) {
        state.screen.show_live({fitted(progress_text(progress, watch.seconds()), state.screen.width())});
    });
    return {perft_moves_text(position, result) + perft_totals_text(result, watch.seconds())};
}

ConsoleReply bench(ConsoleState& state, const ConsoleCall& call) {
    constexpr int deepest = 100;
    const auto depth = only_number(call.arguments, "a depth", bench_depth, 1, deepest);
    if (!depth) return {paragraphs(depth.error(), state.screen.width())};
    const auto searcher = state.searchers.front().create({});
    const std::size_t positions = bench_positions().size();
    const auto tell = [&](std::size_t number, std::uint64_t) {
        state.screen.show_live({fmt::format("{} of {} positions", number + 1, positions)});
    };
    const BenchResult result = run_bench(*searcher, bench_roots(), *depth, tell, call.stop);
    if (call.stop.stop_requested()) return {"Stopped before the end.\n"};
    return {uci::bench_line(result)};
}

}  // namespace rookery::console
