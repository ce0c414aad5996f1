// How a game with a lone king is counted without playing it out.
//
// Random moves hardly ever mate, so a random game would call won endings drawn. In random games only, a lone
// king has lost against a queen, a rook, bishops of both colours or bishop and knight; nobody wins with
// less and no pawn.
#pragma once

#include "chess/game.h"

namespace rookery::mcts {

// Of a side whose opponent has nothing but his king.
template <class Board>
[[nodiscard]] GameResult result_against_lone_king(const Board& board, Color strong) {
    const GameResult wins = strong == Color::White ? GameResult::WhiteWins : GameResult::BlackWins;
    if (board.pieces(strong, PieceType::Queen) | board.pieces(strong, PieceType::Rook)) return wins;
    const Bitboard bishops = board.pieces(strong, PieceType::Bishop);
    const Bitboard knights = board.pieces(strong, PieceType::Knight);
    if ((bishops & light_squares) && (bishops & dark_squares)) return wins;
    if (bishops != 0 && knights != 0) return wins;
    if (board.pieces(strong, PieceType::Pawn) != 0) return GameResult::Open;
    // What is left: bishops of one colour, or knights, three of which can mate.
    return popcount(knights) > 2 ? GameResult::Open : GameResult::Draw;
}

// Open unless a king is alone and the result is known. Board: a Position or a PlayoutBoard.
template <class Board>
[[nodiscard]] GameResult known_result(const Board& board) {
    if (has_at_most_one(board.pieces(Color::Black))) return result_against_lone_king(board, Color::White);
    if (has_at_most_one(board.pieces(Color::White))) return result_against_lone_king(board, Color::Black);
    return GameResult::Open;
}

}  // namespace rookery::mcts
