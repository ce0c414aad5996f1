// Bitboards: a word of 64 bits for every kind of piece and for every colour.
//
// Operations work on whole sets of squares: all pawns step at once, a pin or a check is a set of
// squares to which moves are restricted, and counting is one instruction. Magic and PEXT bitboards
// differ only in how they look up the attacks of sliders.
#pragma once

#include "chess/attacks.h"
#include "chess/movegen.h"
#include "eval/geometry.h"
#include "lab/boards/board.h"
#include "lab/boards/rules.h"

#include <utility>

namespace rookery::lab {

// Attacks of rooks and bishops by table. The engine's own tables (chess/attacks.h) have one kind of
// index, chosen at compile time; the experiment compares both kinds. The tables are filled when the
// first board is made.
//
// `Index` is made from the blockers of a square and, if needed, its magic number; operator() turns
// the occupied squares into a number that is different for every relevant set of blockers.
template <class Index>
class SliderTables {
  public:
    [[nodiscard]] static const SliderTables& shared() {
        static const SliderTables tables;
        return tables;
    }
    SliderTables(const SliderTables&) = delete;
    SliderTables& operator=(const SliderTables&) = delete;

    [[nodiscard]] Bitboard rook(Square square, Bitboard occupied) const {
        return rook_[square](occupied);
    }
    [[nodiscard]] Bitboard bishop(Square square, Bitboard occupied) const {
        return bishop_[square](occupied);
    }

  private:
    struct Slot {
        Index index;
        const Bitboard* attacks;
        [[nodiscard]] Bitboard operator()(Bitboard occupied) const {
            return attacks[index(occupied)];
        }
    };
    using Walk = Bitboard (*)(Square, Bitboard);

    SliderTables() {
        Bitboard* next = attacks_;
        for (int i = 0; i < 64; ++i) {
            const Square square = square_at(i);
            next = fill(rook_[square], Index::of_rook(square), rook_blockers(square), next, square,
                        walk_rook);
            next = fill(bishop_[square], Index::of_bishop(square), bishop_blockers(square), next,
                        square, walk_bishop);
        }
    }

    // Visits all subsets of the blockers (Carry-Rippler).
    static Bitboard* fill(Slot& slot, Index index, Bitboard blockers, Bitboard* table,
                          Square square, Walk walk) {
        slot = {index, table};
        Bitboard subset = 0;
        do {
            table[index(subset)] = walk(square, subset);
            subset = (subset - blockers) & blockers;
        } while (subset != 0);
        return table + (std::size_t{1} << popcount(blockers));
    }

    BySquare<Slot> rook_;
    BySquare<Slot> bishop_;
    Bitboard attacks_[rookery::detail::rook_table_size + rookery::detail::bishop_table_size];
};

namespace detail {

// Writes the moves of quiescence, with promotions to a queen only.
struct CaptureWriter : MoveWriter {
    template <Step step>
    void promotions(Bitboard targets) {
        for (Square to : squares(targets))
            list.push_back(
                {square_at(index_of(to) - static_cast<int>(step)), to, MoveKind::PromoteQueen});
    }
};

}  // namespace detail

template <class Index>
class BitboardBoard : public Rules<BitboardBoard<Index>> {
  public:
    static constexpr std::string_view name = Index::name;
    static constexpr std::string_view id = Index::id;

    explicit BitboardBoard(const Position& position) : Rules<BitboardBoard>(position) {
        board_.fill(Piece::None);
        this->put_pieces_of(position);
    }

    [[nodiscard]] Piece piece_on(Square square) const { return board_[square]; }
    [[nodiscard]] Square king(Color color) const {
        return first_square(pieces(color, PieceType::King));
    }
    [[nodiscard]] bool is_attacked(Square square, Color by) const {
        return is_attacked(square, by, occupied());
    }

    void legal_moves(MoveList& list) const {
        MoveWriter writer{list};
        visit_legal<Wanted::All>(writer);
    }
    void captures(MoveList& list) const {
        detail::CaptureWriter writer{{list}};
        visit_legal<Wanted::Captures>(writer);
    }
    [[nodiscard]] int count_legal_moves() const {
        MoveCounter counter;
        visit_legal<Wanted::All>(counter);
        return counter.count;
    }
    void pseudo_legal_moves(MoveList& list) const {
        MoveWriter writer{list};
        visit_pseudo_legal<Wanted::All>(writer);
    }
    void pseudo_legal_captures(MoveList& list) const {
        detail::CaptureWriter writer{{list}};
        visit_pseudo_legal<Wanted::Captures>(writer);
    }

