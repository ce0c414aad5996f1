// Draws: repetitions, moves that can repeat a position, and dead positions.
#pragma once

#include "chess/position.h"
#include "chess/zobrist.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>

namespace rookery {

// How often the last of these keys occurs among the earlier ones, at most `reversible` plies back:
// before that, an irreversible move was made. 2 means a threefold repetition.
[[nodiscard]] constexpr int earlier_occurrences(std::span<const Key> keys, int reversible) {
    int found = 0;
    if (keys.empty()) return found;
    const std::size_t last = keys.size() - 1;
    const std::size_t reach = std::min(last, static_cast<std::size_t>(reversible));
    // The same side is to move every second ply, and no position can return in fewer than four.
    for (std::size_t back = 4; back <= reach; back += 2)
        if (keys[last - back] == keys[last]) ++found;
    return found;
}

// Repetition as a search counts it: a draw is a position that occurred before after the root, which
// is `plies` back, or the third occurrence in all. `keys` ends with the position in question.
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

// All reversible moves by the difference they make to a key, in a cuckoo hash table.
//
// A search that sees a draw by repetition one ply before it happens saves the ply. Two positions
// that differ by one reversible move differ in their keys by the key of that move, and there are
// only a few thousand of these keys.
class ReversibleMoves {
  public:
    struct Squares {
        Square one = Square::None;
        Square other = Square::None;
    };

    // The only table, made on first use.
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

// Whether the side to move can repeat a position by one move. `keys` ends with the present one;
// only the last `reversible` plies count. A position after the root (less than `plies` ago) must
// have occurred once, one before it twice. The move may leave the king in check: that is not
// tested.
[[nodiscard]] bool can_repeat(const Position& position, std::span<const Key> keys, int reversible,
                              int plies);

// Dead positions, in which no sequence of legal moves can end in mate.

// Bare kings, a single minor piece, or bishops that all stand on one colour.
[[nodiscard]] bool is_dead_by_material(const Position& position);

// Kings and locked pawns only: no pawn can ever move and neither king can ever reach one to take.
[[nodiscard]] bool is_dead_by_locked_pawns(const Position& position);

[[nodiscard]] inline bool is_dead(const Position& position) {
    return is_dead_by_material(position) || is_dead_by_locked_pawns(position);
}

}  // namespace rookery
