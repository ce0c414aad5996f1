// The terms of pawn structures, kept by the pawn key. Structures change rarely: almost every lookup
// is a hit.
#pragma once

#include "chess/position.h"
#include "eval/classical/tapered.h"

#include <bit>
#include <vector>

namespace rookery::classical {

// The shelter of one king among these pawns, and for which king that was.
struct ShelterEntry {
    Tapered value;
    Square king = Square::None;
    std::uint8_t castling = 0;  // 1 king's wing, 2 queen's wing
};

struct alignas(64) PawnEntry {
    Key key = 0;
    Bitboard passed = 0;  // of both colours
    // All squares the pawns attack or can attack later.
    ByColor<Bitboard> attack_span{};
    Tapered score;  // White's terms that depend on pawns alone, less Black's
    ByColor<ShelterEntry> shelter{};
};
static_assert(sizeof(PawnEntry) == 64);

class PawnTable {
  public:
    static constexpr std::size_t default_entries = std::size_t{1} << 14;

    // A power of two.
    explicit PawnTable(std::size_t entries = default_entries) : entries_(entries) {
        assert(std::has_single_bit(entries));
        clear();
    }

    // The slot for a key; its entry may belong to another key.
    [[nodiscard]] PawnEntry& slot(Key key) { return entries_[key & (entries_.size() - 1)]; }

    void clear() {
        for (PawnEntry& entry : entries_) {
            entry = PawnEntry{};
            entry.key = no_key;
        }
    }

    // The key of an empty slot. A board without pawns has the key zero.
    static constexpr Key no_key = ~Key{0};

  private:
    std::vector<PawnEntry> entries_;
};

}  // namespace rookery::classical
