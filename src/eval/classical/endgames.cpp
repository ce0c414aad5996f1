#include "eval/classical/endgames.h"

#include "chess/attacks.h"
#include "chess/bitboard.h"
#include "eval/classical/default_weights.h"
#include "eval/geometry.h"
#include "eval/score.h"

#include <array>
#include <bitset>
#include <vector>

namespace rookery::classical {
namespace {

// --- King and pawn against king: a bitbase of all positions.

// The pawn is White's and stands on files a to d; other positions are mirrored to these.
constexpr std::size_t pawn_squares = 24;
constexpr std::size_t table_size = 2 * pawn_squares * 64 * 64;

struct KpkPosition {
    Color to_move;
    Square pawn;
    Square white_king;
    Square black_king;

    [[nodiscard]] std::size_t index() const {
        const auto pawn_index =
            static_cast<std::size_t>((rank_number(pawn) - 1) * 4 + file_number(pawn));
        return ((static_cast<std::size_t>(to_move) * pawn_squares + pawn_index) * 64 +
                static_cast<std::size_t>(index_of(white_king))) *
                   64 +
               static_cast<std::size_t>(index_of(black_king));
    }
    [[nodiscard]] static KpkPosition at(std::size_t index) {
        KpkPosition position{};
        position.black_king = square_at(static_cast<int>(index % 64));
        position.white_king = square_at(static_cast<int>(index / 64 % 64));
        const int pawn_index = static_cast<int>(index / (64 * 64) % pawn_squares);
        position.pawn = square_at((pawn_index / 4 + 1) * 8 + pawn_index % 4);
        position.to_move = index / (64 * 64 * pawn_squares) == 0 ? Color::White : Color::Black;
        return position;
    }
    [[nodiscard]] bool is_legal() const {
        if (distance(white_king, black_king) <= 1 || pawn == white_king || pawn == black_king)
            return false;
        return to_move == Color::Black || !contains(pawn_attacks(Color::White, pawn), black_king);
    }
};

class KpkTable {
  public:
    // A pawn only moves up, so each of its squares is solved before those below it.
    KpkTable() {
        for (std::size_t pawn = pawn_squares; pawn-- > 0;) solve(pawn);
    }

    [[nodiscard]] bool is_won(const KpkPosition& position) const { return won_[position.index()]; }

  private:
    // Positions that are won are marked, round by round, until a round finds no more; what is left
    // is drawn. A position with Black to move is won if it has moves and all of them lose.
    void solve(std::size_t pawn) {
        std::vector<KpkPosition> open;
        for (std::size_t mover = 0; mover < 2; ++mover) {
            const std::size_t first = (mover * pawn_squares + pawn) * 64 * 64;
            for (std::size_t index = first; index < first + 64 * 64; ++index) {
                const KpkPosition position = KpkPosition::at(index);
                if (position.is_legal()) open.push_back(position);
            }
        }
        for (bool found = true; found;) {
            found = false;
            std::size_t kept = 0;
            for (const KpkPosition& position : open) {
                const bool won =
                    position.to_move == Color::White ? white_wins(position) : black_loses(position);
                if (won) {
                    won_.set(position.index());
                    found = true;
                } else {
                    open[kept++] = position;
                }
            }
            open.resize(kept, KpkPosition{});
        }
    }

    // A new queen wins unless Black takes it at once or is stalemate; a rook then wins in its
    // stead.
    [[nodiscard]] static bool promotion_wins(const KpkPosition& position) {
        const Square goal = position.pawn + Step::North;
        return distance(position.black_king, goal) > 1 || distance(position.white_king, goal) == 1;
    }

    [[nodiscard]] bool white_wins(const KpkPosition& position) const {
        for (Square to : squares(king_attacks(position.white_king))) {
            KpkPosition next = position;
            next.white_king = to;
            next.to_move = Color::Black;
            if (next.is_legal() && is_won(next)) return true;
        }
        const Square step = position.pawn + Step::North;
        if (step == position.white_king || step == position.black_king) return false;
        if (rank_of(step) == Rank::R8) return promotion_wins(position);
        KpkPosition next = position;
        next.pawn = step;
        next.to_move = Color::Black;
        if (is_won(next)) return true;
        if (rank_of(position.pawn) != Rank::R2) return false;
        next.pawn = step + Step::North;
        return next.pawn != position.white_king && next.pawn != position.black_king && is_won(next);
    }

