// Two searchers by Monte-Carlo tree search (MCTS): `mcts` plays random games from the leaves of its
// tree, `mcts-ab` searches a few plies by alpha-beta.
//
// One thread searches, whatever the resources say; the memory for nodes is that of the hash option.
// When it is full no nodes are added and the existing ones get more visits. Limits::nodes counts
// rounds, each of which adds one visit to the root; Limits::depth bounds the tree and, without a
// limit of nodes, ends the search when the best line is that long.
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

// The standard values of a table of settings, and others by their names.
[[nodiscard]] Settings settings_from(std::span<const SearcherSetting> standard,
                                     const SettingValues& values);

// Keeps the tree from move to move, decides when to stop, and reports.
class TreeSearcher final : public Searcher {
  public:
    TreeSearcher(std::unique_ptr<Simulation> simulation, const Settings& settings,
                 std::uint64_t seed);

    void new_game() override;
    void resize(const Resources& resources) override;
    [[nodiscard]] SearchResult search(const Root& root, const Limits& limits, std::stop_token stop,
                                      SearchListener& listener) override;

    // The tree after the last search.
    [[nodiscard]] const Tree& tree() const { return tree_; }

  private:
    // Makes the tree for this root: a subtree of the last one, or an empty one.
    void prepare(const Root& root, std::span<const Move> moves, bool may_reuse);
    // The node of the last tree with the same position and history, or no_node.
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
