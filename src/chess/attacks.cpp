#include "chess/attacks.h"

#if !ROOKERY_PEXT
#include "chess/magics.h"
#endif

namespace rookery {
namespace {

// One walk along a ray: up to and including the first piece met, or to the edge.
template <Step step>
constexpr Bitboard walk_ray(Square square, Bitboard occupied) {
    Bitboard reached = 0;
    for (Bitboard at = shift<step>(bit(square)); at != 0; at = shift<step>(at)) {
        reached |= at;
        if (at & occupied) break;
    }
    return reached;
}

constexpr Bitboard rook_walk(Square square, Bitboard occupied) {
    return walk_ray<Step::North>(square, occupied) | walk_ray<Step::South>(square, occupied) |
           walk_ray<Step::East>(square, occupied) | walk_ray<Step::West>(square, occupied);
}

constexpr Bitboard bishop_walk(Square square, Bitboard occupied) {
    return walk_ray<Step::NorthEast>(square, occupied) |
           walk_ray<Step::NorthWest>(square, occupied) |
           walk_ray<Step::SouthEast>(square, occupied) |
           walk_ray<Step::SouthWest>(square, occupied);
}

// The edges a ray along a rank or file only ever ends on.
constexpr Bitboard far_edges(Square square) {
    const Bitboard ends = bits_of(Rank::R1) | bits_of(Rank::R8);
    const Bitboard sides = bits_of(File::A) | bits_of(File::H);
    return (ends & ~bits_of(rank_of(square))) | (sides & ~bits_of(file_of(square)));
}

constexpr detail::StepTables make_step_tables() {
    detail::StepTables tables{};
    for (int i = 0; i < 64; ++i) {
        const Square square = square_at(i);
        const Bitboard here = bit(square);
        const Bitboard row = here | shift<Step::East>(here) | shift<Step::West>(here);
        tables.king[square] = (row | shift<Step::North>(row) | shift<Step::South>(row)) & ~here;

        const Bitboard near = shift<Step::East>(here) | shift<Step::West>(here);
        const Bitboard far =
            shift<Step::East>(shift<Step::East>(here)) | shift<Step::West>(shift<Step::West>(here));
        tables.knight[square] = near << 16 | near >> 16 | far << 8 | far >> 8;

        tables.pawn[Color::White][square] = pawn_attacks_of_all<Color::White>(here);
        tables.pawn[Color::Black][square] = pawn_attacks_of_all<Color::Black>(here);
        tables.rook_rays[square] = rook_walk(square, 0);
        tables.bishop_rays[square] = bishop_walk(square, 0);
    }
    for (int i = 0; i < 64; ++i) {
        for (int j = 0; j < 64; ++j) {
            const Square a = square_at(i);
            const Square b = square_at(j);
            const Bitboard ends = bit(a) | bit(b);
            tables.path[a][b] = bit(b);
            tables.line[a][b] = 0;
            if (a == b) continue;
            if (contains(tables.rook_rays[a], b)) {
                tables.path[a][b] |= rook_walk(a, ends) & rook_walk(b, ends);
                tables.line[a][b] = (tables.rook_rays[a] & tables.rook_rays[b]) | ends;
            }
            if (contains(tables.bishop_rays[a], b)) {
                tables.path[a][b] |= bishop_walk(a, ends) & bishop_walk(b, ends);
                tables.line[a][b] = (tables.bishop_rays[a] & tables.bishop_rays[b]) | ends;
            }
        }
    }
    return tables;
}

using Walk = Bitboard (*)(Square, Bitboard);

// Visits every set of blockers of a square (the carry of a subtraction counts through the subsets)
// and stores its attacks where the lookup will find them.
Bitboard* fill(detail::SliderSquare& slot, Bitboard* table, Square square, Walk walk) {
    slot.attacks = table;
    Bitboard subset = 0;
    std::size_t count = 0;
    do {
        table[slot.index(subset)] = walk(square, subset);
        subset = (subset - slot.blockers) & slot.blockers;
        ++count;
    } while (subset != 0);
    return table + count;
}

}  // namespace

Bitboard walk_rook(Square square, Bitboard occupied) { return rook_walk(square, occupied); }
Bitboard walk_bishop(Square square, Bitboard occupied) { return bishop_walk(square, occupied); }

Bitboard rook_blockers(Square square) { return rook_walk(square, 0) & ~far_edges(square); }
Bitboard bishop_blockers(Square square) { return bishop_walk(square, 0) & ~far_edges(square); }

namespace detail {

constinit const StepTables steps = make_step_tables();

SliderTables::SliderTables() {
    Bitboard* next = attacks;
    for (int i = 0; i < 64; ++i) {
        const Square square = square_at(i);
        rook[square].blockers = rook_blockers(square);
        bishop[square].blockers = bishop_blockers(square);
#if !ROOKERY_PEXT
        rook[square].magic = rook_magics[square];
        rook[square].shift = 64 - popcount(rook[square].blockers);
        bishop[square].magic = bishop_magics[square];
        bishop[square].shift = 64 - popcount(bishop[square].blockers);
#endif
        next = fill(rook[square], next, square, rook_walk);
        next = fill(bishop[square], next, square, bishop_walk);
    }
    assert(next == attacks + rook_table_size + bishop_table_size);
}

const SliderTables sliders;

}  // namespace detail
}  // namespace rookery
