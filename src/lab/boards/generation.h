// Where the legality of a move comes from: known before it is made, or seen afterwards.
#pragma once

#include "lab/boards/board.h"

namespace rookery::lab {

enum class Generation : std::uint8_t { Legal, PseudoLegal };

template <Generation generation, Wanted wanted, LabBoard Board>
void generate(Board& board, MoveList& list) {
    constexpr bool all = wanted == Wanted::All;
    if constexpr (generation == Generation::Legal)
        all ? board.legal_moves(list) : board.captures(list);
    else
        all ? board.pseudo_legal_moves(list) : board.pseudo_legal_captures(list);
}

// Of the move that was made last.
template <Generation generation, LabBoard Board>
[[nodiscard]] bool was_legal(const Board& board) {
    return generation == Generation::Legal || !board.left_in_check();
}

}  // namespace rookery::lab
