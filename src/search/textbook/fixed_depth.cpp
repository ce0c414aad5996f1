#include "search/textbook/fixed_depth.h"

#include "eval/simple_evaluators.h"
#include "search/searcher.h"

#include <algorithm>
#include <utility>

namespace rookery::textbook {

DepthChoice::DepthChoice(int standard, const SettingValues& settings) : standard_(standard) {
    for (const auto& [name, value] : settings)
        if (name == setting(standard).name) chosen_ = value;
}

int DepthChoice::within(const Limits& limits) const {
    const int allowed = limits.depth.value_or(chosen_.value_or(standard_));
    return std::clamp(std::min(allowed, chosen_.value_or(allowed)), 1, deepest_depth);
}

FixedDepthSearcher::FixedDepthSearcher(const SearcherSetup& setup, int standard_depth,
                                       Method method, Threads threads)
    : method_(method), threads_(threads), depth_(standard_depth, setup.settings),
      make_evaluator_(setup.evaluator) {
    // Pieces counted: a reader can check every score by hand.
    if (!make_evaluator_)
        make_evaluator_ = [] { return std::make_unique<Erased<MaterialEvaluator>>(); };
    evaluators_.push_back(make_evaluator_());
}

void FixedDepthSearcher::new_game() {
    for (const auto& evaluator : evaluators_) evaluator->clear();
}

void FixedDepthSearcher::resize(const Resources& resources) {
    if (threads_ == Threads::One) return;
    evaluators_.resize(std::max<std::size_t>(1, resources.threads));
    for (auto& evaluator : evaluators_)
        if (!evaluator) evaluator = make_evaluator_();
}

SearchResult FixedDepthSearcher::search(const Root& root, const Limits& limits,
                                        std::stop_token stop, SearchListener& listener) {
    SearchWatch watch(limits, std::move(stop));
    const MoveList moves = wanted_moves(root.position, limits);
    Outcome<Move> outcome = nothing_to_play(root.position);
    int depth = 0;
    if (!moves.empty()) {
        depth = depth_.within(limits);
        outcome = method_({root.position, moves, depth, evaluators_, watch});
        if (outcome.line.empty()) {  // stopped before the first move was searched to the end
            depth = 0;
            outcome = {evaluators_.front()->evaluate(root.position), moves[0], {}};
        }
    }
    LineReport report = as_report(outcome, depth, watch);
    // Among the moves that were not looked at there may be a better one.
    if (watch.is_stopped()) report.bound = LineReport::Bound::Lower;
    listener.on_line(report);
    return as_result(outcome, watch);
}

LineReport as_report(const Outcome<Move>& outcome, int depth, const SearchWatch& watch) {
    LineReport report;
    report.depth = depth;
    report.selective_depth = std::max(depth, static_cast<int>(outcome.line.size()));
    report.score = outcome.score;
    report.nodes = watch.nodes();
    report.elapsed = watch.elapsed();
    report.moves.assign(outcome.line.begin(), outcome.line.end());
    return report;
}

SearchResult as_result(const Outcome<Move>& outcome, const SearchWatch& watch) {
    SearchResult result;
    if (!outcome.line.empty()) result.best = outcome.line[0];
    if (outcome.line.size() > 1) result.ponder = outcome.line[1];
    result.score = outcome.score;
    result.nodes = watch.nodes();
    return result;
}

Outcome<Move> nothing_to_play(const Position& root) {
    return Outcome<Move>(root.in_check() ? Score::mated_in(0) : Score::draw());
}

}  // namespace rookery::textbook
