// Millions of compact traces with how their games ended.
#pragma once

#include "eval/classical/gradient.h"
#include "tune/training_position.h"

#include <vector>

namespace rookery::tune {

// What a position is to be worth.
struct Outcome {
    std::int16_t score = no_score;
    std::uint8_t result = 1;
};

// A few thousand at most: one thread makes it and nobody changes it afterwards.
struct TracePiece {
    std::vector<classical::TraceHead> heads;
    std::vector<classical::TraceCount> counts;
    std::vector<Outcome> outcomes;

    // False, and nothing is added, if the position teaches nothing about weights.
    [[nodiscard]] bool add(const classical::TermTrace& trace, const Outcome& outcome) {
        const auto head = classical::compacted(trace, counts);
        if (!head) return false;
        heads.push_back(*head);
        outcomes.push_back(outcome);
        return true;
    }
};

// In pieces, so that growing never copies what is there already.
class TracePool {
  public:
    static constexpr std::size_t most_in_piece = 4096;

    // A piece and a place in it.
    using Id = std::uint32_t;

    void add(TracePiece piece);

    [[nodiscard]] std::size_t size() const { return ids_.size(); }
    // All of them, in the order they came.
    [[nodiscard]] const std::vector<Id>& ids() const { return ids_; }
    [[nodiscard]] classical::CompactTrace trace(Id id) const {
        const TracePiece& piece = pieces_[id / most_in_piece];
        return {&piece.heads[id % most_in_piece], piece.counts.data()};
    }
    [[nodiscard]] const Outcome& outcome(Id id) const {
        return pieces_[id / most_in_piece].outcomes[id % most_in_piece];
    }
    // Of memory.
    [[nodiscard]] std::size_t bytes() const { return bytes_; }

  private:
    std::vector<TracePiece> pieces_;
    std::vector<Id> ids_;
    std::size_t bytes_ = 0;
};

}  // namespace rookery::tune
