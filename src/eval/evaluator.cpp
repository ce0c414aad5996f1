#include "eval/evaluator.h"

namespace rookery {

std::optional<WithoutPiece> without_piece(const Position& position, Square square) {
    const Piece piece = position.piece_on(square);
    if (piece == Piece::None || type_of(piece) == PieceType::King) return std::nullopt;
    Setup setup = position.setup();
    setup.board[square] = Piece::None;
    setup.castling_rooks &= ~bit(square);
    setup.en_passant = Square::None;
    if (auto placed = Position::from(setup)) return WithoutPiece{placed->position, false};
    setup.side_to_move = ~setup.side_to_move;
    if (auto placed = Position::from(setup)) return WithoutPiece{placed->position, true};
    return std::nullopt;
}

}  // namespace rookery
