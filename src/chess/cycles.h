// Positions from which one move leads back to an earlier one.
//
// A search that sees a draw by repetition one ply before it happens saves the ply. Two positions that
// differ by one reversible move differ in their keys by that move's own key, and there are only a few
// thousand of those: they are kept in a cuckoo table, where each has one of two places.
#pragma once

#include "chess/position.h"

#include <array>
#include <cstddef>
#include <span>

namespace rookery {

class ReversibleMoves {
  public:
    struct Squares {
        Square one = Square::None;
        Square other = Square::None;
    };

    // The one table, made when it is first asked for.
    [[nodiscard]] static const ReversibleMoves& all();

    // Square::None if the difference is no reversible move.
    [[nodiscard]] Squares find(Key difference) const {
        for (const std::size_t place : {first_place(difference), second_place(difference)})
            if (keys_[place] == difference) return squares_[place];
        return {};
    }
    [[nodiscard]] std::size_t count() const { return count_; }

  private:
    static constexpr std::size_t size = 8192;

    ReversibleMoves();
    void insert(Key key, Squares squares);
    [[nodiscard]] static std::size_t first_place(Key key) { return key % size; }
    [[nodiscard]] static std::size_t second_place(Key key) { return (key >> 16) % size; }

    std::array<Key, size> keys_{};
    std::array<Squares, size> squares_{};
    std::size_t count_ = 0;
};

// Can the side to move repeat a position by one move? `keys` ends with the present one; only the last
// `reversible` plies count. A position since the root (less than `plies` ago) need be met once, one
// before it twice. Whether the move would leave the king in check is not asked.
[[nodiscard]] bool can_repeat(const Position& position, std::span<const Key> keys, int reversible,
                              int plies);

}  // namespace rookery
