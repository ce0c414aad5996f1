// The searchers of the textbook, each a step on from the one before. Read them in this order.
#pragma once

#include "search/searcher.h"
#include "search/textbook/minimax.h"

#include <memory>
#include <optional>

namespace rookery::textbook {

// Every move to a fixed depth: minimax() in minimax.h.
[[nodiscard]] std::unique_ptr<Searcher> make_minimax(const SearcherSetup& setup);
// The same with one function for both players: negamax() in minimax.h.
[[nodiscard]] std::unique_ptr<Searcher> make_negamax(const SearcherSetup& setup);
// Without the moves that cannot change the result: alphabeta() in minimax.h.
[[nodiscard]] std::unique_ptr<Searcher> make_alphabeta(const SearcherSetup& setup);
// With move ordering: SortedTree in chess_tree.h.
[[nodiscard]] std::unique_ptr<Searcher> make_sorted_alphabeta(const SearcherSetup& setup);
// The moves of the root on several threads: textbook_searchers.cpp. The score is that of alpha-beta
// with sorted moves; which of several equally good moves is played may depend on the threads.
[[nodiscard]] std::unique_ptr<Searcher> make_alphabeta_on_threads(const SearcherSetup& setup);
// Iterative deepening with a transposition table and quiescence search: iterative.h.
[[nodiscard]] std::unique_ptr<Searcher> make_iterative(const SearcherSetup& setup);

// Each has one setting, the depth, with a standard of its own; iterative can also switch off its
// table.
[[nodiscard]] std::span<const SearcherSetting> full_width_settings();  // minimax and negamax
[[nodiscard]] std::span<const SearcherSetting> alphabeta_settings();
[[nodiscard]] std::span<const SearcherSetting> sorted_settings();  // on threads, too
[[nodiscard]] std::span<const SearcherSetting> iterative_settings();

// How deep to search. A depth that was chosen for the player is never exceeded; without one the
// limits decide, or else the standard.
class DepthChoice {
  public:
    [[nodiscard]] static constexpr SearcherSetting setting(int standard) {
        return {"depth", standard, 1, deepest_depth, 0};
    }

    DepthChoice(int standard, const SettingValues& settings);
    [[nodiscard]] int within(const Limits& limits) const;

  private:
    int standard_;
    std::optional<int> chosen_;
};

// An outcome as report and as result of a search.
[[nodiscard]] LineReport as_report(const Outcome<Move>& outcome, int depth,
                                   const SearchWatch& watch);
[[nodiscard]] SearchResult as_result(const Outcome<Move>& outcome, const SearchWatch& watch);

}  // namespace rookery::textbook
