// The moves of a root whose results endgame tables know.
#pragma once

#include "knowledge/tablebase.h"
#include "search/limits.h"
#include "search/searcher.h"

#include <cstddef>
#include <vector>

namespace rookery {

class KnownMoves {
  public:
    // Nothing is known.
    KnownMoves() = default;
    // Asks the tables, if the root has few enough pieces.
    KnownMoves(const Root& root, const TableProbing& probing);

    [[nodiscard]] std::size_t size() const { return moves_.size(); }
    // Leaves the search only the moves that keep the result; as many more as are to be reported.
    // Where the tables also say how far it is, the search need not ask them again: they would tell
    // it everywhere that it wins, and it could not see the mate.
    void keep_best(Limits& limits) const;
    // The score of a line that begins with the move. A mate that the search has found stays, if it
    // is one for the side that wins.
    [[nodiscard]] Score score(Score found, Move first) const;

  private:
    std::vector<TableMove> moves_;  // the best first; all legal ones, or none
    bool fifty_moves_ = true;
};

}  // namespace rookery
