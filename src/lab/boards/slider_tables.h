// Attacks of rooks and bishops by table, for either way of making the index, side by side in one program.
//
// The engine's own tables (chess/attacks.h) choose one way when compiling; the experiment compares both. They
// are filled when the first board asks for them, so that nobody else waits.
#pragma once

#include "chess/attacks.h"

namespace rookery::lab {

// `Index` is made from the square's blockers and, where it wants one, its magic factor; operator() turns the men on
// the board into a number below two to the power of the number of blockers, another for every set of blockers
// that matters.
template <class Index>
class SliderTables {
  public:
    [[nodiscard]] static const SliderTables& shared() {
        static const SliderTables tables;
        return tables;
    }
    SliderTables(const SliderTables&) = delete;
    SliderTables& operator=(const SliderTables&) = delete;

    [[nodiscard]] Bitboard rook(Square square, Bitboard occupied) const { return rook_[square](occupied); }
    [[nodiscard]] Bitboard bishop(Square square, Bitboard occupied) const { return bishop_[square](occupied); }

  private:
    struct Slot {
        Index index;
        const Bitboard* attacks;
        [[nodiscard]] Bitboard operator()(Bitboard occupied) const { return attacks[index(occupied)]; }
    };
    using Walk = Bitboard (*)(Square, Bitboard);

    SliderTables() {
        Bitboard* next = attacks_;
        for (int i = 0; i < 64; ++i) {
            const Square square = square_at(i);
            next = fill(rook_[square], Index::of_rook(square), rook_blockers(square), next, square, walk_rook);
            next = fill(bishop_[square], Index::of_bishop(square), bishop_blockers(square), next, square,
                        walk_bishop);
        }
    }

    // Subtracting the whole from a subset, within the whole, gives the next subset.
    static Bitboard* fill(Slot& slot, Index index, Bitboard blockers, Bitboard* table, Square square, Walk walk) {
        slot = {index, table};
        Bitboard subset = 0;
        do {
            table[index(subset)] = walk(square, subset);
            subset = (subset - blockers) & blockers;
        } while (subset != 0);
        return table + (std::size_t{1} << popcount(blockers));
    }

    BySquare<Slot> rook_;
    BySquare<Slot> bishop_;
    Bitboard attacks_[rookery::detail::rook_table_size + rookery::detail::bishop_table_size];
};

}  // namespace rookery::lab
