#include "support/slow_chess.h"

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <cstdlib>
#include <stdexcept>

namespace rookery::slow {

namespace {

constexpr char nothing = '.';

std::size_t index(int value) { return static_cast<std::size_t>(value); }

char lower(char letter) { return static_cast<char>(std::tolower(letter)); }

char upper(char letter) { return static_cast<char>(std::toupper(letter)); }

Color other(Color color) { return color == Color::white ? Color::black : Color::white; }

bool belongs_to(char piece, Color color) {
    if (piece == nothing) return false;
    return (piece == upper(piece)) == (color == Color::white);
}

char piece_of(Color color, char letter) {
    return color == Color::white ? upper(letter) : lower(letter);
}

// Forward, first and last are as the owner of a pawn sees the board.
int forward(Color color) { return color == Color::white ? 1 : -1; }

int first_rank(Color color) { return color == Color::white ? 0 : 7; }

int last_rank(Color color) { return first_rank(other(color)); }

// A constant of the compiler's, so that it is there even while other globals are being made.
constexpr std::array<Square, 64> all_squares = [] {
    std::array<Square, 64> squares;
    for (int i = 0; i < 64; ++i) squares[static_cast<std::size_t>(i)] = {i % 8, i / 8};
    return squares;
}();

int towards(int from, int to) { return from < to ? 1 : from > to ? -1 : 0; }

// 3.5: bishop, rook and queen may not move over any intervening pieces.
bool nothing_between(const Board& board, Square from, Square to) {
    const int file_step = towards(from.file, to.file);
    const int rank_step = towards(from.rank, to.rank);
    Square square{from.file + file_step, from.rank + rank_step};
    while (square != to) {
        if (board.at(square) != nothing) return false;
        square = {square.file + file_step, square.rank + rank_step};
    }
    return true;
}

// 3.1.2 and 3.1.3: a piece attacks a square if it could capture there by 3.2 to 3.8, even if it
// must not move there because its own king would be left under attack.
bool attacks(const Board& board, Square from, Square to) {
    if (from == to) return false;
    const char piece = board.at(from);
    const int files = std::abs(to.file - from.file);
    const int ranks = std::abs(to.rank - from.rank);
    const bool on_diagonal = files == ranks;
    const bool on_line = files == 0 || ranks == 0;
    switch (lower(piece)) {
        case 'b':  // 3.2
            return on_diagonal && nothing_between(board, from, to);
        case 'r':  // 3.3
            return on_line && nothing_between(board, from, to);
        case 'q':  // 3.4
            return (on_diagonal || on_line) && nothing_between(board, from, to);
        case 'n':  // 3.6: the nearest squares not on the same rank, file or diagonal
            return (files == 1 && ranks == 2) || (files == 2 && ranks == 1);
        case 'p': {  // 3.7.3: diagonally in front of it on an adjacent file
            const Color color = belongs_to(piece, Color::white) ? Color::white : Color::black;
            return files == 1 && to.rank - from.rank == forward(color);
        }
        case 'k':  // 3.8.1: an adjoining square
            return files <= 1 && ranks <= 1;
        default: return false;
    }
}

Square king_square(const Board& board, Color color) {
    const char king = piece_of(color, 'k');
    const auto found = std::find_if(all_squares.begin(), all_squares.end(),
                                    [&](Square square) { return board.at(square) == king; });
    if (found == all_squares.end()) throw std::logic_error("a king is missing");
    return *found;
}

// 3.7, promotion: a pawn that reaches the last rank becomes a queen, rook, bishop or knight.
void add_pawn_move(std::vector<Move>& moves, Color color, Move move) {
    if (move.to.rank != last_rank(color)) {
        moves.push_back(move);
        return;
    }
    for (const char promotion : {'q', 'r', 'b', 'n'}) {
        move.promotion = promotion;
        moves.push_back(move);
    }
}

void add_pawn_moves(std::vector<Move>& moves, const Board& board, Square from) {
    const Color color = board.to_move;

    // 3.7.1: straight ahead to an unoccupied square.
    const Square one_ahead{from.file, from.rank + forward(color)};
    if (board.at(one_ahead) == nothing) {
        add_pawn_move(moves, color, {.from = from, .to = one_ahead});

        // 3.7.2: two squares on its first move, if both are unoccupied.
        const bool unmoved = from.rank == first_rank(color) + forward(color);
        const Square two_ahead{from.file, from.rank + 2 * forward(color)};
        if (unmoved && board.at(two_ahead) == nothing) {
            add_pawn_move(moves, color, {.from = from, .to = two_ahead});
        }
    }

    for (const Square to : all_squares) {
        if (!attacks(board, from, to)) continue;
        if (belongs_to(board.at(to), other(color))) {
            // 3.7.3: a capture.
            add_pawn_move(moves, color, {.from = from, .to = to});
        } else if (board.en_passant == to) {
            // 3.7, en passant: as though the other pawn had been moved only one square.
            moves.push_back({.from = from, .to = to, .is_en_passant = true});
        }
    }
}

// Chess960: wherever the king and the rook began, they end on the squares of classical castling.
int king_file_after_castling(Wing wing) { return wing == Wing::a_side ? 2 : 6; }

int rook_file_after_castling(Wing wing) { return wing == Wing::a_side ? 3 : 5; }

// The squares a piece passes along a rank: its own is not among them, the last one is.
std::vector<Square> way_along_rank(Square from, int to_file) {
    std::vector<Square> way;
    for (int file = from.file; file != to_file;) {
        file += towards(file, to_file);
        way.push_back({file, from.rank});
    }
    return way;
}

// 3.8.2 and, for other first squares than e1, a1 and h1, Chess960. That the king's final square is
// not attacked once the rook stands on its own is tested with all the other moves.
void add_castling(std::vector<Move>& moves, const Board& board, Wing wing) {
    const Color color = board.to_move;

    // 3.8.2.1: the right is lost once the king or this rook has moved.
    const auto rook_file = board.castling_rook_of(color, wing);
    if (!rook_file) return;

    // 3.8.2.2: not out of check.
    if (in_check(board, color)) return;

    const Square king = king_square(board, color);
    const Square rook{*rook_file, king.rank};
    const auto king_way = way_along_rank(king, king_file_after_castling(wing));
    const auto rook_way = way_along_rank(rook, rook_file_after_castling(wing));

    // King and rook are in the way of neither each other nor themselves.
    Board lifted = board;
    lifted.put(king, nothing);
    lifted.put(rook, nothing);

    // 3.8.2.2: no piece between king and rook; in Chess960, none on the way of either of the two.
    for (const Square square : king_way) {
        if (lifted.at(square) != nothing) return;
    }
    for (const Square square : rook_way) {
        if (lifted.at(square) != nothing) return;
    }

    // 3.8.2.2: the king neither crosses an attacked square nor ends on one; the rook may.
    for (const Square square : king_way) {
        if (attacked(lifted, square, other(color))) return;
    }
    moves.push_back({.from = king, .to = rook, .is_castling = true});
}

// Every move of articles 3.1 to 3.8, with no thought for the safety of the own king.
std::vector<Move> candidate_moves(const Board& board) {
    std::vector<Move> moves;
    for (const Square from : all_squares) {
        if (!belongs_to(board.at(from), board.to_move)) continue;
        if (lower(board.at(from)) == 'p') {
            add_pawn_moves(moves, board, from);
            continue;
        }
        for (const Square to : all_squares) {
            // 3.1: never to a square occupied by a piece of the same colour.
            if (belongs_to(board.at(to), board.to_move)) continue;
            if (attacks(board, from, to)) moves.push_back({.from = from, .to = to});
        }
    }
    add_castling(moves, board, Wing::a_side);
    add_castling(moves, board, Wing::h_side);
    return moves;
}

bool any_legal_en_passant(const Board& board) {
    const auto moves = legal_moves(board);
    return std::any_of(moves.begin(), moves.end(), [](const Move& m) { return m.is_en_passant; });
}

}  // namespace

char Board::at(Square square) const { return cells[index(square.rank)][index(square.file)]; }

void Board::put(Square square, char piece) {
    cells[index(square.rank)][index(square.file)] = piece;
}

std::optional<int> Board::castling_rook_of(Color color, Wing wing) const {
    return castling_rook[static_cast<std::size_t>(color)][static_cast<std::size_t>(wing)];
}

bool attacked(const Board& board, Square square, Color by) {
    return std::any_of(all_squares.begin(), all_squares.end(), [&](Square from) {
        return belongs_to(board.at(from), by) && attacks(board, from, square);
    });
}

// 3.9.1: the king is in check if it is attacked, even by a piece that cannot itself move.
bool in_check(const Board& board, Color color) {
    return attacked(board, king_square(board, color), other(color));
}

// 3.9.2: no move may expose the king of the same colour to check or leave it in check. This is the
// only test, for en passant and every other move alike.
std::vector<Move> legal_moves(const Board& board) {
    std::vector<Move> moves;
    for (const Move& move : candidate_moves(board)) {
        if (!in_check(after(board, move), board.to_move)) moves.push_back(move);
    }
    return moves;
}

Board after(const Board& board, const Move& move) {
    const Color color = board.to_move;
    const char piece = board.at(move.from);
    const char captured = board.at(move.to);
    const bool is_pawn = lower(piece) == 'p';
    Board next = board;

    next.put(move.from, nothing);
    if (move.is_castling) {
        const Wing wing = move.to.file < move.from.file ? Wing::a_side : Wing::h_side;
        next.put(move.to, nothing);
        next.put({king_file_after_castling(wing), move.from.rank}, piece);
        next.put({rook_file_after_castling(wing), move.from.rank}, captured);
    } else {
        next.put(move.to, move.promotion ? piece_of(color, move.promotion) : piece);
    }

    // 3.7, en passant: the captured pawn stands beside the square the capturing pawn left.
    if (move.is_en_passant) next.put({move.to.file, move.from.rank}, nothing);

    // 3.7, en passant: only on the move that follows the two steps.
    next.en_passant.reset();
    if (is_pawn && std::abs(move.to.rank - move.from.rank) == 2) {
        next.en_passant = Square{move.from.file, move.from.rank + forward(color)};
    }

    // 3.8.2.1: a king that moves, castling included, loses both rights; a rook that moves or is
    // captured loses its own.
    for (const Color owner : {Color::white, Color::black}) {
        for (auto& rook_file : next.castling_rook[static_cast<std::size_t>(owner)]) {
            if (!rook_file) continue;
            const Square rook{*rook_file, first_rank(owner)};
            const bool king_moved = lower(piece) == 'k' && owner == color;
            if (king_moved || move.from == rook || move.to == rook) rook_file.reset();
        }
    }

    // 9.3: the clock counts moves without a pawn's move and without a capture.
    const bool is_capture = captured != nothing && !move.is_castling;
    next.half_move_clock = is_pawn || is_capture ? 0 : board.half_move_clock + 1;
    if (color == Color::black) ++next.full_move_number;
    next.to_move = other(color);
    return next;
}

// 5.1.1
bool checkmate(const Board& board) {
    return in_check(board, board.to_move) && legal_moves(board).empty();
}

// 5.2.1
bool stalemate(const Board& board) {
    return !in_check(board, board.to_move) && legal_moves(board).empty();
}

// 5.2.2 for the cases that material alone decides: no series of legal moves can mate either king.
bool dead_by_material(const Board& board) {
    int knights = 0;
    int bishops_on_light = 0;
    int bishops_on_dark = 0;
    for (const Square square : all_squares) {
        switch (lower(board.at(square))) {
            case 'p':
            case 'r':
            case 'q': return false;
            case 'n': ++knights; break;
            case 'b':
                ++((square.file + square.rank) % 2 == 0 ? bishops_on_dark : bishops_on_light);
                break;
            default: break;
        }
    }
    if (knights > 0) return knights == 1 && bishops_on_light + bishops_on_dark == 0;
    return bishops_on_light == 0 || bishops_on_dark == 0;
}

std::uint64_t perft(const Board& board, int depth) {
    if (depth == 0) return 1;
    const auto moves = legal_moves(board);
    if (depth == 1) return moves.size();
    std::uint64_t lines = 0;
    for (const Move& move : moves) lines += perft(after(board, move), depth - 1);
    return lines;
}

std::string text(Square square) {
    return {static_cast<char>('a' + square.file), static_cast<char>('1' + square.rank)};
}

std::string text(const Move& move) {
    std::string result = text(move.from) + text(move.to);
    if (move.promotion) result += move.promotion;
    return result;
}

namespace {

[[noreturn]] void refuse(const std::string& why) { throw std::invalid_argument("FEN: " + why); }

std::vector<std::string> split(std::string_view line, char separator) {
    std::vector<std::string> parts(1);
    for (const char c : line) {
        if (c == separator) {
            parts.emplace_back();
        } else {
            parts.back() += c;
        }
    }
    return parts;
}

void read_pieces(Board& board, const std::string& field) {
    const auto rows = split(field, '/');
    if (rows.size() != 8) refuse("not eight ranks");
    for (int rank = 0; rank < 8; ++rank) {
        int file = 0;
        for (const char c : rows[index(7 - rank)]) {
            if (c >= '1' && c <= '8') {
                file += c - '0';
                continue;
            }
            if (std::string_view("PNBRQKpnbrqk").find(c) == std::string_view::npos || file > 7) {
                refuse("bad rank");
            }
            board.put({file++, rank}, c);
        }
        if (file != 8) refuse("a rank has not eight files");
    }
}

// The file of the rook of this wing that is farthest from the king.
std::optional<int> outermost_rook(const Board& board, Color color, Wing wing) {
    const Square king = king_square(board, color);
    const int edge = wing == Wing::a_side ? 0 : 7;
    for (int file = edge; file != king.file; file += towards(file, king.file)) {
        if (board.at({file, king.rank}) == piece_of(color, 'r')) return file;
    }
    return std::nullopt;
}

void read_castling(Board& board, const std::string& field) {
    if (field == "-") return;
    if (field.empty()) refuse("no castling field");
    for (const char c : field) {
        const char letter = lower(c);
        const Color color = c == upper(c) ? Color::white : Color::black;
        const Square king = king_square(board, color);
        std::optional<int> file;
        if (letter == 'k') file = outermost_rook(board, color, Wing::h_side);
        if (letter == 'q') file = outermost_rook(board, color, Wing::a_side);
        if (letter >= 'a' && letter <= 'h') file = letter - 'a';
        if (!file || king.rank != first_rank(color)) refuse("bad castling right");
        if (board.at({*file, king.rank}) != piece_of(color, 'r')) refuse("no castling rook");

        const Wing wing = *file < king.file ? Wing::a_side : Wing::h_side;
        auto& right =
            board.castling_rook[static_cast<std::size_t>(color)][static_cast<std::size_t>(wing)];
        if (right) refuse("two castling rights on one wing");
        right = file;
    }
}

// The pawn that may be captured has just come from behind this square to the one in front of it.
void read_en_passant(Board& board, const std::string& field) {
    if (field == "-") return;
    if (field.size() != 2 || field[0] < 'a' || field[0] > 'h') refuse("bad en-passant square");
    const Color mover = other(board.to_move);
    const Square passed{field[0] - 'a', first_rank(mover) + 2 * forward(mover)};
    const Square came_from{passed.file, passed.rank - forward(mover)};
    const Square stands_on{passed.file, passed.rank + forward(mover)};
    if (field != text(passed) || board.at(passed) != nothing || board.at(came_from) != nothing ||
        board.at(stands_on) != piece_of(mover, 'p')) {
        refuse("no pawn has passed the en-passant square");
    }
    board.en_passant = passed;
}

int read_number(const std::string& field) {
    if (field.empty() || field.size() > 6) refuse("bad number");
    for (const char c : field) {
        if (c < '0' || c > '9') refuse("bad number");
    }
    return std::stoi(field);
}

void check_pieces(const Board& board) {
    int white_kings = 0;
    int black_kings = 0;
    for (const Square square : all_squares) {
        const char piece = board.at(square);
        if (piece == 'K') ++white_kings;
        if (piece == 'k') ++black_kings;
        if (lower(piece) == 'p' && (square.rank == 0 || square.rank == 7)) {
            refuse("a pawn on the first or last rank");
        }
    }
    if (white_kings != 1 || black_kings != 1) refuse("not one king each");
}

// The rest of a FEN is the same for both styles of the castling field.
std::string write_fen(const Board& board, const std::string& castling) {
    std::string fen;
    for (int rank = 7; rank >= 0; --rank) {
        int gap = 0;
        for (int file = 0; file < 8; ++file) {
            const char piece = board.at({file, rank});
            if (piece == nothing) {
                ++gap;
                continue;
            }
            if (gap > 0) fen += std::to_string(gap);
            gap = 0;
            fen += piece;
        }
        if (gap > 0) fen += std::to_string(gap);
        if (rank > 0) fen += '/';
    }
    fen += board.to_move == Color::white ? " w " : " b ";
    fen += castling.empty() ? "-" : castling;
    fen += ' ';
    fen += any_legal_en_passant(board) ? text(*board.en_passant) : "-";
    fen += ' ' + std::to_string(board.half_move_clock);
    fen += ' ' + std::to_string(board.full_move_number);
    return fen;
}

std::string castling_letters(const Board& board, bool always_files) {
    std::string letters;
    for (const Color color : {Color::white, Color::black}) {
        for (const Wing wing : {Wing::h_side, Wing::a_side}) {
            const auto file = board.castling_rook_of(color, wing);
            if (!file) continue;
            const bool outermost = file == outermost_rook(board, color, wing);
            const char by_wing = wing == Wing::h_side ? 'k' : 'q';
            const char by_file = static_cast<char>('a' + *file);
            letters += piece_of(color, outermost && !always_files ? by_wing : by_file);
        }
    }
    return letters;
}

}  // namespace

Board from_fen(std::string_view fen) {
    const auto fields = split(fen, ' ');
    if (fields.size() != 4 && fields.size() != 6) refuse("not four or six fields");

    Board board;
    for (auto& row : board.cells) row.fill(nothing);
    read_pieces(board, fields[0]);
    check_pieces(board);
    if (fields[1] != "w" && fields[1] != "b") refuse("bad side to move");
    board.to_move = fields[1] == "w" ? Color::white : Color::black;
    if (in_check(board, other(board.to_move))) refuse("the king can be captured");
    read_castling(board, fields[2]);
    read_en_passant(board, fields[3]);
    if (fields.size() == 6) {
        board.half_move_clock = read_number(fields[4]);
        board.full_move_number = read_number(fields[5]);
    }
    return board;
}

std::string to_fen(const Board& board) { return write_fen(board, castling_letters(board, false)); }

std::string to_shredder_fen(const Board& board) {
    return write_fen(board, castling_letters(board, true));
}

}  // namespace rookery::slow
