// Iterative deepening: depth 1, depth 2 and so on, until the time is over. So there is an answer at any
// moment, and every depth profits from the ones before: the table knows their best moves, which are searched
// first. All of them together take little more than the last alone.
#include "eval/kinds/simple_evaluators.h"
#include "search/root_moves.h"
#include "search/textbook/fixed_depth.h"
#include "search/textbook/iterative_search.h"
#include "search/textbook/textbook_searchers.h"

#include <chrono>
#include <cstdlib>
#include <utility>

namespace rookery::textbook {
namespace {

constexpr SearcherSetting settings[] = {
    DepthChoice::setting(deepest_depth),
    {"use_table", 1, 0, 1, 0},  // 0: to see what it is worth
};

bool uses_table(const SettingValues& chosen) {
    bool use = settings[1].standard != 0;
    for (const auto& [name, value] : chosen)
        if (name == settings[1].name) use = value != 0;
    return use;
}

// A depth takes several times as long as the one before. Begun in the second half of the time there is, it
// would hardly end within it.
Limits with_an_early_end(const Limits& limits) {
    Limits changed = limits;
    const auto now = std::chrono::steady_clock::now();
    if (limits.soft_deadline && *limits.soft_deadline > now)
        changed.soft_deadline = now + (*limits.soft_deadline - now) / 2;
    return changed;
}

// Every shorter mate would have been seen.
bool is_shortest_mate(Score score, int depth) { return score.is_mate() && std::abs(score.mate_plies()) <= depth; }

class IterativeSearcher final : public Searcher {
  public:
    explicit IterativeSearcher(const SearcherSetup& setup)
        : depth_(settings[0].standard, setup.settings),
          // Won endings are to be won, which takes more than counting men.
          evaluator_(setup.evaluator ? setup.evaluator() : std::make_unique<Erased<MopUpEvaluator>>()),
          table_(Resources().hash_mib), use_table_(uses_table(setup.settings)) {}

    void new_game() override {
        table_.clear(1);
        evaluator_->clear();
    }
    void resize(const Resources& resources) override { table_.resize(resources.hash_mib, resources.threads); }

    [[nodiscard]] SearchResult search(const Root& root, const Limits& wanted, std::stop_token stop,
                                      SearchListener& listener) override {
        const Limits limits = with_an_early_end(wanted);
        SearchWatch watch(limits, std::move(stop));
        const MoveList moves = wanted_moves(root.position, limits);
        if (moves.empty()) {
            const Outcome<Move> nothing = nothing_to_play(root.position);
            listener.on_line(as_report(nothing, 0, watch));
            return as_result(nothing, watch);
        }
        table_.new_search();
        IterativeSearch search(root, moves, use_table_ ? &table_ : nullptr, *evaluator_, watch);
        Outcome<Move> best(evaluator_->evaluate(root.position), moves[0], {});
        const int deepest = depth_.within(limits);
        for (int depth = 1; depth <= deepest; ++depth) {
            const Outcome<Move> outcome = search.search_root(depth);
            const bool is_nothing = outcome.line.empty();
            if (!is_nothing) best = outcome;
            if (!is_nothing || depth == 1) tell(best, is_nothing ? 0 : depth, watch, listener);
            if (watch.is_enough() || is_shortest_mate(best.score, depth)) break;
            const bool is_forced = moves.size() == 1 && limits.soft_deadline;
            if (is_forced) break;
        }
        return as_result(best, watch);
    }

  private:
    void tell(const Outcome<Move>& outcome, int depth, const SearchWatch& watch, SearchListener& listener) const {
        LineReport report = as_report(outcome, depth, watch);
        report.table_permille = table_.used_permille();
        // A depth that was cut short: among the moves left there may be a better one.
        if (watch.is_stopped()) report.bound = LineReport::Bound::Lower;
        listener.on_line(report);
    }

    DepthChoice depth_;
    std::unique_ptr<ErasedEvaluator> evaluator_;
    Table table_;
    bool use_table_;
};

}  // namespace

std::span<const SearcherSetting> iterative_settings() { return settings; }

std::unique_ptr<Searcher> make_iterative(const SearcherSetup& setup) {
    return std::make_unique<IterativeSearcher>(setup);
}

}  // namespace rookery::textbook
