// Where the men of each kind stand, so that an array need not be searched for them.
//
// Places are numbers of the board's own counting. A man that goes is replaced by the last of its list, and one
// that comes is added at the end: both cost the same wherever it stands, and the order is nobody's business.
#pragma once

#include "chess/types.h"

#include <array>
#include <cassert>
#include <cstdint>
#include <span>

namespace rookery::lab {

template <class Place, std::size_t places>
class PieceLists {
    static_assert(sizeof(Place) == 1);

  public:
    [[nodiscard]] std::span<const Place> of(Piece piece) const {
        return {list_[piece].data(), static_cast<std::size_t>(count_[piece])};
    }
    void add(Piece piece, Place place) {
        slot_of(place) = count_[piece];
        list_[piece][count_[piece]++] = place;
    }
    void remove(Piece piece, Place place) {
        const Place last = list_[piece][--count_[piece]];
        const std::uint8_t slot = slot_of(place);
        list_[piece][slot] = last;
        slot_of(last) = slot;
    }
    void move(Piece piece, Place from, Place to) {
        const std::uint8_t slot = slot_of(from);
        assert(list_[piece][slot] == from);
        list_[piece][slot] = to;
        slot_of(to) = slot;
    }

  private:
    // A side has no more men than that, of whatever kind.
    static constexpr std::size_t most_of_a_kind = 16;

    // Where in its list the man on a place is.
    [[nodiscard]] std::uint8_t& slot_of(Place place) { return slots_[static_cast<std::size_t>(place)]; }

    ByPiece<std::array<Place, most_of_a_kind>> list_;
    ByPiece<std::uint8_t> count_ = {};
    std::array<std::uint8_t, places> slots_;
};

}  // namespace rookery::lab