    template <class Visitor>
    void for_each_piece(Visitor&& visit) const {
        for (PieceType type : all_piece_types)
            for (Color color : both_colors)
                for (Square square : squares(pieces(color, type)))
                    visit(make_piece(color, type), square);
    }

    [[nodiscard]] [[gnu::always_inline]] ByColor<Mobility> mobility() const {
        ByColor<Mobility> count = {};
        const Bitboard all = occupied();
        for (Color color : both_colors) {
            const Bitboard open = ~by_color_[color];
            Mobility& own = count[color];
            for (Square from : squares(pieces(color, PieceType::Knight)))
                own.knight += popcount(knight_attacks(from) & open);
            for (Square from : squares(pieces(color, PieceType::Bishop)))
                own.bishop += popcount(sliders_->bishop(from, all) & open);
            for (Square from : squares(pieces(color, PieceType::Rook)))
                own.rook += popcount(sliders_->rook(from, all) & open);
            for (Square from : squares(pieces(color, PieceType::Queen)))
                own.queen +=
                    popcount((sliders_->bishop(from, all) | sliders_->rook(from, all)) & open);
        }
        return count;
    }

    [[nodiscard]] ByColor<PawnCounts> pawn_counts() const {
        return {{pawn_counts<Color::White>(), pawn_counts<Color::Black>()}};
    }

  private:
    friend class Rules<BitboardBoard>;

    // Restrictions of legal moves.
    struct Limits {
        Bitboard answers = ~Bitboard{0};  // squares that end a check
        Bitboard straight_pins =
            0;  // lines from the king to the pinning piece, along ranks and files
        Bitboard diagonal_pins = 0;
    };

    [[nodiscard]] Bitboard occupied() const {
        return by_color_[Color::White] | by_color_[Color::Black];
    }
    [[nodiscard]] Bitboard pieces(Color color, PieceType type) const {
        return by_color_[color] & by_type_[type];
    }
    [[nodiscard]] Bitboard straight_sliders(Color color) const {
        return by_color_[color] & (by_type_[PieceType::Rook] | by_type_[PieceType::Queen]);
    }
    [[nodiscard]] Bitboard diagonal_sliders(Color color) const {
        return by_color_[color] & (by_type_[PieceType::Bishop] | by_type_[PieceType::Queen]);
    }
    [[nodiscard]] bool is_attacked(Square square, Color by, Bitboard all) const {
        return (pawn_attacks(~by, square) & pieces(by, PieceType::Pawn)) ||
               (knight_attacks(square) & pieces(by, PieceType::Knight)) ||
               (king_attacks(square) & pieces(by, PieceType::King)) ||
               (sliders_->bishop(square, all) & diagonal_sliders(by)) ||
               (sliders_->rook(square, all) & straight_sliders(by));
    }

    void put(Piece piece, Square square) {
        board_[square] = piece;
        toggle(piece, bit(square));
    }
    void take(Square square) { toggle(std::exchange(board_[square], Piece::None), bit(square)); }
    void slide(Square from, Square to) {
        const Piece piece = std::exchange(board_[from], Piece::None);
        board_[to] = piece;
        toggle(piece, bit(from) | bit(to));
    }
    void toggle(Piece piece, Bitboard change) {
        by_type_[type_of(piece)] ^= change;
        by_color_[color_of(piece)] ^= change;
    }

    template <Wanted wanted, class Visitor>
    void visit_legal(Visitor& visitor) const {
        if (this->side_to_move() == Color::White)
            visit_legal<Color::White, wanted>(visitor);
        else
            visit_legal<Color::Black, wanted>(visitor);
    }

    template <Color us, Wanted wanted, class Visitor>
    void visit_legal(Visitor& visitor) const {
        const Square own_king = king(us);
        const Bitboard targets = wanted == Wanted::All ? ~by_color_[us] : by_color_[~us];
        visit_king<us>(visitor, own_king, targets);
        Limits limits;
        const Bitboard checkers = find_checks_and_pins<us>(own_king, limits);
        if (has_several(checkers)) return;
        if (checkers != 0)
            limits.answers = path_to(own_king, first_square(checkers));
        else if constexpr (wanted == Wanted::All)
            visit_castling<us>(visitor);
        visit_pawns<us, wanted>(visitor, limits);
        visit_en_passant<us>(visitor, own_king, true);
        visit_pieces<us>(visitor, targets, limits);
    }

