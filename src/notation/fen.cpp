#include "notation/fen.h"

#include "base/text.h"
#include "notation/names.h"

#include <string>
#include <utility>

namespace rookery {
namespace {

void append_board(std::string& text, const Position& position) {
    for (int rank = 7; rank >= 0; --rank) {
        int empty = 0;
        const auto write_empty = [&] {
            if (empty > 0) text += static_cast<char>('0' + empty);
            empty = 0;
        };
        for (int file = 0; file < 8; ++file) {
            const Square square = make_square(static_cast<File>(file), static_cast<Rank>(rank));
            if (position.is_empty(square)) {
                ++empty;
                continue;
            }
            write_empty();
            text += letter_of(position.piece_on(square));
        }
        write_empty();
        if (rank > 0) text += '/';
    }
}

char castling_letter(const Position& position, Color color, Wing wing, FenStyle style) {
    const Square rook = position.castling_rook(color, wing);
    const Bitboard home_rooks = position.pieces(color, PieceType::Rook) & bits_of(back_rank(color));
    // The rooks between this one and the edge: with any of them, K or Q would mean another rook.
    const Bitboard further = wing == Wing::King ? ~(bit(rook) | (bit(rook) - 1)) : bit(rook) - 1;
    char letter = wing == Wing::King ? 'k' : 'q';
    if (style == FenStyle::Shredder || (home_rooks & further)) letter = file_letter(file_of(rook));
    return color == Color::White ? ascii::to_upper(letter) : letter;
}

void append_castling(std::string& text, const Position& position, FenStyle style) {
    if (position.castling_rooks() == 0) {
        text += '-';
        return;
    }
    for (Color color : both_colors)
        for (Wing wing : {Wing::King, Wing::Queen})
            if (position.castling_rook(color, wing) != Square::None)
                text += castling_letter(position, color, wing, style);
}

std::string quoted(std::string_view text) { return "'" + printable(text, 20) + "'"; }

// All bytes of the first character, so that a message never shows half of one.
std::string_view first_character(std::string_view text) {
    const std::size_t length = utf8_length(text);
    return text.substr(0, length == 0 ? 1 : length);
}

// The king of that colour if it stands on its back rank; elsewhere it cannot castle.
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

Result<ParsedFen, TextError> parse_fen(std::string_view text) {
    FenFields fields(text);
    const std::size_t start = fields.offset();
    if (!fields.read_position() || !fields.read_counters()) return failure(fields.error());
    if (!fields.rest().empty())
        return failure(
            TextError{"something follows the position: '" + printable(fields.rest(), 20) + "'",
                      fields.offset()});
    auto placed = Position::from(fields.setup());
    if (!placed) return failure(TextError{describe(placed.error()), start});
    ParsedFen parsed{placed->position, placed->notices, fields.counters_missing()};
    if (fields.castling_dropped()) parsed.notices.castling_dropped = true;
    return parsed;
}

std::string describe(const SetupNotices& notices) {
    std::string text;
    if (notices.castling_dropped)
        text = "a castling right was dropped: king and rook are not in place";
    if (notices.en_passant_dropped) {
        if (!text.empty()) text += "; ";
        text += "the en passant square was dropped: no pawn can capture there";
    }
    return text;
}

std::string to_fen_without_counters(const Position& position, FenStyle style) {
    std::string text;
    text.reserve(90);
    append_board(text, position);
    text += position.side_to_move() == Color::White ? " w " : " b ";
    append_castling(text, position, style);
    text += ' ';
    if (position.en_passant() == Square::None)
        text += '-';
    else
        append_square(text, position.en_passant());
    return text;
}

std::string to_fen(const Position& position, FenStyle style) {
    std::string text = to_fen_without_counters(position, style);
    text += ' ';
    text += std::to_string(position.halfmove_clock());
    text += ' ';
    text += std::to_string(position.fullmove_number());
    return text;
}

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
    int pieces = 0;
    for (int rank = 7; rank >= 0; --rank) {
        if (!read_rank(word, index, rank, pieces)) return false;
        const bool last = rank == 0;
        if (last) break;
        if (index == word.size())
            return refuse("the board has only " + std::to_string(8 - rank) + " of its 8 ranks",
                          offset_ + index);
        ++index;  // the slash
    }
    if (index < word.size()) return refuse("the board has more than 8 ranks", offset_ + index);
    if (pieces > 32)
        return refuse("there are " + std::to_string(pieces) + " pieces, more than 32", offset_);
    return true;
}

bool FenFields::read_rank(std::string_view word, std::size_t& index, int rank, int& pieces) {
    const std::string name = "rank " + std::to_string(rank + 1);
    const std::size_t start = index;
    int file = 0;
    for (; index < word.size() && word[index] != '/'; ++index) {
        const char c = word[index];
        if (is_rank_digit(c)) {
            file += c - '0';
        } else if (const Piece piece = piece_from_letter(c); piece != Piece::None) {
            if (file < 8)
                setup_.board[make_square(static_cast<File>(file), static_cast<Rank>(rank))] = piece;
            ++file;
            ++pieces;
        } else {
            return refuse(quoted(first_character(word.substr(index))) +
                              " is neither a piece nor a number of empty squares",
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
        if (lower != 'k' && lower != 'q' && !is_file_letter(lower))
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
    // Position::from() checks that the rook is there.
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
    const auto halfmove_clock = parse_digits(peek(), max_halfmove_clock);
    if (!halfmove_clock)
        return refuse("the halfmove clock is a number from 0 to " +
                          std::to_string(max_halfmove_clock) + ", not " + quoted(peek()),
                      offset_);
    setup_.halfmove_clock = *halfmove_clock;
    skip();
    if (peek().empty()) return true;
    const auto fullmove_number = parse_digits(peek(), max_fullmove_number);
    if (!fullmove_number)
        return refuse("the move number is a number from 1 to " +
                          std::to_string(max_fullmove_number) + ", not " + quoted(peek()),
                      offset_);
    setup_.fullmove_number = std::max(*fullmove_number, 1);
    skip();
    counters_missing_ = false;
    return true;
}

}  // namespace rookery
