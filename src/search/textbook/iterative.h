// Alpha-beta as it plays games: with a table, captures to their end, and draws.
//
// What alphabeta.h leaves to the tree is written out here, because a node now depends on more than
// its position: on how it was reached (repetitions) and on what was found out before (the table).
#pragma once

#include "chess/movegen.h"
#include "eval/evaluator.h"
#include "search/limits.h"
#include "search/searcher.h"
#include "search/textbook/game_tree.h"
#include "search/transposition_table.h"

#include <vector>

namespace rookery::textbook {

// One search of one root. Everything handed in must outlive it. Without a table (nullptr) every
// position is searched again however often it comes about: slower, and the same otherwise.
class IterativeSearch {
  public:
    IterativeSearch(const Root& root, const MoveList& root_moves, TranspositionTable* table,
                    ErasedEvaluator& evaluator, SearchWatch& watch);

    // Stopped too early, it gives the best of the moves that were searched to the end, or
    // Outcome::none(). The best move of a depth is the first to be searched in the next.
    [[nodiscard]] Outcome<Move> search_root(int depth);

  private:
    // Deeper than that nothing is searched, not even captures.
    static constexpr int max_ply = static_cast<int>(longest_line) - 1;

    [[nodiscard]] Outcome<Move> search(const Position& position, int depth, int ply, Score alpha,
                                       Score beta);
    [[nodiscard]] Outcome<Move> search_captures(const Position& position, int ply, Score alpha,
                                                Score beta);
    // The best of the moves. `reply` searches the position after one of them, as the opponent sees
    // it.
    template <class Reply>
    [[nodiscard]] Outcome<Move> best_of(const Position& position, const MoveList& moves,
                                        Outcome<Move> best, Score alpha, Score beta, Reply reply);
    [[nodiscard]] bool is_draw(const Position& position, int ply) const;

    const Position& root_;
    MoveList root_moves_;  // the most promising first
    TranspositionTable* table_;
    ErasedEvaluator& evaluator_;
    SearchWatch& watch_;
    std::vector<Key>
        keys_;  // of the game since its last irreversible move, and of the line being searched
};

}  // namespace rookery::textbook
