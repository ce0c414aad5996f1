// The description of a position, not yet checked for being playable.
#pragma once

#include "chess/bitboard.h"
#include "chess/types.h"

namespace rookery {

struct Setup {
    BySquare<Piece> board;
    Color side_to_move = Color::White;
    // The rooks that may still castle; they also tell the wing and, in Chess960, the file.
    Bitboard castling_rooks = 0;
    Square en_passant = Square::None;
    int halfmove_clock = 0;
    int fullmove_number = 1;

    Setup() { board.fill(Piece::None); }

    // The ordinary starting position.
    [[nodiscard]] static Setup start();
    // The Chess960 starting position of that number, 0 to 959; 518 is the ordinary one.
    [[nodiscard]] static Setup chess960(int number);
    // Different numbers for White and Black.
    [[nodiscard]] static Setup double_chess960(int white, int black);
};

// Why a position cannot be played.
enum class SetupProblem : std::uint8_t {
    WhiteKingMissing,
    BlackKingMissing,
    TooManyWhiteKings,
    TooManyBlackKings,
    PawnOnBackRank,
    TooManyWhitePawns,
    TooManyBlackPawns,
    TooManyWhitePieces,
    TooManyBlackPieces,
    OpponentInCheck,
    EnPassantRank,
    TwoCastlingRooksOnOneWing,
    HalfmoveClockRange,
    FullmoveNumberRange,
};

[[nodiscard]] const char* describe(SetupProblem problem);

// Parts of a description that were dropped because they cannot matter to play.
struct SetupNotices {
    bool castling_dropped = false;    // a right without its king and rook in place
    bool en_passant_dropped = false;  // a square on which no legal capture exists
    [[nodiscard]] bool any() const { return castling_dropped || en_passant_dropped; }
};

// Beyond the seventy-five-move rule the clock does not matter.
inline constexpr int max_halfmove_clock = 150;
inline constexpr int max_fullmove_number = 9999;

}  // namespace rookery