    template <Wanted wanted, class Visitor>
    void visit_pseudo_legal(Visitor& visitor) const {
        if (this->side_to_move() == Color::White)
            visit_pseudo_legal<Color::White, wanted>(visitor);
        else
            visit_pseudo_legal<Color::Black, wanted>(visitor);
    }

    template <Color us, Wanted wanted, class Visitor>
    void visit_pseudo_legal(Visitor& visitor) const {
        const Bitboard targets = wanted == Wanted::All ? ~by_color_[us] : by_color_[~us];
        visitor.piece(king(us), king_attacks(king(us)) & targets);
        if constexpr (wanted == Wanted::All)
            if (this->state_.castling != 0 && !this->in_check()) visit_castling<us>(visitor);
        visit_pawns<us, wanted>(visitor, {});
        visit_en_passant<us>(visitor, king(us), false);
        visit_pieces<us>(visitor, targets, {});
    }

    // Looks from the king through its own pieces. Returns the pieces that give check.
    template <Color us>
    [[nodiscard]] Bitboard find_checks_and_pins(Square own_king, Limits& limits) const {
        constexpr Color them = ~us;
        Bitboard checkers = (pawn_attacks(us, own_king) & pieces(them, PieceType::Pawn)) |
                            (knight_attacks(own_king) & pieces(them, PieceType::Knight));
        const auto look = [&](Bitboard snipers, Bitboard& pins) {
            while (snipers) {
                const Square sniper = take_first(snipers);
                const Bitboard line = path_to(own_king, sniper);
                const Bitboard between = line & by_color_[us];
                if (between == 0)
                    checkers |= bit(sniper);
                else if (has_at_most_one(between))
                    pins |= line;
            }
        };
        const Bitboard theirs = by_color_[them];
        if (const Bitboard far = rook_rays(own_king) & straight_sliders(them))
            look(sliders_->rook(own_king, theirs) & far, limits.straight_pins);
        if (const Bitboard far = bishop_rays(own_king) & diagonal_sliders(them))
            look(sliders_->bishop(own_king, theirs) & far, limits.diagonal_pins);
        return checkers;
    }

    template <Color us, class Visitor>
    void visit_king(Visitor& visitor, Square own_king, Bitboard targets) const {
        targets &= king_attacks(own_king);
        if (targets == 0) return;
        targets &= ~pawn_attacks_of_all<~us>(pieces(~us, PieceType::Pawn));
        const Bitboard without_king = occupied() ^ bit(own_king);
        Bitboard safe = targets;
        for (Square to : squares(targets))
            if (is_attacked(to, ~us, without_king)) safe ^= bit(to);
        visitor.piece(own_king, safe);
    }

    template <Color us, class Visitor>
    void visit_castling(Visitor& visitor) const {
        for (Wing wing : {Wing::King, Wing::Queen}) {
            if (!this->may_castle(us, wing)) continue;
            const Square corner = castling_corner(us, wing);
            if (path_to(castling_king(us), corner) & ~bit(corner) & occupied()) continue;
            if (is_attacked(castled_rook_square(us, wing), ~us) ||
                is_attacked(castled_king_square(us, wing), ~us))
                continue;
            visitor.single({castling_king(us), corner, MoveKind::Castling});
        }
    }

    // A pinned piece moves only along the line of its pin.
    template <Color us, class Visitor>
    [[gnu::always_inline]] void visit_pieces(Visitor& visitor, Bitboard targets,
                                             const Limits& limits) const {
        targets &= limits.answers;
        const Bitboard all = occupied();
        Bitboard knights =
            pieces(us, PieceType::Knight) & ~(limits.straight_pins | limits.diagonal_pins);
        while (knights) {
            const Square from = take_first(knights);
            visitor.piece(from, knight_attacks(from) & targets);
        }
        Bitboard diagonal = diagonal_sliders(us) & ~limits.straight_pins;
        while (diagonal) {
            const Square from = take_first(diagonal);
            const Bitboard allowed =
                contains(limits.diagonal_pins, from) ? limits.diagonal_pins & targets : targets;
            visitor.piece(from, sliders_->bishop(from, all) & allowed);
        }
        Bitboard straight = straight_sliders(us) & ~limits.diagonal_pins;
        while (straight) {
            const Square from = take_first(straight);
            const Bitboard allowed =
                contains(limits.straight_pins, from) ? limits.straight_pins & targets : targets;
            visitor.piece(from, sliders_->rook(from, all) & allowed);
        }
    }

