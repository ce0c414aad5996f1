// All legal moves of a position, and only legal ones.
//
// There is one generator, and a visitor receives the moves: one visitor writes them into a list,
// another only counts them, with a single popcount for a set of targets. The colour, the kind of
// moves and the visitor are template parameters.
//
// Legality comes from three masks instead of from making moves: the squares that answer a check,
// the straight lines on which our pieces are pinned, and the diagonal ones.
#pragma once

#include "chess/position.h"

namespace rookery {

enum class MoveSet : std::uint8_t {
    All,
    Captures,  // captures and every promotion
    Quiets     // the rest
};

// Writes moves into a list.
struct MoveWriter {
    MoveList& list;

    void piece(Square from, Bitboard targets) {
        while (targets) list.push_back({from, take_first(targets)});
    }
    template <Step step>
    void pawns(Bitboard targets) {
        while (targets) {
            const Square to = take_first(targets);
            list.push_back({square_at(index_of(to) - static_cast<int>(step)), to});
        }
    }
    template <Step push>
    void double_pushes(Bitboard targets) {
        while (targets) {
            const Square to = take_first(targets);
            list.push_back({square_at(index_of(to) - 2 * static_cast<int>(push)), to});
        }
    }
    template <Step step>
    void promotions(Bitboard targets) {
        while (targets) {
            const Square to = take_first(targets);
            const Square from = square_at(index_of(to) - static_cast<int>(step));
            list.push_back({from, to, MoveKind::PromoteQueen});
            list.push_back({from, to, MoveKind::PromoteKnight});
            list.push_back({from, to, MoveKind::PromoteRook});
            list.push_back({from, to, MoveKind::PromoteBishop});
        }
    }
    void single(Move move) { list.push_back(move); }
};

// Counts moves.
struct MoveCounter {
    int count = 0;

    void piece(Square, Bitboard targets) { count += popcount(targets); }
    template <Step>
    void pawns(Bitboard targets) {
        count += popcount(targets);
    }
    template <Step>
    void double_pushes(Bitboard targets) {
        count += popcount(targets);
    }
    template <Step>
    void promotions(Bitboard targets) {
        count += 4 * popcount(targets);
    }
    void single(Move) { ++count; }
};

namespace detail {

template <Color us, MoveSet set, class Visitor>
class Generator {
  public:
    Generator(const Position& position, Visitor& visitor)
        : position_(position), visitor_(visitor), king_(position.king(us)),
          occupied_(position.occupied()), theirs_(position.pieces(them)) {}

    void run() {
        king_moves();
        const Bitboard checkers = position_.checkers();
        if (checkers == 0) {
            if constexpr (set != MoveSet::Captures) castling();
            others(~Bitboard{0});
        } else if (has_at_most_one(checkers)) {
            others(path_to(king_, first_square(checkers)));
        }
    }

  private:
    static constexpr Color them = ~us;

    [[nodiscard]] Bitboard ours(PieceType type) const { return position_.pieces(us, type); }

    [[nodiscard]] Bitboard wanted_targets() const {
        if constexpr (set == MoveSet::Captures) return theirs_;
        if constexpr (set == MoveSet::Quiets) return ~occupied_;
        return ~position_.pieces(us);
    }

    void king_moves() {
        Bitboard targets = king_attacks(king_) & wanted_targets();
        if (targets == 0) return;
        targets &= ~pawn_attacks_of_all<them>(position_.pieces(them, PieceType::Pawn));
        // The king does not shelter the squares behind it.
        const Bitboard without_king = occupied_ ^ bit(king_);
        Bitboard safe = 0;
        for (Square to : squares(targets))
            if (!position_.template is_attacked<them>(to, without_king)) safe |= bit(to);
        visitor_.piece(king_, safe);
    }

    void castling() {
        Bitboard rooks = position_.castling_rooks() & position_.pieces(us);
        while (rooks) {
            const Square rook = take_first(rooks);
            if (position_.template can_castle<us>(rook))
                visitor_.single({king_, rook, MoveKind::Castling});
        }
    }

