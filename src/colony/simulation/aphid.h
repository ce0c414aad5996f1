// The top of a tree whose leaves are searched by others: APHID, as M. Brockington described it,
// with today's reductions.
//
// A pass goes through the first plies by alpha-beta. A leaf has the value that somebody has found
// for it; where that is not deep enough yet it is used all the same, but the pass is then unsure,
// and the leaf is wanted deeper. A pass that was sure of every leaf it met has finished its
// iteration.
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
        std::size_t rank = 0;  // when the last pass came by: the sooner, the more it matters
        int known_depth = 0;
        Score known;  // for whoever is to move there
    };
    struct Pass {
        Score score;
        Move best;
        std::size_t unsure = 0;  // leaves that are not known well enough
        std::size_t nodes = 0;
    };

    // At least one move.
    AphidTree(const Root& root, std::vector<Move> moves, int top_plies);

    // One pass of an iteration deeper than the top.
    [[nodiscard]] Pass search(int depth);

    // They stay where they are, and more may come with every pass.
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
    std::unordered_map<Key, Score>
        last_;  // of every position above them, and of leaves: for whoever is to move
    ClassicalEvaluator evaluator_;
};

// APHID by its own clock, to be compared with a colony whose members share what they find
// (simulated_colony.h).
//
// The coordinator's passes cost nothing but the time that messages take; every member is a worker.
// So it does at least as well here as it would on as many machines.

[[nodiscard]] std::unique_ptr<Searcher> make_simulated_aphid(const SearcherSetup& setup);
[[nodiscard]] std::span<const SearcherSetting> simulated_aphid_settings();

}  // namespace rookery::colony
