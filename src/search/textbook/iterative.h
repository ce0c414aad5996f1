// Alpha-beta that plays games: iterative deepening with a transposition table, quiescence search
// and draws.
//
// It does not use the alphabeta() of minimax.h, because a node now depends on more than its
// position: on the path to it (repetitions) and on earlier searches (the table).
#pragma once

#include "chess/movegen.h"
#include "eval/evaluator.h"
#include "search/limits.h"
#include "search/searcher.h"
#include "search/textbook/minimax.h"
#include "search/transposition_table.h"

#include <vector>

namespace rookery::textbook {

// One search of one root. The references must outlive it. Without a table (nullptr) a position is
// searched again each time it is reached: slower, but with the same result.
class IterativeSearch {
  public:
    IterativeSearch(const Root& root, const MoveList& root_moves, TranspositionTable* table,
                    ErasedEvaluator& evaluator, SearchWatch& watch);

    // Stopped too early, the answer is the best of the moves that were searched to the end, or
    // Outcome::none(). The best move of a depth is searched first at the next depth.
    [[nodiscard]] Outcome<Move> search_root(int depth);

  private:
    // The search goes no deeper than this, not even for captures.
    static constexpr int max_ply = static_cast<int>(longest_line) - 1;

    [[nodiscard]] Outcome<Move> search(const Position& position, int depth, int ply, Score alpha,
                                       Score beta);
    [[nodiscard]] Outcome<Move> search_captures(const Position& position, int ply, Score alpha,
                                                Score beta);
    // The best of the moves. `reply` searches the position after one of them, for the opponent.
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
