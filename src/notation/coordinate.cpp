#include "notation/coordinate.h"

#include "base/text.h"
#include "notation/explain.h"
#include "notation/names.h"

namespace rookery {
namespace {

bool castles_ordinarily(Move move) {
    const File corner = move.wing() == Wing::King ? File::H : File::A;
    return file_of(move.from()) == File::E && file_of(move.to()) == corner;
}

struct CoordinateText {
    Square from = Square::None;
    Square to = Square::None;
    PieceType promotion = PieceType::None;
    // Where reading stopped.
    std::size_t end = 0;
    bool complete = false;
};

Square square_in_any_case(std::string_view text, std::size_t index) {
    if (text.size() < index + 2) return Square::None;
    const char name[2] = {ascii::to_lower(text[index]), text[index + 1]};
    return parse_square({name, 2});
}

CoordinateText read_text(std::string_view text) {
    CoordinateText read;
    read.from = square_in_any_case(text, 0);
    if (read.from == Square::None) return read;
    read.end = 2;
    if (text.size() > 2 && (text[2] == '-' || text[2] == 'x' || text[2] == ':')) ++read.end;
    read.to = square_in_any_case(text, read.end);
    if (read.to == Square::None) return read;
    read.end += 2;
    if (read.end < text.size() && text[read.end] == '=') ++read.end;
    if (read.end < text.size()) {
        read.promotion = type_from_letter(ascii::to_upper(text[read.end]));
        if (!can_promote_to(read.promotion)) return read;
        ++read.end;
    }
    read.complete = read.end == text.size() && text.back() != '=';
    return read;
}

bool reaches_last_rank(const Position& position, Square from, Square to) {
    const Color us = position.side_to_move();
    return position.piece_on(from) == make_piece(us, PieceType::Pawn) &&
           rank_of(to) == relative_rank(us, Rank::R8);
}

}  // namespace

std::string to_coordinate(const Position& position, Move move, bool chess960) {
    if (!move) return "0000";
    Square to = move.to();
    if (move.is_castling() && !chess960 && castles_ordinarily(move))
        to = castled_king_square(position.side_to_move(), move.wing());
    std::string text;
    append_square(text, move.from());
    append_square(text, to);
    if (move.is_promotion()) text += ascii::to_lower(letter_of(move.promoted()));
    return text;
}

Move find_move(const Position& position, Square from, Square to, PieceType promotion) {
    const auto if_legal = [&](Move move) { return position.is_legal(move) ? move : Move::none(); };
    const Color us = position.side_to_move();
    if (promotion != PieceType::None)
        return can_promote_to(promotion) ? if_legal(Move::promotion(from, to, promotion))
                                         : Move::none();
    if (from != position.king(us)) {
        const bool en_passant = to == position.en_passant() &&
                                position.piece_on(from) == make_piece(us, PieceType::Pawn) &&
                                file_of(from) != file_of(to);
        return if_legal({from, to, en_passant ? MoveKind::EnPassant : MoveKind::Normal});
    }
    if (position.piece_on(to) == make_piece(us, PieceType::Rook))
        return if_legal({from, to, MoveKind::Castling});
    if (position.is_legal({from, to})) return {from, to};
    if (contains(king_attacks(from), to) || from == to) return Move::none();
    for (Wing wing : {Wing::King, Wing::Queen}) {
        const Square rook = position.castling_rook(us, wing);
        if (to == castled_king_square(us, wing) && rook != Square::None)
            return if_legal({from, rook, MoveKind::Castling});
    }
    return Move::none();
}

Result<Move, TextError> parse_coordinate(const Position& position, std::string_view text) {
    const std::string_view trimmed = ascii::trim(text);
    const std::size_t start = static_cast<std::size_t>(trimmed.data() - text.data());
    const CoordinateText read = read_text(trimmed);
    if (!read.complete)
        return failure(TextError{
            "'" + printable(trimmed, 20) + "' is not a move like e2e4 or e7e8q", start + read.end});
    if (const Move move = find_move(position, read.from, read.to, read.promotion)) return move;

    const std::string reason = explain_illegal(position, read.from, read.to);
    if (!reason.empty()) return failure(TextError{reason, start});
    // The squares are fine, so it must be the piece to promote to.
    if (reaches_last_rank(position, read.from, read.to))
        return failure(
            TextError{"the pawn is promoted on " + square_name(read.to) + ": add q, r, b or n",
                      start + read.end});
    return failure(TextError{"nothing is promoted by this move", start + read.end - 1});
}

}  // namespace rookery
