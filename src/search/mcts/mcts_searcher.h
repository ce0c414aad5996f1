// Two searchers that grow a tree by sampling: `mcts` plays random games from its leaves, `mcts-ab`
// looks a few plies ahead from them.
//
// One thread searches, whatever the resources say; the memory for nodes is that of the hash table.
// When it is full no nodes are added and those there are learn more. Limits::nodes counts rounds,
// each of which adds one visit to the root; Limits::depth bounds the tree and, without a limit of
// nodes, ends the search when the best line has come so far.
#pragma once

#include "search/mcts/search.h"
#include "search/searcher.h"

#include <memory>
#include <optional>

namespace rookery {

[[nodiscard]] std::unique_ptr<Searcher> make_mcts(const SearcherSetup& setup);
[[nodiscard]] std::span<const SearcherSetting> mcts_settings();

[[nodiscard]] std::unique_ptr<Searcher> make_mcts_ab(const SearcherSetup& setup);
[[nodiscard]] std::span<const SearcherSetting> mcts_ab_settings();

}  // namespace rookery

namespace rookery::mcts {

// The searcher around the tree: what is kept from move to move, when it is enough, what is
// reported.

class TreeSearcher final : public Searcher {
  public:
    TreeSearcher(std::unique_ptr<Simulation> simulation, const Settings& settings,
                 std::uint64_t seed);

    void new_game() override;
    void resize(const Resources& resources) override;
    [[nodiscard]] SearchResult search(const Root& root, const Limits& limits, std::stop_token stop,
                                      SearchListener& listener) override;

    // As the last search left it.
    [[nodiscard]] const Tree& tree() const { return tree_; }

  private:
    // The tree for this root: what is left of the last one, or an empty one.
    void prepare(const Root& root, std::span<const Move> moves);
    // Where the last tree has the position with the same history; no_node if nowhere.
    [[nodiscard]] NodeIndex find(const Root& root) const;
    [[nodiscard]] bool is_decided(const Limits& limits, std::size_t moves,
                                  const SearchWatch& watch) const;
    [[nodiscard]] bool cannot_be_overtaken(const Limits& limits, const SearchWatch& watch) const;

    std::unique_ptr<Simulation> simulation_;
    Settings settings_;
    std::uint64_t seed_;
    Random random_;
    Tree tree_;
    std::optional<Root> last_;
};

}  // namespace rookery::mcts
