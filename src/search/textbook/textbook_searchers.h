// The searchers of the textbook, each a step on from the one before. Read them in this order.
#pragma once

#include "search/searcher.h"

#include <memory>

namespace rookery::textbook {

// To a fixed depth, every move: minimax.h.
[[nodiscard]] std::unique_ptr<Searcher> make_minimax(const SearcherSetup& setup);
// The same from one view: negamax.h.
[[nodiscard]] std::unique_ptr<Searcher> make_negamax(const SearcherSetup& setup);
// Without what cannot matter: alphabeta.h.
[[nodiscard]] std::unique_ptr<Searcher> make_alphabeta(const SearcherSetup& setup);
// With what looks best first: sorted_tree.h.
[[nodiscard]] std::unique_ptr<Searcher> make_sorted_alphabeta(const SearcherSetup& setup);
// The moves of the root on several threads: alphabeta_threads.cpp.
[[nodiscard]] std::unique_ptr<Searcher> make_alphabeta_on_threads(const SearcherSetup& setup);
// One depth after the other, with a table, and captures to their end: iterative_search.h.
[[nodiscard]] std::unique_ptr<Searcher> make_iterative(const SearcherSetup& setup);

// Their one setting is the depth, with a standard that fits each; iterative can do without its
// table, too.
[[nodiscard]] std::span<const SearcherSetting> full_width_settings();  // minimax and negamax
[[nodiscard]] std::span<const SearcherSetting> alphabeta_settings();
[[nodiscard]] std::span<const SearcherSetting> sorted_settings();  // on threads, too
[[nodiscard]] std::span<const SearcherSetting> iterative_settings();

}  // namespace rookery::textbook
