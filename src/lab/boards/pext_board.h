// PEXT bitboards: as magic bitboards, but the index is made by one instruction, PEXT, which gathers
// the bits of the blockers. Empty if the program is built for a processor without it.
#pragma once

#include "lab/boards/bitboard_board.h"

#if ROOKERY_PEXT

namespace rookery::lab {

struct PextIndex {
    static constexpr std::string_view name = "PEXT bitboards";
    static constexpr std::string_view id = "pext";

    Bitboard blockers;

    [[nodiscard]] std::size_t operator()(Bitboard occupied) const {
        return _pext_u64(occupied, blockers);
    }
    [[nodiscard]] static PextIndex of_rook(Square square) { return {rook_blockers(square)}; }
    [[nodiscard]] static PextIndex of_bishop(Square square) { return {bishop_blockers(square)}; }
};

using PextBoard = BitboardBoard<PextIndex>;

static_assert(LabBoard<PextBoard>);

}  // namespace rookery::lab

#endif
