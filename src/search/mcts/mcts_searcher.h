// Two searchers that grow a tree by sampling: `mcts` plays random games from its leaves, `mcts-ab` looks a
// few plies ahead from them.
//
// One thread searches, whatever the resources say; the memory for nodes is that of the hash table. When it
// is full no nodes are added and those there are learn more. Limits::nodes counts rounds, each of which
// adds one visit to the root; Limits::depth bounds the tree and, without a limit of nodes, ends the search
// when the best line has come so far.
#pragma once

#include "search/searcher.h"

#include <memory>

namespace rookery {

[[nodiscard]] std::unique_ptr<Searcher> make_mcts(const SearcherSetup& setup);
[[nodiscard]] std::span<const SearcherSetting> mcts_settings();

[[nodiscard]] std::unique_ptr<Searcher> make_mcts_ab(const SearcherSetup& setup);
[[nodiscard]] std::span<const SearcherSetting> mcts_ab_settings();

}  // namespace rookery
