// Tables of the squares that every piece attacks.
//
// Sliders look up their attacks by the pieces that stand in their way (magic bitboards). Processors
// differ only in how these pieces become an index: PEXT gathers the bits in one instruction,
// elsewhere a magic multiplication does. Both fill the same kind of table.
#pragma once

#include "chess/bitboard.h"

#if defined(__BMI2__) && !defined(ROOKERY_NO_PEXT)
#define ROOKERY_PEXT 1
#include <immintrin.h>
#else
#define ROOKERY_PEXT 0
#endif

namespace rookery {

inline constexpr bool uses_pext = ROOKERY_PEXT != 0;

// Attacks by walking the rays square by square: the definition the tables are made and tested from.
[[nodiscard]] Bitboard walk_rook(Square square, Bitboard occupied);
[[nodiscard]] Bitboard walk_bishop(Square square, Bitboard occupied);

// Pieces on these squares can block the slider; those on the far edge of a ray cannot.
[[nodiscard]] Bitboard rook_blockers(Square square);
[[nodiscard]] Bitboard bishop_blockers(Square square);

namespace detail {

inline constexpr std::size_t rook_table_size = 102400;
inline constexpr std::size_t bishop_table_size = 5248;

struct SliderSquare {
    Bitboard blockers;
    const Bitboard* attacks;
#if !ROOKERY_PEXT
    Bitboard magic;
    int shift;
#endif

    [[nodiscard]] std::size_t index(Bitboard occupied) const {
#if ROOKERY_PEXT
        return _pext_u64(occupied, blockers);
#else
        return ((occupied & blockers) * magic) >> shift;
#endif
    }
    [[nodiscard]] Bitboard operator()(Bitboard occupied) const { return attacks[index(occupied)]; }
};

struct SliderTables {
    SliderTables();
    BySquare<SliderSquare> rook;
    BySquare<SliderSquare> bishop;
    Bitboard attacks[rook_table_size + bishop_table_size];
};

// Filled once before main() and constant from then on.
extern const SliderTables sliders;

struct StepTables {
    BySquare<Bitboard> knight;
    BySquare<Bitboard> king;
    ByColor<BySquare<Bitboard>> pawn;
    // Attacks on an empty board.
    BySquare<Bitboard> rook_rays;
    BySquare<Bitboard> bishop_rays;
    // From one square (exclusive) to another (inclusive) along a line; just the other if there is
    // none.
    BySquare<BySquare<Bitboard>> path;
    // The whole line through two squares; empty if there is none.
    BySquare<BySquare<Bitboard>> line;
};

extern const StepTables steps;

}  // namespace detail

[[nodiscard]] inline Bitboard rook_attacks(Square square, Bitboard occupied) {
    return detail::sliders.rook[square](occupied);
}
[[nodiscard]] inline Bitboard bishop_attacks(Square square, Bitboard occupied) {
    return detail::sliders.bishop[square](occupied);
}
[[nodiscard]] inline Bitboard queen_attacks(Square square, Bitboard occupied) {
    return rook_attacks(square, occupied) | bishop_attacks(square, occupied);
}
[[nodiscard]] inline Bitboard knight_attacks(Square square) { return detail::steps.knight[square]; }
[[nodiscard]] inline Bitboard king_attacks(Square square) { return detail::steps.king[square]; }
[[nodiscard]] inline Bitboard pawn_attacks(Color color, Square square) {
    return detail::steps.pawn[color][square];
}
[[nodiscard]] inline Bitboard rook_rays(Square square) { return detail::steps.rook_rays[square]; }
[[nodiscard]] inline Bitboard bishop_rays(Square square) {
    return detail::steps.bishop_rays[square];
}
[[nodiscard]] inline Bitboard path_to(Square from, Square to) {
    return detail::steps.path[from][to];
}
[[nodiscard]] inline Bitboard line_through(Square a, Square b) { return detail::steps.line[a][b]; }

// Attacks of any piece but a pawn.
[[nodiscard]] inline Bitboard piece_attacks(PieceType type, Square square, Bitboard occupied) {
    switch (type) {
        case PieceType::Knight: return knight_attacks(square);
        case PieceType::Bishop: return bishop_attacks(square, occupied);
        case PieceType::Rook: return rook_attacks(square, occupied);
        case PieceType::Queen: return queen_attacks(square, occupied);
        case PieceType::King: return king_attacks(square);
        default: return 0;
    }
}

}  // namespace rookery
