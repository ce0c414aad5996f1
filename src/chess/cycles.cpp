#include "chess/cycles.h"

#include "chess/attacks.h"

#include <algorithm>
#include <utility>

namespace rookery {
namespace {

Bitboard attacks_on_empty_board(PieceType type, Square from) {
    switch (type) {
        case PieceType::Knight: return knight_attacks(from);
        case PieceType::Bishop: return bishop_attacks(from, 0);
        case PieceType::Rook: return rook_attacks(from, 0);
        case PieceType::Queen: return bishop_attacks(from, 0) | rook_attacks(from, 0);
        case PieceType::King: return king_attacks(from);
        case PieceType::Pawn:
        case PieceType::None: break;
    }
    return 0;
}

}  // namespace

const ReversibleMoves& ReversibleMoves::all() {
    static const ReversibleMoves table;
    return table;
}

ReversibleMoves::ReversibleMoves() {
    const auto& zobrist = detail::zobrist;
    for (const PieceType type : all_piece_types)
        for (const Color color : both_colors)
            for (int from = 0; from < 64; ++from) {
                const Piece piece = make_piece(color, type);
                const Square one = square_at(from);
                // Each pair of squares once: there and back is the same difference.
                for (const Square other : squares(attacks_on_empty_board(type, one)))
                    if (one < other)
                        insert(zobrist.piece[piece][one] ^ zobrist.piece[piece][other] ^
                                   zobrist.black_to_move,
                               {one, other});
            }
}

// Whoever is in the way moves to its other place, and so on until somebody finds an empty one.
void ReversibleMoves::insert(Key key, Squares squares) {
    std::size_t place = first_place(key);
    for (;;) {
        std::swap(keys_[place], key);
        std::swap(squares_[place], squares);
        if (key == 0) break;
        place = place == first_place(key) ? second_place(key) : first_place(key);
    }
    ++count_;
}

bool can_repeat(const Position& position, std::span<const Key> keys, int reversible, int plies) {
    if (reversible < 3 || keys.size() < 4) return false;
    const ReversibleMoves& moves = ReversibleMoves::all();
    const std::size_t last = keys.size() - 1;
    const std::size_t reach = std::min(last, static_cast<std::size_t>(reversible));
    // After an odd number of plies the other side was to move: one move of ours restores that.
    for (std::size_t back = 3; back <= reach; back += 2) {
        const auto [one, other] = moves.find(keys[last] ^ keys[last - back]);
        if (one == Square::None) continue;
        const Bitboard between = path_to(one, other) & ~bit(other);
        if ((between & position.occupied()) != 0) continue;
        // The man must be ours: it may have been the opponent's last move that made the difference.
        const Piece piece = position.is_empty(one) ? position.piece_on(other) : position.piece_on(one);
        if (piece == Piece::None || color_of(piece) != position.side_to_move()) continue;
        if (back < static_cast<std::size_t>(plies)) return true;
        const auto earlier = keys.first(last - back);
        if (std::find(earlier.begin(), earlier.end(), keys[last - back]) != earlier.end()) return true;
    }
    return false;
}

}  // namespace rookery
