#include "notation/san.h"

#include "chess/movegen.h"
#include "notation/names.h"

namespace rookery {
namespace {

void append_check(std::string& text, const Position& position, Move move) {
    Position next = position;
    next.make(move);
    if (next.in_check()) text += has_legal_move(next) ? '+' : '#';
}

void append_castling(std::string& text, Move move) {
    text += move.wing() == Wing::King ? "O-O" : "O-O-O";
}

void append_promotion(std::string& text, Move move) {
    if (!move.is_promotion()) return;
    text += '=';
    text += letter_of(move.promoted());
}

// Other men of the same kind that could legally go there as well.
Bitboard rivals(const Position& position, Move move, PieceType type) {
    const Bitboard same = position.pieces(position.side_to_move(), type) & ~bit(move.from());
    if (same == 0) return 0;
    Bitboard rivals = piece_attacks(type, move.to(), position.occupied()) & same;
    for (Square from : squares(rivals))
        if (!position.is_legal({from, move.to()})) rivals &= ~bit(from);
    return rivals;
}

void append_origin(std::string& text, Square from, Bitboard rivals) {
    if (rivals == 0) return;
    const bool file_shared = rivals & bits_of(file_of(from));
    const bool rank_shared = rivals & bits_of(rank_of(from));
    if (!file_shared || rank_shared) text += file_letter(file_of(from));
    if (file_shared) text += rank_digit(rank_of(from));
}

Move if_legal(const Position& position, Move move) {
    return position.is_legal(move) ? move : Move::none();
}

Move plain_castling(const Position& position, std::string_view text) {
    const bool kingside = text == "O-O";
    if (!kingside && text != "O-O-O") return Move::none();
    const Color us = position.side_to_move();
    const Square rook = position.castling_rook(us, kingside ? Wing::King : Wing::Queen);
    if (rook == Square::None) return Move::none();
    return if_legal(position, {position.king(us), rook, MoveKind::Castling});
}

// Nf3, Nxf3, Ngf3, N1f3, Ng1f3, Ng1xf3.
Move plain_piece_move(const Position& position, std::string_view text, PieceType type) {
    const std::size_t size = text.size();
    if (size < 3 || size > 6) return Move::none();
    const Square to = parse_square(text.substr(size - 2));
    if (to == Square::None) return Move::none();
    const Color us = position.side_to_move();
    Bitboard men = position.pieces(us, type);
    std::size_t end = size - 2;
    if (text[end - 1] == 'x') --end;
    if (end > 1) {
        std::size_t next = 1;
        if (ascii::is_file(text[next])) men &= bits_of(file_from(text[next++]));
        if (next < end && ascii::is_rank(text[next])) men &= bits_of(rank_from(text[next++]));
        if (next != end) return Move::none();
    }
    men &= piece_attacks(type, to, position.occupied());
    // Nearly always one man is left that nothing hinders: no pin, no check, no man of its own.
    const bool free_to_go = type != PieceType::King && !position.in_check() &&
                            !(men & position.pinned()) && !contains(position.pieces(us), to);
    if (free_to_go) return men != 0 && has_at_most_one(men) ? Move(first_square(men), to) : Move();
    Move found;
    while (men) {
        const Move move{take_first(men), to};
        if (!position.is_legal(move)) continue;
        if (found) return Move::none();
        found = move;
    }
    return found;
}

// e4, exd5, e8=Q, exd8=Q.
Move plain_pawn_move(const Position& position, std::string_view text) {
    PieceType promotion = PieceType::None;
    if (text.size() >= 4 && text[text.size() - 2] == '=') {
        promotion = type_from_letter(text.back());
        if (!can_promote_to(promotion)) return Move::none();
        text.remove_suffix(2);
    }
    const Color us = position.side_to_move();
    const Bitboard pawns = position.pieces(us, PieceType::Pawn);
    Square from = Square::None;
    Square to = Square::None;
    if (text.size() == 2) {
        to = parse_square(text);
        if (to == Square::None || rank_of(to) == back_rank(us)) return Move::none();
        from = to - forward(us);
        if (!contains(pawns, from)) {
            if (rank_of(to) != relative_rank(us, Rank::R4)) return Move::none();
            from = from - forward(us);
        }
    } else if (text.size() == 4 && text[1] == 'x') {
        to = parse_square(text.substr(2));
        if (to == Square::None || rank_of(to) == back_rank(us) || !ascii::is_file(text[0]))
            return Move::none();
        from = make_square(file_from(text[0]), rank_of(to - forward(us)));
    } else {
        return Move::none();
    }
    if (!contains(pawns, from)) return Move::none();
    if (promotion != PieceType::None)
        return if_legal(position, Move::promotion(from, to, promotion));
    const bool en_passant = to == position.en_passant() && file_of(from) != file_of(to);
    return if_legal(position, {from, to, en_passant ? MoveKind::EnPassant : MoveKind::Normal});
}

}  // namespace

std::string to_san(const Position& position, Move move) {
    assert(position.is_legal(move));
    std::string text;
    if (move.is_castling()) {
        append_castling(text, move);
    } else {
        const PieceType type = type_of(position.piece_on(move.from()));
        const bool capture = position.is_capture(move);
        if (type != PieceType::Pawn) {
            text += letter_of(type);
            append_origin(text, move.from(), rivals(position, move, type));
        } else if (capture) {
            text += file_letter(file_of(move.from()));
        }
        if (capture) text += 'x';
        append_square(text, move.to());
        append_promotion(text, move);
    }
    append_check(text, position, move);
    return text;
}

std::string to_long_algebraic(const Position& position, Move move) {
    assert(position.is_legal(move));
    std::string text;
    if (move.is_castling()) {
        append_castling(text, move);
    } else {
        const PieceType type = type_of(position.piece_on(move.from()));
        if (type != PieceType::Pawn) text += letter_of(type);
        append_square(text, move.from());
        text += position.is_capture(move) ? 'x' : '-';
        append_square(text, move.to());
        append_promotion(text, move);
    }
    append_check(text, position, move);
    return text;
}

Move read_plain_san(const Position& position, std::string_view text) {
    while (!text.empty() &&
           (text.back() == '+' || text.back() == '#' || text.back() == '!' || text.back() == '?'))
        text.remove_suffix(1);
    if (text.size() < 2) return Move::none();
    const char first = text.front();
    if (ascii::is_file(first)) return plain_pawn_move(position, text);
    if (first == 'O') return plain_castling(position, text);
    const PieceType type = type_from_letter(first);
    if (type == PieceType::None || type == PieceType::Pawn) return Move::none();
    return plain_piece_move(position, text, type);
}

}  // namespace rookery
