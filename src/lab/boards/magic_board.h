// Magic bitboards: the attacks of a slider are looked up in a table. Its index is made by
// multiplying the blockers with a magic number, which moves their bits to the top of the word, and
// a shift.
#pragma once

#include "chess/magics.h"
#include "lab/boards/bitboard_board.h"

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

}  // namespace rookery::lab
