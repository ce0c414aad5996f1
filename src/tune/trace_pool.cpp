#include "tune/trace_pool.h"

#include <cassert>
#include <limits>

namespace rookery::tune {

void TracePool::add(TracePiece piece) {
    assert(piece.heads.size() <= most_in_piece && piece.heads.size() == piece.outcomes.size());
    if (piece.heads.empty()) return;
    piece.heads.shrink_to_fit();
    piece.counts.shrink_to_fit();
    piece.outcomes.shrink_to_fit();
    bytes_ += piece.heads.size() * (sizeof(classical::TraceHead) + sizeof(Outcome) + sizeof(Id)) +
              piece.counts.size() * sizeof(classical::TraceCount);
    assert(pieces_.size() < std::numeric_limits<Id>::max() / most_in_piece);
    const Id first = static_cast<Id>(pieces_.size() * most_in_piece);
    for (Id i = 0; i < piece.heads.size(); ++i) ids_.push_back(first + i);
    pieces_.push_back(std::move(piece));
}

}  // namespace rookery::tune
