// Perft on any board of the experiment.
#pragma once

#include "lab/boards/generation.h"

#include <cstdint>

namespace rookery::lab {

struct PerftTally {
    std::uint64_t leaves = 0;
    // The root, the leaves and all between: as the study counts, where every call is a node.
    std::uint64_t nodes = 0;
};

// How the moves before the leaves are counted: each made and taken back, or all at once.
enum class Leaves : std::uint8_t { Made, InBulk };

template <LabBoard Board, Leaves how = Leaves::Made, Generation generation = Generation::Legal>
class Perft {
    static_assert(how == Leaves::Made || generation == Generation::Legal, "only legal moves count unmade");

  public:
    [[nodiscard]] static PerftTally count(const Position& position, int depth) {
        Perft perft(position);
        perft.visit(depth);
        return perft.tally_;
    }

  private:
    explicit Perft(const Position& position) : board_(position) {}

    void visit(int depth) {
        ++tally_.nodes;
        if (depth == 0) {
            ++tally_.leaves;
            return;
        }
        if constexpr (how == Leaves::InBulk) {
            if (depth == 1) {
                const auto moves = static_cast<std::uint64_t>(board_.count_legal_moves());
                tally_.leaves += moves;
                tally_.nodes += moves;
                return;
            }
        }
        MoveList list;
        generate<generation, Wanted::All>(board_, list);
        for (Move move : list) {
            board_.make(move);
            if (was_legal<generation>(board_)) visit(depth - 1);
            board_.unmake();
        }
    }

    Board board_;
    PerftTally tally_;
};

}  // namespace rookery::lab
