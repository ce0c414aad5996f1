#include "eval/classical/endings.h"

#include "chess/attacks.h"
#include "eval/classical/default_weights.h"
#include "eval/classical/kpk.h"
#include "eval/geometry.h"
#include "eval/score.h"

namespace rookery::classical {
namespace {

// More than any lead in an open position, so that a won ending is preferred to it.
constexpr int won = 6000;
static_assert(won >= Score::known_win);

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

Bitboard guarded_by(const Position& position, Color color, Bitboard occupied) {
    Bitboard guarded = 0;
    for (const Square square : squares(position.pieces(color))) {
        const Piece man = position.piece_on(square);
        guarded |= type_of(man) == PieceType::Pawn ? pawn_attacks(color, square)
                                                   : piece_attacks(type_of(man), square, occupied);
    }
    return guarded;
}

// How many squares the weak king could walk to if nobody else moved: every mate is a cage closed.
int cage_of(const Position& position, Color strong) {
    const Square weak_king = position.king(~strong);
    const Bitboard free =
        ~guarded_by(position, strong, position.occupied() & ~bit(weak_king)) & ~position.occupied();
    Bitboard cage = bit(weak_king);
    for (;;) {
        const Bitboard row = cage | shift<Step::East>(cage) | shift<Step::West>(cage);
        const Bitboard wider = cage | ((row | shift<Step::North>(row) | shift<Step::South>(row)) & free);
        if (wider == cage) return popcount(cage);
        cage = wider;
    }
}

// Mates happen at the edge, with the kings close and nowhere to go.
int drive_to_edge(const Position& position, Color strong) {
    constexpr int per_step_out = 20;
    constexpr int per_step_near = 15;
    constexpr int per_square_taken = 10;
    const Square weak_king = position.king(~strong);
    return per_step_out * from_centre(weak_king) +
           per_step_near * (7 - distance(weak_king, position.king(strong))) +
           per_square_taken * (64 - cage_of(position, strong));
}

// Bishop and knight mate only in the corners the bishop attacks.
int drive_to_corner(const Position& position, Color strong) {
    constexpr int per_step_out = 150;
    constexpr int per_step_near = 20;
    constexpr int per_square_taken = 10;
    const Square weak_king = position.king(~strong);
    const bool dark = position.pieces(strong, PieceType::Bishop) & dark_squares;
    // From the long diagonal between the wrong corners, 0, to the right ones, 7.
    const int file = dark ? file_number(weak_king) : 7 - file_number(weak_king);
    const int out = std::abs(7 - file - rank_number(weak_king));
    return per_step_out * out + per_step_near * (7 - distance(weak_king, position.king(strong))) +
           per_square_taken * (64 - cage_of(position, strong));
}

// The strong side's view.
std::optional<KnownEnding> against_bare_king(const Position& position, Color strong) {
    const Men men(position, strong);
    if (men.pieces() == 0 && men.pawns == 0) return KnownEnding{"bare kings", 0};
    if (men.pieces() == 0 && men.pawns == 1) {
        const Square pawn = first_square(position.pieces(strong, PieceType::Pawn));
        if (!kpk_is_won(strong, position.king(strong), pawn, position.king(~strong), position.side_to_move()))
            return KnownEnding{"king and pawn, drawn", 0};
        constexpr int per_rank = 20;
        return KnownEnding{"king and pawn, won",
                           won + men.worth() + per_rank * rank_for(strong, pawn)};
    }
    if (is_wrong_rook_pawn(position, strong)) return KnownEnding{"wrong rook pawn", 0};
    if (men.pawns == 0 && !men.can_force_mate()) return KnownEnding{"not enough to mate", 0};
    if (!men.can_force_mate()) return std::nullopt;  // minor pieces and pawns: weighed as usual
    if (men.pawns == 0 && men.pieces() == 2 && men.bishops == 1 && men.knights == 1)
        return KnownEnding{"bishop and knight", won + men.worth() + drive_to_corner(position, strong)};
    return KnownEnding{"bare king", won + men.worth() + drive_to_edge(position, strong)};
}

// A queen wins against a rook, but far from a mate: only the way there can be shown.
std::optional<KnownEnding> queen_against_rook(const Position& position, Color strong) {
    const Men men(position, strong);
    const Men other(position, ~strong);
    if (men.queens != 1 || men.pieces() != 1 || men.pawns != 0 || other.rooks != 1) return std::nullopt;
    return KnownEnding{"queen against rook", men.worth() - other.worth() + drive_to_edge(position, strong)};
}

}  // namespace

std::optional<KnownEnding> known_ending(const Position& position) {
    for (Color strong : both_colors) {
        const bool bare = has_at_most_one(position.pieces(~strong));
        if (!bare && !(position.pieces(strong, PieceType::Queen) && has_at_most_four_men(position))) continue;
        auto ending = bare ? against_bare_king(position, strong) : queen_against_rook(position, strong);
        if (ending && strong == Color::Black) ending->value = -ending->value;
        if (ending || bare) return ending;
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
