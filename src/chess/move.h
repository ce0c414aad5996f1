// A move in 16 bits: origin, target and kind.
//
// Castling is written king-takes-own-rook, which is unambiguous in Chess960. A capture needs no
// kind of its own: the position knows the piece on the target.
#pragma once

#include "base/containers.h"
#include "chess/types.h"

#include <cstdint>

namespace rookery {

enum class MoveKind : std::uint8_t {
    Normal,
    Castling,
    EnPassant,
    PromoteKnight = 4,
    PromoteBishop,
    PromoteRook,
    PromoteQueen
};

class Move {
  public:
    constexpr Move() = default;
    constexpr Move(Square from, Square to, MoveKind kind = MoveKind::Normal)
        : code_(static_cast<std::uint16_t>(index_of(from) | index_of(to) << 6 |
                                           static_cast<int>(kind) << 12)) {}

    [[nodiscard]] static constexpr Move from_code(std::uint16_t code) {
        Move move;
        move.code_ = code;
        return move;
    }
    [[nodiscard]] static constexpr Move none() { return {}; }
    [[nodiscard]] static constexpr Move promotion(Square from, Square to, PieceType to_type) {
        return {from, to,
                static_cast<MoveKind>(static_cast<int>(MoveKind::PromoteKnight) +
                                      static_cast<int>(to_type) -
                                      static_cast<int>(PieceType::Knight))};
    }

    [[nodiscard]] constexpr Square from() const { return square_at(code_ & 63); }
    [[nodiscard]] constexpr Square to() const { return square_at((code_ >> 6) & 63); }
    [[nodiscard]] constexpr MoveKind kind() const { return static_cast<MoveKind>(code_ >> 12); }
    [[nodiscard]] constexpr std::uint16_t code() const { return code_; }

    [[nodiscard]] constexpr bool is_castling() const { return kind() == MoveKind::Castling; }
    [[nodiscard]] constexpr bool is_en_passant() const { return kind() == MoveKind::EnPassant; }
    [[nodiscard]] constexpr bool is_promotion() const { return code_ >> 14 == 1; }
    // The type the pawn becomes; only for a promotion.
    [[nodiscard]] constexpr PieceType promoted() const {
        return static_cast<PieceType>(((code_ >> 12) & 3) + static_cast<int>(PieceType::Knight));
    }
    // Towards the outer rook on the king's or the queen's side; only for castling.
    [[nodiscard]] constexpr Wing wing() const { return to() > from() ? Wing::King : Wing::Queen; }

    // False for the empty move, which is a1a1 and so never a real one.
    [[nodiscard]] constexpr explicit operator bool() const { return code_ != 0; }
    [[nodiscard]] friend constexpr bool operator==(Move, Move) = default;

  private:
    std::uint16_t code_ = 0;
};

// No position has more than 218 legal moves.
inline constexpr std::size_t max_moves = 256;
using MoveList = InlineVector<Move, max_moves>;

}  // namespace rookery
