#include "chess/movegen.h"
#include "notation/coordinate.h"
#include "notation/explain.h"
#include "notation/human_move.h"
#include "notation/names.h"
#include "notation/printable.h"
#include "notation/san.h"

#include <algorithm>

namespace rookery {
namespace {

bool fits(const Position& position, const MovePattern& pattern, Move move) {
    if (pattern.type != PieceType::None && pattern.type != type_of(position.piece_on(move.from())))
        return false;
    const PieceType promoted = move.is_promotion() ? move.promoted() : PieceType::None;
    // A promotion left out fits all four: the caller then asks which.
    if (pattern.promotion != PieceType::None && pattern.promotion != promoted) return false;
    if (pattern.has_origin() && pattern.has_target() && !move.is_promotion())
        return move == find_move(position, pattern.origin(), pattern.target(), PieceType::None);
    if (move.is_castling()) return false;
    if (pattern.from_file && pattern.from_file != file_of(move.from())) return false;
    if (pattern.from_rank && pattern.from_rank != rank_of(move.from())) return false;
    if (pattern.to_file && pattern.to_file != file_of(move.to())) return false;
    return !pattern.to_rank || pattern.to_rank == rank_of(move.to());
}

std::vector<Move> matches(const Position& position, const MovePattern& pattern) {
    std::vector<Move> found;
    for (Move move : legal_moves(position))
        if (fits(position, pattern, move)) found.push_back(move);
    return found;
}

std::string no_such_man(const Position& position, const MovePattern& pattern) {
    std::string text(word_for(position.side_to_move()));
    text += " has no ";
    text += word_for(pattern.type);
    if (pattern.has_origin()) {
        text += " on ";
        append_square(text, pattern.origin());
    } else if (pattern.from_file) {
        text += " on the ";
        text += file_letter(*pattern.from_file);
        text += "-file";
    } else if (pattern.from_rank) {
        text += " on rank ";
        text += rank_digit(*pattern.from_rank);
    }
    return text;
}

// The pawn that a text without origin must mean, if there is one.
Square pawn_meant(const Position& position, const MovePattern& pattern) {
    const Color us = position.side_to_move();
    const Square to = pattern.target();
    if (rank_of(to) == back_rank(us)) return Square::None;
    const File file = pattern.from_file.value_or(*pattern.to_file);
    const Bitboard pawns = position.pieces(us, PieceType::Pawn);
    Square from = make_square(file, rank_of(to - forward(us)));
    if (contains(pawns, from)) return from;
    if (file != file_of(to) || rank_of(to) != relative_rank(us, Rank::R4)) return Square::None;
    from = from - forward(us);
    return contains(pawns, from) ? from : Square::None;
}

// The man to give a reason for: the only one, or one that would get there but for the king's sake.
Square man_meant(const Position& position, const MovePattern& pattern, Bitboard men) {
    if (pattern.type == PieceType::Pawn) return pawn_meant(position, pattern);
    const Bitboard reaching =
        men & piece_attacks(pattern.type, pattern.target(), position.occupied());
    if (reaching) return first_square(reaching);
    return has_at_most_one(men) ? first_square(men) : Square::None;
}

std::string why_not(const Position& position, const MovePattern& pattern) {
    static constexpr const char* not_a_promotion = "nothing is promoted by this move";
    if (!pattern.has_target()) return "no pawn can capture like that";
    const Square to = pattern.target();
    Square from = Square::None;
    if (pattern.type == PieceType::None) {
        from = pattern.origin();
    } else {
        Bitboard men = position.pieces(position.side_to_move(), pattern.type);
        if (pattern.from_file) men &= bits_of(*pattern.from_file);
        if (pattern.from_rank) men &= bits_of(*pattern.from_rank);
        if (men == 0) return no_such_man(position, pattern);
        from = man_meant(position, pattern, men);
    }
    if (from == Square::None) {
        std::string text = "no ";
        text += word_for(pattern.type);
        return text + " of yours can go to " + square_name(to);
    }
    const std::string reason = explain_illegal(position, from, to);
    if (!reason.empty()) return reason;
    // Possible after all, but not when written like this.
    const bool king = from == position.king(position.side_to_move());
    return king && pattern.promotion == PieceType::None ? "castling is written O-O or O-O-O"
                                                        : not_a_promotion;
}

bool all_promotions_of_one_move(const std::vector<Move>& moves) {
    return std::all_of(moves.begin(), moves.end(), [&](Move move) {
        return move.is_promotion() && move.from() == moves.front().from() &&
               move.to() == moves.front().to();
    });
}

Failure<SanError> several(const Position& position, std::vector<Move> choices) {
    SanError error;
    if (all_promotions_of_one_move(choices)) {
        error.problem = SanProblem::PromotionMissing;
        error.what = "the pawn is promoted on " + square_name(choices.front().to()) +
                     ": to a queen, rook, bishop or knight?";
    } else {
        error.problem = SanProblem::Ambiguous;
        error.what = "several moves fit:";
        const char* separator = " ";
        for (Move choice : choices) {
            error.what += separator + to_san(position, choice);
            separator = ", ";
        }
    }
    error.choices = std::move(choices);
    return failure(std::move(error));
}

Failure<SanError> refused(SanProblem problem, std::string what) {
    SanError error;
    error.problem = problem;
    error.what = std::move(what);
    return failure(std::move(error));
}

}  // namespace

Result<Move, SanError> parse_san(const Position& position, std::string_view text) {
    if (const Move move = read_plain_san(position, text)) return move;

    const std::string cleaned = cleaned_move(text);
    if (const auto wing = castling_meant(cleaned)) {
        const Color us = position.side_to_move();
        const std::string reason = explain_castling(position, *wing);
        if (!reason.empty()) return refused(SanProblem::Illegal, reason);
        return Move{position.king(us), position.castling_rook(us, *wing), MoveKind::Castling};
    }
    const std::vector<MovePattern> patterns = patterns_meant(cleaned);
    if (patterns.empty())
        return refused(SanProblem::Unreadable,
                       "'" + printable(ascii::trim(text), 20) + "' is not a move");
    for (const MovePattern& pattern : patterns) {
        std::vector<Move> found = matches(position, pattern);
        if (found.size() == 1) return found.front();
        if (!found.empty()) return several(position, std::move(found));
    }
    return refused(SanProblem::Illegal, why_not(position, patterns.back()));
}

}  // namespace rookery
