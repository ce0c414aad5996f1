#include "notation/fen_fields.h"

#include "notation/names.h"
#include "notation/printable.h"

#include <string>
#include <utility>

namespace rookery {
namespace {

std::string quoted(std::string_view text) { return "'" + printable(text, 20) + "'"; }

// All bytes of the first character, so that a message never shows half of one.
std::string_view first_character(std::string_view text) {
    const std::size_t length = utf8_length(text);
    return text.substr(0, length == 0 ? 1 : length);
}

// The king of that colour if it stands on its back rank, where alone it can castle.
Square king_at_home(const Setup& setup, Color color) {
    for (int file = 0; file < 8; ++file) {
        const Square square = make_square(static_cast<File>(file), back_rank(color));
        if (setup.board[square] == make_piece(color, PieceType::King)) return square;
    }
    return Square::None;
}

// The rook of that colour furthest from the middle on that side of its king.
Square outermost_rook(const Setup& setup, Color color, Wing wing) {
    const Square king = king_at_home(setup, color);
    if (king == Square::None) return Square::None;
    const Piece rook = make_piece(color, PieceType::Rook);
    const Square corner = make_square(wing == Wing::King ? File::H : File::A, back_rank(color));
    const Step inwards = wing == Wing::King ? Step::West : Step::East;
    for (Square square = corner; square != king; square = square + inwards)
        if (setup.board[square] == rook) return square;
    return Square::None;
}

}  // namespace

FenFields::FenFields(std::string_view text) : text_(text) { skip_space(); }

void FenFields::skip_space() {
    while (offset_ < text_.size() && ascii::is_space(text_[offset_])) ++offset_;
}

std::string_view FenFields::peek() const {
    std::size_t end = offset_;
    while (end < text_.size() && !ascii::is_space(text_[end]) && text_[end] != ';') ++end;
    return text_.substr(offset_, end - offset_);
}

void FenFields::skip() {
    offset_ += peek().size();
    skip_space();
}

bool FenFields::refuse(std::string what, std::size_t offset) {
    error_ = {std::move(what), offset, 0};
    return false;
}

bool FenFields::read_position(GluedCounter glued) {
    if (!read_board(peek())) return false;
    skip();
    if (!read_side(peek())) return false;
    skip();
    if (peek().empty()) return true;
    if (!read_castling(peek())) return false;
    skip();
    if (peek().empty()) return true;
    const std::string_view word = peek();
    if (glued == GluedCounter::Allowed && word.size() > 1 && word[0] == '-' &&
        ascii::is_digit(word[1])) {
        ++offset_;
        return true;
    }
    if (!read_en_passant(word)) return false;
    skip();
    return true;
}

bool FenFields::read_board(std::string_view word) {
    if (word.empty()) return refuse("the board is missing", offset_);
    std::size_t index = 0;
    int men = 0;
    for (int rank = 7; rank >= 0; --rank) {
        if (!read_rank(word, index, rank, men)) return false;
        const bool last = rank == 0;
        if (last) break;
        if (index == word.size())
            return refuse("the board has only " + std::to_string(8 - rank) + " of its 8 ranks",
                          offset_ + index);
        ++index;  // the slash
    }
    if (index < word.size()) return refuse("the board has more than 8 ranks", offset_ + index);
    if (men > 32) return refuse("there are " + std::to_string(men) + " men, more than 32", offset_);
    return true;
}

bool FenFields::read_rank(std::string_view word, std::size_t& index, int rank, int& men) {
    const std::string name = "rank " + std::to_string(rank + 1);
    const std::size_t start = index;
    int file = 0;
    for (; index < word.size() && word[index] != '/'; ++index) {
        const char c = word[index];
        if (ascii::is_rank(c)) {
            file += c - '0';
        } else if (const Piece piece = piece_from_letter(c); piece != Piece::None) {
            if (file < 8)
                setup_.board[make_square(static_cast<File>(file), static_cast<Rank>(rank))] = piece;
            ++file;
            ++men;
        } else {
            return refuse(quoted(first_character(word.substr(index))) +
                              " is neither a man nor a number of empty squares",
                          offset_ + index);
        }
        if (file > 8) return refuse(name + " has more than 8 files", offset_ + index);
    }
    if (file < 8)
        return refuse(name + " has only " + std::to_string(file) + " of its 8 files",
                      offset_ + start);
    return true;
}

bool FenFields::read_side(std::string_view word) {
    if (word.empty()) return refuse("the side to move is missing", offset_);
    if (word != "w" && word != "b")
        return refuse("the side to move is w or b, not " + quoted(word), offset_);
    setup_.side_to_move = word == "w" ? Color::White : Color::Black;
    return true;
}

bool FenFields::read_castling(std::string_view word) {
    if (word == "-") return true;
    for (std::size_t i = 0; i < word.size(); ++i) {
        const char lower = ascii::to_lower(word[i]);
        if (lower != 'k' && lower != 'q' && !ascii::is_file(lower))
            return refuse("the castling rights are - or letters of KQkq or of rooks' files, not " +
                              quoted(word),
                          offset_ + i);
        add_castling_right(word[i]);
    }
    return true;
}

void FenFields::add_castling_right(char letter) {
    const Color color = ascii::is_upper(letter) ? Color::White : Color::Black;
    const char lower = ascii::to_lower(letter);
    Square rook;
    if (lower == 'k' || lower == 'q')
        rook = outermost_rook(setup_, color, lower == 'k' ? Wing::King : Wing::Queen);
    else
        rook = make_square(file_from(lower), back_rank(color));
    // A rook that is not there after all is found out when the position is checked.
    if (rook == Square::None)
        castling_dropped_ = true;
    else
        setup_.castling_rooks |= bit(rook);
}

bool FenFields::read_en_passant(std::string_view word) {
    if (word == "-") return true;
    const Square square = parse_square(word);
    if (square == Square::None)
        return refuse("the en passant square is - or a square, not " + quoted(word), offset_);
    if (rank_of(square) != relative_rank(setup_.side_to_move, Rank::R6))
        return refuse(describe(SetupProblem::EnPassantRank), offset_);
    setup_.en_passant = square;
    return true;
}

bool FenFields::read_counters() {
    counters_missing_ = true;
    if (peek().empty()) return true;
    setup_.halfmove_clock = ascii::parse_number(peek(), max_halfmove_clock);
    if (setup_.halfmove_clock < 0)
        return refuse("the halfmove clock is a number from 0 to " +
                          std::to_string(max_halfmove_clock) + ", not " + quoted(peek()),
                      offset_);
    skip();
    if (peek().empty()) return true;
    setup_.fullmove_number = ascii::parse_number(peek(), max_fullmove_number);
    if (setup_.fullmove_number < 0)
        return refuse("the move number is a number from 1 to " +
                          std::to_string(max_fullmove_number) + ", not " + quoted(peek()),
                      offset_);
    if (setup_.fullmove_number == 0) setup_.fullmove_number = 1;
    skip();
    counters_missing_ = false;
    return true;
}

}  // namespace rookery