    template <Color us, Wanted wanted, class Visitor>
    [[gnu::always_inline]] void visit_pawns(Visitor& visitor, const Limits& limits) const {
        constexpr Step push = PawnSteps<us>::push;
        constexpr Bitboard last_rank = bits_of(relative_rank(us, Rank::R8));
        constexpr Bitboard third_rank = bits_of(relative_rank(us, Rank::R3));
        const Bitboard pawns = pieces(us, PieceType::Pawn);
        const Bitboard empty = ~occupied();

        const Bitboard pushers = pawns & ~limits.diagonal_pins;
        const Bitboard pushed =
            (shift<push>(pushers & ~limits.straight_pins) |
             (shift<push>(pushers & limits.straight_pins) & limits.straight_pins)) &
            empty;
        const Bitboard single = pushed & limits.answers;
        if constexpr (wanted == Wanted::All) {
            visitor.template pawns<push>(single & ~last_rank);
            visitor.template double_pushes<push>(shift<push>(pushed & third_rank) & empty &
                                                 limits.answers);
        }
        if (single & last_rank) visitor.template promotions<push>(single & last_rank);
        visit_pawn_captures<us, PawnSteps<us>::capture_east>(visitor, pawns, limits);
        visit_pawn_captures<us, PawnSteps<us>::capture_west>(visitor, pawns, limits);
    }

    template <Color us, Step step, class Visitor>
    void visit_pawn_captures(Visitor& visitor, Bitboard pawns, const Limits& limits) const {
        constexpr Bitboard last_rank = bits_of(relative_rank(us, Rank::R8));
        const Bitboard takers = pawns & ~limits.straight_pins;
        const Bitboard reached =
            shift<step>(takers & ~limits.diagonal_pins) |
            (shift<step>(takers & limits.diagonal_pins) & limits.diagonal_pins);
        const Bitboard takes = reached & by_color_[~us] & limits.answers;
        visitor.template pawns<step>(takes & ~last_rank);
        if (takes & last_rank) visitor.template promotions<step>(takes & last_rank);
    }

    // En passant removes two pawns from a rank, which the pins do not cover, so it is tested with
    // both pawns removed.
    template <Color us, class Visitor>
    void visit_en_passant(Visitor& visitor, Square own_king, bool legal_only) const {
        const Square target = this->state_.en_passant;
        if (target == Square::None) return;
        const Square victim = target - forward(us);
        for (Square from : squares(pawn_attacks(~us, target) & pieces(us, PieceType::Pawn))) {
            const Bitboard after = (occupied() ^ bit(from) ^ bit(victim)) | bit(target);
            if (!legal_only || is_safe_after_en_passant<us>(own_king, after, victim))
                visitor.single({from, target, MoveKind::EnPassant});
        }
    }
    template <Color us>
    [[nodiscard]] bool is_safe_after_en_passant(Square own_king, Bitboard after,
                                                Square victim) const {
        return (pawn_attacks(us, own_king) & pieces(~us, PieceType::Pawn) & ~bit(victim)) == 0 &&
               (knight_attacks(own_king) & pieces(~us, PieceType::Knight)) == 0 &&
               (sliders_->bishop(own_king, after) & diagonal_sliders(~us)) == 0 &&
               (sliders_->rook(own_king, after) & straight_sliders(~us)) == 0;
    }

    template <Color us>
    [[nodiscard]] [[gnu::always_inline]] PawnCounts pawn_counts() const {
        const Bitboard own = pieces(us, PieceType::Pawn);
        const Bitboard other = pieces(~us, PieceType::Pawn);
        const Bitboard own_files = fill_ahead<Color::White>(fill_ahead<Color::Black>(own));
        // The squares ahead of the enemy pawns.
        const Bitboard stopped = step_ahead<~us>(fill_ahead<~us>(other));
        PawnCounts counts;
        counts.doubled = popcount(own & step_ahead<~us>(fill_ahead<~us>(own)));
        counts.isolated = popcount(own & ~beside(own_files));
        for (Square pawn : squares(own & ~(stopped | beside(stopped))))
            ++counts.passed[static_cast<std::size_t>(rank_for(us, pawn))];
        return counts;
    }

    const SliderTables<Index>* sliders_ = &SliderTables<Index>::shared();
    ByPieceType<Bitboard> by_type_ = {};
    ByColor<Bitboard> by_color_ = {};
    BySquare<Piece> board_;
};

}  // namespace rookery::lab
