// The rules of chess a second time: slow, plain, and written straight from the FIDE Laws of Chess,
// so that tests can hold the fast rules of src/chess against it. It must never include anything
// from src/: two programs that share an idea also share its mistakes.
// Numbers such as "3.8.2" are articles of the Laws; "Chess960" is their Guideline II.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rookery::slow {

enum class Color { white, black };

// Which rook the king castles with: the one nearer the a-file or the one nearer the h-file.
enum class Wing { a_side, h_side };

// Files a–h and ranks 1–8, both counted from 0.
struct Square {
    int file = 0;
    int rank = 0;

    bool operator==(const Square&) const = default;
};

struct Board {
    // cells[rank][file]: PNBRQK for White, pnbrqk for Black, '.' for nothing.
    std::array<std::array<char, 8>, 8> cells;
    Color to_move = Color::white;

    // castling_rook[color][wing]: the file of the rook, as long as the right is not lost.
    std::array<std::array<std::optional<int>, 2>, 2> castling_rook;

    // The square the opponent's pawn has just passed over, whether or not a pawn can capture there.
    std::optional<Square> en_passant;

    int half_move_clock = 0;
    int full_move_number = 1;

    char at(Square square) const;
    void put(Square square, char piece);
    std::optional<int> castling_rook_of(Color color, Wing wing) const;

    bool operator==(const Board&) const = default;
};

// Castling goes from the king's square to the square of its own rook.
struct Move {
    Square from;
    Square to;
    char promotion = '\0';  // 'q', 'r', 'b' or 'n' in either colour
    bool is_castling = false;
    bool is_en_passant = false;

    bool operator==(const Move&) const = default;
};

// Reads four fields (an EPD without operations) or six. KQkq mean the outermost rook of that wing
// (X-FEN), the letters A–H and a–h the rook of that file (Shredder-FEN).
// Throws std::invalid_argument for text that is no FEN and for positions the rules say nothing
// about: not one king each, a pawn on the first or last rank, the side to move able to capture the
// king, a castling right without its king and rook, an en-passant square no pawn can have passed.
// More than sixteen pieces and checks that no move can have given are fine.
Board from_fen(std::string_view fen);

// Castling as KQkq, with a rook's file only where it is not the outermost rook of its wing (X-FEN).
// Both write the en-passant square only if an en-passant capture is legal.
std::string to_fen(const Board& board);

// The same with castling always as files, for example HAha.
std::string to_shredder_fen(const Board& board);

// In the order of the squares; tests should not rely on it.
std::vector<Move> legal_moves(const Board& board);

// "e2e4", "e7e8q"; castling as king takes rook: "e1h1".
std::string text(Square square);
std::string text(const Move& move);

// The position after a move that legal_moves lists.
Board after(const Board& board, const Move& move);

// Does a piece of this colour attack the square?
bool attacked(const Board& board, Square square, Color by);

bool in_check(const Board& board, Color color);
bool checkmate(const Board& board);
bool stalemate(const Board& board);

// Too little material for any mate: bare kings, one knight more, or any number of bishops that all
// stand on squares of one colour.
bool dead_by_material(const Board& board);

// The number of lines of exactly this many moves.
std::uint64_t perft(const Board& board, int depth);

}  // namespace rookery::slow
