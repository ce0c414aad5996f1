// Bitboards whose sliders find their attacks by a magic multiplication: it throws the blockers
// together at the top of the word, where a shift picks them up as an index.
#pragma once

#include "chess/magics.h"
#include "lab/boards/bitboard_board.h"

#if ROOKERY_PEXT

namespace rookery::lab {

struct MagicIndex {
    static constexpr std::string_view name = "magic bitboards";
    static constexpr std::string_view id = "magic";

    Bitboard blockers;
    Bitboard magic;
    int shift;

    [[nodiscard]] std::size_t operator()(Bitboard occupied) const {
        return ((occupied & blockers) * magic) >> shift;
    }
    [[nodiscard]] static MagicIndex of_rook(Square square) {
        return {rook_blockers(square), rook_magics[square], 64 - popcount(rook_blockers(square))};
    }
    [[nodiscard]] static MagicIndex of_bishop(Square square) {
        return {bishop_blockers(square), bishop_magics[square],
                64 - popcount(bishop_blockers(square))};
    }
};

using MagicBoard = BitboardBoard<MagicIndex>;

static_assert(LabBoard<MagicBoard>);

// Bitboards whose sliders find their attacks by PEXT, the instruction that gathers the bits of the
// blockers into an index. Only where the processor the program is built for has it.

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
