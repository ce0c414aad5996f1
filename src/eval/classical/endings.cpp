#include "eval/classical/endings.h"

#include "eval/classical/default_weights.h"
#include "eval/classical/kpk.h"
#include "eval/geometry.h"

namespace rookery::classical {
namespace {

// More than any lead in an open position, so that a won ending is preferred to it.
constexpr int won = 6000;

struct Men {
    int pawns, knights, bishops, rooks, queens;
    bool bishops_on_both_colors;

    Men(const Position& position, Color color)
        : pawns(popcount(position.pieces(color, PieceType::Pawn))),
          knights(popcount(position.pieces(color, PieceType::Knight))),
          bishops(popcount(position.pieces(color, PieceType::Bishop))),
          rooks(popcount(position.pieces(color, PieceType::Rook))),
          queens(popcount(position.pieces(color, PieceType::Queen))) {
        const Bitboard all = position.pieces(color, PieceType::Bishop);
        bishops_on_both_colors = (all & light_squares) && (all & dark_squares);
    }

    [[nodiscard]] int pieces() const { return knights + bishops + rooks + queens; }
    [[nodiscard]] bool can_force_mate() const {
        return queens > 0 || rooks > 0 || bishops_on_both_colors || (bishops > 0 && knights > 0) ||
               knights > 2;
    }
    [[nodiscard]] int worth() const {
        const MaterialWeights& weights = default_weights.material;
        return pawns * weights.pawn.eg() + knights * weights.knight.eg() +
               bishops * weights.bishop.eg() + rooks * weights.rook.eg() +
               queens * weights.queen.eg();
    }
};

// 0 in the centre, 6 in the corners.
int from_centre(Square square) {
    return (3 - from_edge(file_number(square))) + (3 - from_edge(rank_number(square)));
}

// Mates happen at the edge, with the kings close.
int drive_to_edge(Square weak_king, Square strong_king) {
    constexpr int per_step_out = 20;
    constexpr int per_step_near = 15;
    return per_step_out * from_centre(weak_king) +
           per_step_near * (7 - distance(weak_king, strong_king));
}

// Bishop and knight mate only in the corners the bishop attacks.
int drive_to_corner(Square weak_king, Square strong_king, bool dark) {
    constexpr int per_step_out = 40;
    constexpr int per_step_near = 15;
    const Square corner_a = dark ? Square::A1 : Square::A8;
    const Square corner_b = dark ? Square::H8 : Square::H1;
    const int steps = std::min(distance(weak_king, corner_a), distance(weak_king, corner_b));
    return per_step_out * (7 - steps) + per_step_near * (7 - distance(weak_king, strong_king));
}

// The strong side's view.
std::optional<KnownEnding> against_bare_king(const Position& position, Color strong) {
    const Men men(position, strong);
    const Square strong_king = position.king(strong);
    const Square weak_king = position.king(~strong);

    if (men.pieces() == 0 && men.pawns == 0) return KnownEnding{"bare kings", 0};
    if (men.pieces() == 0 && men.pawns == 1) {
        const Square pawn = first_square(position.pieces(strong, PieceType::Pawn));
        if (!kpk_is_won(strong, strong_king, pawn, weak_king, position.side_to_move()))
            return KnownEnding{"king and pawn, drawn", 0};
        constexpr int per_rank = 20;
        return KnownEnding{"king and pawn, won",
                           won + men.worth() + per_rank * rank_for(strong, pawn)};
    }
    if (is_wrong_rook_pawn(position, strong)) return KnownEnding{"wrong rook pawn", 0};
    if (men.pawns == 0 && !men.can_force_mate()) return KnownEnding{"not enough to mate", 0};
    if (!men.can_force_mate()) return std::nullopt;  // minor pieces and pawns: weighed as usual
    if (men.pawns == 0 && men.pieces() == 2 && men.bishops == 1 && men.knights == 1) {
        const bool dark = position.pieces(strong, PieceType::Bishop) & dark_squares;
        return KnownEnding{"bishop and knight",
                           won + men.worth() + drive_to_corner(weak_king, strong_king, dark)};
    }
    return KnownEnding{"bare king", won + men.worth() + drive_to_edge(weak_king, strong_king)};
}

}  // namespace

std::optional<KnownEnding> known_ending(const Position& position) {
    for (Color strong : both_colors) {
        if (!has_at_most_one(position.pieces(~strong))) continue;
        auto ending = against_bare_king(position, strong);
        if (ending && strong == Color::Black) ending->value = -ending->value;
        return ending;
    }
    return std::nullopt;
}

bool is_wrong_rook_pawn(const Position& position, Color strong) {
    const Bitboard pawns = position.pieces(strong, PieceType::Pawn);
    const Bitboard bishops = position.pieces(strong, PieceType::Bishop);
    const Bitboard others =
        position.pieces(strong) & ~pawns & ~bishops & ~position.pieces(PieceType::King);
    if (!pawns || others) return false;
    const bool on_a_file = !(pawns & ~bits_of(File::A));
    const bool on_h_file = !(pawns & ~bits_of(File::H));
    if (!on_a_file && !on_h_file) return false;
    const Square corner =
        make_square(on_a_file ? File::A : File::H, relative_rank(strong, Rank::R8));
    if (bishops & squares_of_color(corner)) return false;
    return distance(position.king(~strong), corner) <= 1;
}

}  // namespace rookery::classical