    // All pieces but the king. Any move must end on one of the `answers` to a check.
    void others(Bitboard answers) {
        pawn_moves(answers);

        const Bitboard targets = wanted_targets() & answers;
        const Bitboard straight_pins = position_.straight_pins();
        const Bitboard diagonal_pins = position_.diagonal_pins();

        Bitboard knights = ours(PieceType::Knight) & ~(straight_pins | diagonal_pins);
        while (knights) {
            const Square from = take_first(knights);
            visitor_.piece(from, knight_attacks(from) & targets);
        }
        // A piece pinned on a diagonal moves along it or not at all; likewise on a rank or file.
        Bitboard diagonal = position_.diagonal_sliders(us) & ~straight_pins;
        while (diagonal) {
            const Square from = take_first(diagonal);
            const Bitboard allowed = contains(diagonal_pins, from) ? diagonal_pins : ~Bitboard{0};
            visitor_.piece(from, bishop_attacks(from, occupied_) & targets & allowed);
        }
        Bitboard straight = position_.straight_sliders(us) & ~diagonal_pins;
        while (straight) {
            const Square from = take_first(straight);
            const Bitboard allowed = contains(straight_pins, from) ? straight_pins : ~Bitboard{0};
            visitor_.piece(from, rook_attacks(from, occupied_) & targets & allowed);
        }
    }

    // All pawns at once, by shifting the set.
    void pawn_moves(Bitboard answers) {
        constexpr Step push = PawnSteps<us>::push;
        constexpr Step east = PawnSteps<us>::capture_east;
        constexpr Step west = PawnSteps<us>::capture_west;
        constexpr Bitboard last_rank = bits_of(relative_rank(us, Rank::R8));
        constexpr Bitboard third_rank = bits_of(relative_rank(us, Rank::R3));

        const Bitboard pawns = ours(PieceType::Pawn);
        const Bitboard straight_pins = position_.straight_pins();
        const Bitboard diagonal_pins = position_.diagonal_pins();
        const Bitboard empty = ~occupied_;

        // A pawn pinned on a file may push; the square it goes to is then on the same line.
        const Bitboard pushers = pawns & ~diagonal_pins;
        const Bitboard free_pushers = pushers & ~straight_pins;
        const Bitboard pinned_pushers = pushers & straight_pins;
        const Bitboard pushed =
            (shift<push>(free_pushers) | (shift<push>(pinned_pushers) & straight_pins)) & empty;
        const Bitboard single = pushed & answers;
        if constexpr (set != MoveSet::Captures) {
            visitor_.template pawns<push>(single & ~last_rank);
            visitor_.template double_pushes<push>(shift<push>(pushed & third_rank) & empty &
                                                  answers);
        }
        if constexpr (set == MoveSet::Quiets) return;

        const Bitboard takers = pawns & ~straight_pins;
        const Bitboard free_takers = takers & ~diagonal_pins;
        const Bitboard pinned_takers = takers & diagonal_pins;
        const Bitboard capturable = theirs_ & answers;
        const Bitboard takes_east =
            (shift<east>(free_takers) | (shift<east>(pinned_takers) & diagonal_pins)) & capturable;
        const Bitboard takes_west =
            (shift<west>(free_takers) | (shift<west>(pinned_takers) & diagonal_pins)) & capturable;
        visitor_.template pawns<east>(takes_east & ~last_rank);
        visitor_.template pawns<west>(takes_west & ~last_rank);
        if ((single | takes_east | takes_west) & last_rank) {
            visitor_.template promotions<push>(single & last_rank);
            visitor_.template promotions<east>(takes_east & last_rank);
            visitor_.template promotions<west>(takes_west & last_rank);
        }
        if (const Square target = position_.en_passant(); target != Square::None) {
            for (Square from : squares(pawn_attacks(them, target) & pawns))
                if (position_.template en_passant_is_safe<us>(from, target))
                    visitor_.single({from, target, MoveKind::EnPassant});
        }
    }

    const Position& position_;
    Visitor& visitor_;
    Square king_;
    Bitboard occupied_;
    Bitboard theirs_;
};

}  // namespace detail

// Shows a visitor the moves of the side to move, which must be `us`.
template <Color us, MoveSet set, class Visitor>
void visit_moves(const Position& position, Visitor& visitor) {
    assert(position.side_to_move() == us);
    detail::Generator<us, set, Visitor>(position, visitor).run();
}

template <MoveSet set = MoveSet::All>
void append_moves(const Position& position, MoveList& list) {
    MoveWriter writer{list};
    if (position.side_to_move() == Color::White)
        visit_moves<Color::White, set>(position, writer);
    else
        visit_moves<Color::Black, set>(position, writer);
}

[[nodiscard]] inline MoveList legal_moves(const Position& position) {
    MoveList list;
    append_moves(position, list);
    return list;
}

[[nodiscard]] inline int count_moves(const Position& position) {
    MoveCounter counter;
    if (position.side_to_move() == Color::White)
        visit_moves<Color::White, MoveSet::All>(position, counter);
    else
        visit_moves<Color::Black, MoveSet::All>(position, counter);
    return counter.count;
}

[[nodiscard]] inline bool has_legal_move(const Position& position) {
    return count_moves(position) > 0;
}

}  // namespace rookery
