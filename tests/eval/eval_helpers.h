// Boards turned over, for tests of symmetry.
#pragma once

#include "support/chess_helpers.h"

namespace rookery::test {

// The same position with the colours exchanged: Black has the pieces of White, mirrored.
[[nodiscard]] inline Position color_flipped(const Position& position) {
    const Setup before = position.setup();
    Setup setup = before;
    setup.board.fill(Piece::None);
    setup.castling_rooks = 0;
    for (int i = 0; i < 64; ++i) {
        const Square square = square_at(i);
        const Piece piece = before.board[square];
        if (piece != Piece::None)
            setup.board[flip_rank(square)] = make_piece(~color_of(piece), type_of(piece));
        if (contains(before.castling_rooks, square)) setup.castling_rooks |= bit(flip_rank(square));
    }
    setup.side_to_move = ~before.side_to_move;
    if (before.en_passant != Square::None) setup.en_passant = flip_rank(before.en_passant);
    return Position::from(setup).value().position;
}

[[nodiscard]] inline Position without_castling(const Position& position) {
    Setup setup = position.setup();
    setup.castling_rooks = 0;
    return Position::from(setup).value().position;
}

// Left and right exchanged; only without castling rights.
[[nodiscard]] inline Position mirrored(const Position& position) {
    const Setup before = position.setup();
    Setup setup = before;
    for (int i = 0; i < 64; ++i) setup.board[square_at(i ^ 7)] = before.board[square_at(i)];
    if (before.en_passant != Square::None)
        setup.en_passant = square_at(index_of(before.en_passant) ^ 7);
    return Position::from(setup).value().position;
}

// With asserts and sanitizers everything takes thirty times as long; a part of it then says as
// much.
[[nodiscard]] constexpr int rounds(int many) {
#ifdef NDEBUG
    return many;
#else
    return many / 10;
#endif
}

// From games played at random and from pieces thrown on the board, crowded and empty.
[[nodiscard]] inline Position any_position(Random& random, int round) {
    if (round % 3 == 0) return random_position(random, 60);
    if (round % 3 == 1) return random_position(random, 300);
    return random_placement(random, 2 + round / 3 % 30);
}

}  // namespace rookery::test
