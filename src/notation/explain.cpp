#include "notation/explain.h"

#include "chess/movegen.h"
#include "notation/names.h"

#include <optional>

namespace rookery {
namespace {

// "the knight on f3"
std::string piece_on(const Position& position, Square square) {
    std::string text = "the ";
    text += word_for(type_of(position.piece_on(square)));
    text += " on ";
    append_square(text, square);
    return text;
}

std::string with_article(PieceType type) {
    std::string text = "a ";
    text += word_for(type);
    return text;
}

std::string moves_otherwise(PieceType type) {
    return with_article(type) + " does not move like that";
}

// The first piece met on the way, or Square::None. The squares must share a line.
Square first_in_the_way(const Position& position, Square from, Square to) {
    const Bitboard in_between = path_to(from, to) & ~bit(to) & position.occupied();
    if (in_between == 0) return Square::None;
    return to > from ? square_at(lowest_bit(in_between)) : square_at(highest_bit(in_between));
}

std::string blocked_by(const Position& position, Square blocker) {
    return "the way is blocked by " + piece_on(position, blocker);
}

std::string explain_slider(const Position& position, Square from, Square to) {
    const PieceType type = type_of(position.piece_on(from));
    if (!contains(piece_attacks(type, from, 0), to)) return moves_otherwise(type);
    const Square blocker = first_in_the_way(position, from, to);
    return blocker == Square::None ? "" : blocked_by(position, blocker);
}

std::string explain_pawn(const Position& position, Square from, Square to) {
    const Color us = position.side_to_move();
    if (contains(pawn_attacks(us, from), to)) {
        if (!position.is_empty(to) || to == position.en_passant()) return "";
        const Square beside = to - forward(us);
        const bool looks_like_en_passant =
            rank_of(to) == relative_rank(us, Rank::R6) &&
            position.piece_on(beside) == make_piece(~us, PieceType::Pawn);
        if (!looks_like_en_passant)
            return "there is nothing on " + square_name(to) +
                   " to capture, and a pawn moves diagonally only to capture";
        return "capturing en passant on " + square_name(to) +
               " is not possible: either the pawn on " + square_name(beside) +
               " has not just moved two squares, or the king would be left in check";
    }
    const int step = static_cast<int>(forward(us));
    const int distance = index_of(to) - index_of(from);
    const bool double_step = distance == 2 * step;
    if (distance != step && !double_step) return moves_otherwise(PieceType::Pawn);
    if (double_step && rank_of(from) != relative_rank(us, Rank::R2))
        return "a pawn moves two squares only from where it started";
    const Square next = from + forward(us);
    if (double_step && !position.is_empty(next)) return blocked_by(position, next);
    if (!position.is_empty(to)) return blocked_by(position, to) + ": a pawn captures diagonally";
    return "";
}

// Whether the piece can get there, apart from checks to its king.
std::string explain_reach(const Position& position, Square from, Square to) {
    const PieceType type = type_of(position.piece_on(from));
    switch (type) {
        case PieceType::Pawn: return explain_pawn(position, from, to);
        case PieceType::Knight:
            return contains(knight_attacks(from), to) ? "" : moves_otherwise(type);
        case PieceType::King: return contains(king_attacks(from), to) ? "" : moves_otherwise(type);
        default: return explain_slider(position, from, to);
    }
}

std::string attacked_by(const Position& position, Square square, Bitboard occupied) {
    const Bitboard attackers =
        position.attackers_to(square, occupied) & position.pieces(~position.side_to_move());
    if (attackers == 0) return "";
    return square_name(square) + " is attacked by " + piece_on(position, first_square(attackers));
}

std::string checked_by(const Position& position) {
    std::string text;
    for (Square checker : squares(position.checkers())) {
        if (!text.empty()) text += " and ";
        text += piece_on(position, checker);
    }
    return text;
}

// The piece reaches its target: why the king would be in check.
std::string explain_king_safety(const Position& position, Square from, Square to) {
    const Color us = position.side_to_move();
    const Square king = position.king(us);
    if (from == king) {
        const std::string attacker = attacked_by(position, to, position.occupied() ^ bit(king));
        return attacker.empty() ? "" : "the king cannot go there: " + attacker;
    }
    if (contains(position.pinned(), from) && !contains(line_through(king, from), to)) {
        const Bitboard beyond = line_through(king, from) & ~path_to(king, from);
        const Bitboard pinners = position.attackers_to(king, position.occupied() ^ bit(from)) &
                                 position.pieces(~us) & beyond & ~position.checkers();
        std::string text = piece_on(position, from) + " is pinned to the king";
        if (pinners) text += " by " + piece_on(position, first_square(pinners));
        return text;
    }
    const Bitboard checkers = position.checkers();
    if (has_several(checkers))
        return "the king is in check from " + checked_by(position) + ": only the king can move";
    if (checkers && !contains(path_to(king, first_square(checkers)), to))
        return "the king is in check from " + checked_by(position) +
               ", and this move does not stop it";
    return "";
}

std::string explain_en_passant(const Position& position, Square from, Square to) {
    if (position.is_legal({from, to, MoveKind::EnPassant})) return "";
    // The other of two capturing pawns may well be free to do it.
    const std::string safety = explain_king_safety(position, from, to);
    return safety.empty() ? "capturing en passant would leave the king in check" : safety;
}

// The wing on which the king asks to castle by going here, if it does.
std::optional<Wing> wing_asked_for(const Position& position, Square from, Square to) {
    const Color us = position.side_to_move();
    const Rank home = back_rank(us);
    if (from != position.king(us) || rank_of(from) != home || rank_of(to) != home) return {};
    if (position.piece_on(to) == make_piece(us, PieceType::Rook)) {
        const Wing wing = to > from ? Wing::King : Wing::Queen;
        const Square rook = position.castling_rook(us, wing);
        // Only the rook that may castle counts; another one is in the way.
        if (rook != to && rook != Square::None) return {};
        return wing;
    }
    if (contains(king_attacks(from), to)) return {};
    for (Wing wing : {Wing::King, Wing::Queen})
        if (to == castled_king_square(us, wing)) return wing;
    return {};
}

}  // namespace

std::string explain_castling(const Position& position, Wing wing) {
    const Color us = position.side_to_move();
    const Square rook = position.castling_rook(us, wing);
    const std::string side = wing == Wing::King ? "kingside" : "queenside";
    if (rook == Square::None) return "the right to castle " + side + " is lost";
    if (position.in_check())
        return "the king cannot castle out of check, which " + checked_by(position) +
               (has_several(position.checkers()) ? " give" : " gives");
    const Square king = position.king(us);
    if (position.is_legal({king, rook, MoveKind::Castling})) return "";

    const Square king_to = castled_king_square(us, wing);
    const Bitboard way = path_to(king, king_to) | path_to(rook, castled_rook_square(us, wing));
    const Bitboard others = position.occupied() & ~bit(king) & ~bit(rook);
    if (const Bitboard blockers = way & others)
        return "castling " + side + " is blocked by " + piece_on(position, first_square(blockers));
    for (Square square : squares(path_to(king, king_to) & ~bit(king))) {
        const std::string attacker = attacked_by(position, square, position.occupied());
        if (!attacker.empty())
            return square == king_to ? "the king would castle into check: " + attacker
                                     : "the king cannot pass through check: " + attacker;
    }
    return "castling would uncover the king to a piece behind the rook";
}

std::string explain_illegal(const Position& position, Square from, Square to) {
    const Color us = position.side_to_move();
    if (position.is_empty(from)) return "there is no piece on " + square_name(from);
    if (!contains(position.pieces(us), from))
        return piece_on(position, from) + " is your opponent's";
    if (from == to) return "a move must leave its square";
    if (const auto wing = wing_asked_for(position, from, to))
        return explain_castling(position, *wing);
    if (contains(position.pieces(us), to)) {
        std::string text = "your own ";
        text += word_for(type_of(position.piece_on(to)));
        return text + " stands on " + square_name(to);
    }
    std::string reach = explain_reach(position, from, to);
    if (!reach.empty()) return reach;
    const bool pawn = type_of(position.piece_on(from)) == PieceType::Pawn;
    if (pawn && to == position.en_passant() && contains(pawn_attacks(us, from), to))
        return explain_en_passant(position, from, to);
    return explain_king_safety(position, from, to);
}

}  // namespace rookery