    [[nodiscard]] bool black_loses(const KpkPosition& position) const {
        bool can_move = false;
        const Bitboard guarded =
            king_attacks(position.white_king) | pawn_attacks(Color::White, position.pawn);
        for (Square to : squares(king_attacks(position.black_king) & ~guarded)) {
            if (to == position.pawn) return false;  // takes it
            can_move = true;
            KpkPosition next = position;
            next.black_king = to;
            next.to_move = Color::White;
            if (!is_won(next)) return false;
        }
        // Without a move it is stalemate, or mate if the pawn gives check.
        return can_move || contains(pawn_attacks(Color::White, position.pawn), position.black_king);
    }

    std::bitset<table_size> won_;
};

const KpkTable& kpk_table() {
    static const KpkTable table;
    return table;
}

// --- Known endgames.

// More than any lead in an open position, so that a won endgame is preferred to it.
constexpr int won = 6000;
static_assert(won >= Score::known_win);

struct Pieces {
    int pawns, knights, bishops, rooks, queens;
    bool bishops_on_both_colors;

    Pieces(const Position& position, Color color)
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
        const Piece piece = position.piece_on(square);
        guarded |= type_of(piece) == PieceType::Pawn
                       ? pawn_attacks(color, square)
                       : piece_attacks(type_of(piece), square, occupied);
    }
    return guarded;
}

// The number of squares the weak king could walk to if no other piece moved: each mate closes that
// cage.
int cage_of(const Position& position, Color strong) {
    const Square weak_king = position.king(~strong);
    const Bitboard free =
        ~guarded_by(position, strong, position.occupied() & ~bit(weak_king)) & ~position.occupied();
    Bitboard cage = bit(weak_king);
    for (;;) {
        const Bitboard row = cage | shift<Step::East>(cage) | shift<Step::West>(cage);
        const Bitboard wider =
            cage | ((row | shift<Step::North>(row) | shift<Step::South>(row)) & free);
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
std::optional<KnownEndgame> against_bare_king(const Position& position, Color strong) {
    const Pieces pieces(position, strong);
    if (pieces.pieces() == 0 && pieces.pawns == 0) return KnownEndgame{"bare kings", 0};
    if (pieces.pieces() == 0 && pieces.pawns == 1) {
        const Square pawn = first_square(position.pieces(strong, PieceType::Pawn));
        if (!kpk_is_won(strong, position.king(strong), pawn, position.king(~strong),
                        position.side_to_move()))
            return KnownEndgame{"king and pawn, drawn", 0};
        constexpr int per_rank = 20;
        return KnownEndgame{"king and pawn, won",
                            won + pieces.worth() + per_rank * rank_for(strong, pawn)};
    }
    if (is_wrong_rook_pawn(position, strong)) return KnownEndgame{"wrong rook pawn", 0};
    if (pieces.pawns == 0 && !pieces.can_force_mate()) return KnownEndgame{"not enough to mate", 0};
    if (!pieces.can_force_mate()) return std::nullopt;  // minor pieces and pawns: weighed as usual
    if (pieces.pawns == 0 && pieces.pieces() == 2 && pieces.bishops == 1 && pieces.knights == 1)
        return KnownEndgame{"bishop and knight",
                            won + pieces.worth() + drive_to_corner(position, strong)};
    return KnownEndgame{"bare king", won + pieces.worth() + drive_to_edge(position, strong)};
}

// A queen wins against a rook, but the mate is far away: the value only shows the way to it.
std::optional<KnownEndgame> queen_against_rook(const Position& position, Color strong) {
    const Pieces pieces(position, strong);
    const Pieces other(position, ~strong);
    if (pieces.queens != 1 || pieces.pieces() != 1 || pieces.pawns != 0 || other.rooks != 1)
        return std::nullopt;
    return KnownEndgame{"queen against rook",
                        pieces.worth() - other.worth() + drive_to_edge(position, strong)};
}

// --- Scaling of endgames that are hard to win.

constexpr int drawn = 0;
constexpr int hardly_any = 6;
constexpr int little = 16;

// Rough values of the pieces.
constexpr int minor_value = 3, rook_value = 5, queen_value = 9;

int pieces_worth(const ByPieceType<int>& pieces) {
    return minor_value * (pieces[PieceType::Knight] + pieces[PieceType::Bishop]) +
           rook_value * pieces[PieceType::Rook] + queen_value * pieces[PieceType::Queen];
}

int piece_count(const ByPieceType<int>& pieces) {
    return pieces[PieceType::Knight] + pieces[PieceType::Bishop] + pieces[PieceType::Rook] +
           pieces[PieceType::Queen];
}

// Without pawns a piece more is rarely enough.
int scale_without_pawns(const ByPieceType<int>& strong, const ByPieceType<int>& weak) {
    const int worth = pieces_worth(strong);
    if (worth == 2 * minor_value && strong[PieceType::Knight] == 2) return hardly_any;
    if (worth - pieces_worth(weak) > minor_value) return full_scale;
    if (worth < rook_value) return drawn;
    return pieces_worth(weak) <= minor_value ? hardly_any : little;
}

bool bishops_are_opposite(const EvalContext& context) {
    const Bitboard bishops = context.position.pieces(PieceType::Bishop);
    return context.counts[Color::White][PieceType::Bishop] == 1 &&
           context.counts[Color::Black][PieceType::Bishop] == 1 && (bishops & light_squares) &&
           (bishops & dark_squares);
}

int scale_of_opposite_bishops(const EvalContext& context, Color strong) {
    const bool nothing_else = piece_count(context.counts[Color::White]) == 1 &&
                              piece_count(context.counts[Color::Black]) == 1;
    if (nothing_else) {
        constexpr int base = 18, per_passed_pawn = 6;
        return base +
               per_passed_pawn * popcount(context.pawns->passed & context.position.pieces(strong));
    }
    constexpr int base = 36, per_piece = 3;
    return std::min(full_scale, base + per_piece * piece_count(context.counts[strong]));
}

// A rook each, at most one pawn more, all pawns on one wing, and the defending king before them:
// such endgames are usually held.
bool is_drawish_rook_endgame(const EvalContext& context, Color strong) {
    const auto has_rook_only = [&](Color color) {
        return piece_count(context.counts[color]) == 1 &&
               context.counts[color][PieceType::Rook] == 1;
    };
    if (!has_rook_only(strong) || !has_rook_only(~strong)) return false;
    const Bitboard pawns = context.pieces(strong, PieceType::Pawn);
    const int more =
        context.counts[strong][PieceType::Pawn] - context.counts[~strong][PieceType::Pawn];
    if (more > 1 || ((pawns & queen_side) && (pawns & king_side))) return false;
    const Square defender = context.king[~strong];
    const Bitboard near = king_attacks(defender) | bit(defender);
    const Bitboard ahead =
        strong == Color::White ? fill_ahead<Color::White>(pawns) : fill_ahead<Color::Black>(pawns);
    return near & ahead;
}

}  // namespace

void prepare_kpk() { static_cast<void>(kpk_table()); }

bool kpk_is_won(Color strong, Square strong_king, Square pawn, Square weak_king, Color to_move) {
    const int turn = (strong == Color::White ? 0 : 56) ^ (file_number(pawn) > 3 ? 7 : 0);
    const auto turned = [&](Square square) { return square_at(index_of(square) ^ turn); };
    return kpk_table().is_won({strong == to_move ? Color::White : Color::Black, turned(pawn),
                               turned(strong_king), turned(weak_king)});
}

std::optional<KnownEndgame> known_endgame(const Position& position) {
    for (Color strong : both_colors) {
        const bool bare = has_at_most_one(position.pieces(~strong));
        if (!bare &&
            !(position.pieces(strong, PieceType::Queen) && has_at_most_four_pieces(position)))
            continue;
        auto ending =
            bare ? against_bare_king(position, strong) : queen_against_rook(position, strong);
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

int endgame_scale(const EvalContext& context, Color strong) {
    const int pawns = context.counts[strong][PieceType::Pawn];
    int scale = full_scale;
    if (pawns == 0) {
        scale = scale_without_pawns(context.counts[strong], context.counts[~strong]);
    } else if (is_wrong_rook_pawn(context.position, strong)) {
        return drawn;
    } else {
        // The last pawns are easily exchanged.
        constexpr int base = 40, per_pawn = 8;
        scale = std::min(full_scale, base + per_pawn * pawns);
    }
    if (bishops_are_opposite(context))
        scale = std::min(scale, scale_of_opposite_bishops(context, strong));
    constexpr int rook_endgame = 36;
    if (is_drawish_rook_endgame(context, strong)) scale = std::min(scale, rook_endgame);
    return scale;
}

}  // namespace rookery::classical
