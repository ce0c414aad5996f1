#include "chess/draws.h"

#include "chess/attacks.h"

#include <algorithm>
#include <utility>

namespace rookery {
namespace {

template <Color color>
bool all_pawns_blocked_by_pawns(const Position& position) {
    const Bitboard pawns = position.pieces(color, PieceType::Pawn);
    const Bitboard ahead = shift<PawnSteps<color>::push>(pawns);
    const Bitboard can_take = pawn_attacks_of_all<color>(pawns) & position.pieces(~color);
    // A king in front of a pawn can be made to step aside, so it does not count as a block.
    return (ahead & ~position.pieces(~color, PieceType::Pawn)) == 0 && can_take == 0;
}

// Everything the king can walk to while the pawns stay where they are, enemy pawns included if they
// stand unguarded.
template <Color color>
Bitboard king_range(const Position& position) {
    const Bitboard guarded = pawn_attacks_of_all<~color>(position.pieces(~color, PieceType::Pawn));
    const Bitboard walkable = ~guarded & ~position.pieces(color, PieceType::Pawn);
    Bitboard reached = position.pieces(color, PieceType::King);
    for (Bitboard edge = reached; edge != 0;) {
        Bitboard next = 0;
        for (Square square : squares(edge)) next |= king_attacks(square);
        edge = next & walkable & ~reached;
        reached |= edge;
    }
    return reached;
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
                for (const Square other : squares(piece_attacks(type, one, 0)))
                    if (one < other)
                        insert(zobrist.piece[piece][one] ^ zobrist.piece[piece][other] ^
                                   zobrist.black_to_move,
                               {one, other});
            }
}

// A key that is in the way moves to its other place, and so on until a place is empty.
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
        // The piece must be ours: it may have been the opponent's last move that made the
        // difference.
        const Piece piece =
            position.is_empty(one) ? position.piece_on(other) : position.piece_on(one);
        if (piece == Piece::None || color_of(piece) != position.side_to_move()) continue;
        if (back < static_cast<std::size_t>(plies)) return true;
        const auto earlier = keys.first(last - back);
        if (std::find(earlier.begin(), earlier.end(), keys[last - back]) != earlier.end())
            return true;
    }
    return false;
}

bool is_dead_by_material(const Position& position) {
    const Bitboard heavy = position.pieces(PieceType::Pawn) | position.pieces(PieceType::Rook) |
                           position.pieces(PieceType::Queen);
    if (heavy != 0) return false;
    const Bitboard knights = position.pieces(PieceType::Knight);
    const Bitboard bishops = position.pieces(PieceType::Bishop);
    if (has_at_most_one(knights | bishops)) return true;
    return knights == 0 && ((bishops & dark_squares) == 0 || (bishops & light_squares) == 0);
}

// With pawns that never move and kings that never take one, neither side can ever give check: a
// king gives none, and no king may step where a pawn attacks.
bool is_dead_by_locked_pawns(const Position& position) {
    const Bitboard pawns = position.pieces(PieceType::Pawn);
    if ((position.occupied() & ~pawns) != position.pieces(PieceType::King) || pawns == 0)
        return false;
    if (position.in_check() || position.en_passant() != Square::None) return false;
    if (!all_pawns_blocked_by_pawns<Color::White>(position) ||
        !all_pawns_blocked_by_pawns<Color::Black>(position))
        return false;
    return !(king_range<Color::White>(position) & position.pieces(Color::Black, PieceType::Pawn)) &&
           !(king_range<Color::Black>(position) & position.pieces(Color::White, PieceType::Pawn));
}

}  // namespace rookery
