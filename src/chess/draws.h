// Positions that come back.
#pragma once

#include "chess/position.h"
#include "chess/zobrist.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>

namespace rookery {

// How often the last of these keys stood before among the positions reachable without an
// irreversible move: `reversible` plies back at most. 2 means it stands for the third time.
[[nodiscard]] constexpr int earlier_occurrences(std::span<const Key> keys, int reversible) {
    int found = 0;
    if (keys.empty()) return found;
    const std::size_t last = keys.size() - 1;
    const std::size_t reach = std::min(last, static_cast<std::size_t>(reversible));
    // The same side is to move every second ply, and nothing can return in fewer than four.
    for (std::size_t back = 4; back <= reach; back += 2)
        if (keys[last - back] == keys[last]) ++found;
    return found;
}

// What a search calls a draw: a position seen before since the root (`plies` ago at most), or the
// third occurrence counting those before it. `keys` ends with the position in question.
[[nodiscard]] constexpr bool is_search_repetition(std::span<const Key> keys, int reversible,
                                                  int plies) {
    int found = 0;
    if (keys.empty()) return false;
    const std::size_t last = keys.size() - 1;
    const std::size_t reach = std::min(last, static_cast<std::size_t>(reversible));
    for (std::size_t back = 4; back <= reach; back += 2) {
        if (keys[last - back] != keys[last]) continue;
        if (back < static_cast<std::size_t>(plies) || ++found == 2) return true;
    }
    return false;
}

// Positions from which one move leads back to an earlier one.
//
// A search that sees a draw by repetition one ply before it happens saves the ply. Two positions
// that differ by one reversible move differ in their keys by that move's own key, and there are
// only a few thousand of those: they are kept in a cuckoo table, where each has one of two places.

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

// Can the side to move repeat a position by one move? `keys` ends with the present one; only the
// last `reversible` plies count. A position since the root (less than `plies` ago) need be met
// once, one before it twice. Whether the move would leave the king in check is not asked.
[[nodiscard]] bool can_repeat(const Position& position, std::span<const Key> keys, int reversible,
                              int plies);

// Positions nobody can win any more.

// No sequence of legal moves can end in mate: bare kings, a single minor piece, or bishops that all
// stand on one colour.
[[nodiscard]] bool is_dead_by_material(const Position& position);

// Kings and locked pawns only: no pawn can ever move and neither king can ever reach one to take.
[[nodiscard]] bool is_dead_by_locked_pawns(const Position& position);

[[nodiscard]] inline bool is_dead(const Position& position) {
    return is_dead_by_material(position) || is_dead_by_locked_pawns(position);
}

}  // namespace rookery
