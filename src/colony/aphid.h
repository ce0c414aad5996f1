// APHID, as M. Brockington described it, with today's reductions: the coordinator searches the top
// of the tree, workers its leaves.
//
// A pass searches the first plies by alpha-beta. A leaf has the value that a worker has found for
// it. If that value is not deep enough it is used all the same, but the pass is then uncertain, and
// the leaf is wanted deeper. A pass without uncertain leaves finishes its iteration.
#pragma once

#include "eval/classical/classical_evaluator.h"
#include "search/searcher.h"

#include <cstddef>
#include <deque>
#include <memory>
#include <span>
#include <unordered_map>
#include <vector>

namespace rookery::colony {

class AphidTree {
  public:
    struct Leaf {
        Root root;
        int wanted = 0;        // how deep
        std::size_t rank = 0;  // the order in the last pass: earlier leaves matter more
        int known_depth = 0;
        Score known;  // for the side to move there
    };
    struct Pass {
        Score score;
        Move best;
        std::size_t unsure = 0;  // leaves whose values are not deep enough
        std::size_t nodes = 0;
    };

    // At least one move.
    AphidTree(const Root& root, std::vector<Move> moves, int top_plies);

    // One pass of an iteration deeper than the top.
    [[nodiscard]] Pass search(int depth);

    // Leaves keep their places, and every pass may add more.
    [[nodiscard]] std::deque<Leaf>& leaves() { return leaves_; }

  private:
    [[nodiscard]] Score search(const Root& at, Score alpha, Score beta, int ply, int depth,
                               Pass& pass);
    [[nodiscard]] Score look_up(const Root& at, int depth, Pass& pass);
    [[nodiscard]] std::vector<Move> sorted_moves(const Root& at, int ply) const;

    const Root root_;
    const std::vector<Move> moves_;
    const int top_plies_;
    std::deque<Leaf> leaves_;
    std::unordered_map<Key, std::size_t> places_;  // of leaves, by position
    // The last scores of leaves and of positions above them, for the side to move.
    std::unordered_map<Key, Score> last_;
    ClassicalEvaluator evaluator_;
};

// A simulation of APHID that counts time in nodes, to be compared with a colony whose members share
// entries (simulated_colony.h).
//
// The coordinator's passes cost nothing but the time that messages take; every member is a worker.
// So it does at least as well here as it would on as many machines.

[[nodiscard]] std::unique_ptr<Searcher> make_simulated_aphid(const SearcherSetup& setup);
[[nodiscard]] std::span<const SearcherSetting> simulated_aphid_settings();

}  // namespace rookery::colony
