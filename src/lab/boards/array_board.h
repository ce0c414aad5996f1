// The base class of all boards that are arrays: legal moves by filtering pseudo-legal ones, and
// attacks found by looking outwards from a square.
//
// Testing every move by making it would be slow. Without a check only three kinds of moves can
// expose the king: its own moves, those of a pinned piece, and en passant. Only these are tested.
//
// In addition to Rules a board defines
//
//     // Pseudo-legal moves of all pieces but the king, and of the king without castling.
//     template <Wanted> void add_pieces_moves(MoveList&) const;
//     template <Wanted> void add_king_moves(MoveList&) const;
//     // The first piece in this direction, or Square::None.
//     template <int direction> Square next_piece(Square) const;
//     // Whether a pawn, knight or king attacks the square.
//     bool is_attacked_by_leaper(Square, Color by) const;
//     // Puts this piece into the array alone, without other tables, and returns the old one.
//     Piece exchange(Square, Piece);
//
// A board may replace is_attacked() and king_danger() by something faster.
#pragma once

#include "base/containers.h"
#include "lab/boards/board.h"
#include "lab/boards/rules.h"

#include <utility>

namespace rookery::lab {

// Directions are numbers, so that each board can have its own steps; straight directions come
// first.
inline constexpr int straight_directions = 4;
inline constexpr int all_directions = 8;

// The directions of a slider are a range of the eight.
[[nodiscard]] constexpr int first_direction(PieceType slider) {
    return slider == PieceType::Bishop ? straight_directions : 0;
}
[[nodiscard]] constexpr int end_direction(PieceType slider) {
    return slider == PieceType::Rook ? straight_directions : all_directions;
}

// Whether ask.operator()<direction>() is true for any direction. The direction is a template
// argument, so that steps are constants and every direction has its own branch prediction.
template <PieceType slider, class Question>
constexpr bool any_direction(const Question& ask) {
    constexpr int first = first_direction(slider);
    return [&]<int... nth>(std::integer_sequence<int, nth...>) {
        return (ask.template operator()<first + nth>() || ...);
    }
    (std::make_integer_sequence<int, end_direction(slider) - first>());
}
// Calls visit.operator()<direction>() for all directions.
template <PieceType slider, class Visitor>
constexpr void for_each_direction(const Visitor& visit) {
    constexpr int first = first_direction(slider);
    [&]<int... nth>(std::integer_sequence<int, nth...>) {
        (visit.template operator()<first + nth>(), ...);
    }
    (std::make_integer_sequence<int, end_direction(slider) - first>());
}

// Kinds of pieces as bits, so that tests need no branch.
using PieceSet = unsigned;

[[nodiscard]] constexpr PieceSet set_of(Piece piece) { return 1U << static_cast<unsigned>(piece); }
[[nodiscard]] constexpr bool is_in(PieceSet set, Piece piece) {
    return (set >> static_cast<unsigned>(piece) & 1) != 0;
}
[[nodiscard]] constexpr PieceSet all_pieces(Color color) {
    PieceSet set = 0;
    for (PieceType type : all_piece_types) set |= set_of(make_piece(color, type));
    return set;
}
// Pieces that this colour may capture, and contents of squares that it may move to.
[[nodiscard]] constexpr PieceSet enemies_of(Color color) {
    return color == Color::White ? all_pieces(Color::Black) : all_pieces(Color::White);
}
[[nodiscard]] constexpr PieceSet targets_of(Color color) {
    return enemies_of(color) | set_of(Piece::None);
}
template <Wanted wanted>
[[nodiscard]] constexpr PieceSet wanted_by(Color color) {
    return wanted == Wanted::All ? targets_of(color) : enemies_of(color);
}

// Checks and pins against the king of the side to move.
struct KingDanger {
    bool check = false;
    InlineVector<Square, all_directions> pinned;
};

// Adds a move of a pawn; on the last rank these are the promotions.
template <Wanted wanted>
void add_pawn_move(MoveList& list, Square from, Square to) {
    if (rank_of(to) != Rank::R1 && rank_of(to) != Rank::R8) {
        list.push_back({from, to});
        return;
    }
    list.push_back({from, to, MoveKind::PromoteQueen});
    if constexpr (wanted == Wanted::All)
        for (MoveKind kind :
             {MoveKind::PromoteKnight, MoveKind::PromoteRook, MoveKind::PromoteBishop})
            list.push_back({from, to, kind});
}

template <class Board>
class ArrayBoard : public Rules<Board> {
  public:
    void legal_moves(MoveList& list) {
        if (!add_legal<Wanted::All>(list).check) add_castling(list);
    }
    void captures(MoveList& list) { add_legal<Wanted::Captures>(list); }
    [[nodiscard]] int count_legal_moves() {
        MoveList list;
        legal_moves(list);
        return static_cast<int>(list.size());
    }
    void pseudo_legal_moves(MoveList& list) const {
        board().template add_pieces_moves<Wanted::All>(list);
        board().template add_king_moves<Wanted::All>(list);
        if (this->state_.castling != 0 && !this->in_check()) add_castling(list);
    }

    void pseudo_legal_captures(MoveList& list) const {
        board().template add_pieces_moves<Wanted::Captures>(list);
        board().template add_king_moves<Wanted::Captures>(list);
    }

    [[nodiscard]] bool is_attacked(Square square, Color by) const {
        return board().is_attacked_by_leaper(square, by) ||
               any_direction<PieceType::Queen>([&]<int direction>() {
                   return slider_looks_back<direction>(
                       board().template next_piece<direction>(square), by);
               });
    }

  protected:
    using Rules<Board>::Rules;

    [[nodiscard]] KingDanger king_danger() const {
        const Color us = this->side_to_move();
        const Square king = board().king(us);
        KingDanger danger;
        danger.check = board().is_attacked_by_leaper(king, ~us);
        for_each_direction<PieceType::Queen>([&]<int direction>() {
            const Square first = board().template next_piece<direction>(king);
            if (first == Square::None) return;
            if (color_of(board().piece_on(first)) != us)
                danger.check |= slider_looks_back<direction>(first, ~us);
            else if (slider_looks_back<direction>(board().template next_piece<direction>(first),
                                                  ~us))
                danger.pinned.push_back(first);
        });
        return danger;
    }

  private:
    template <int direction>
    [[nodiscard]] bool slider_looks_back(Square square, Color by) const {
        constexpr PieceType slider =
            direction < straight_directions ? PieceType::Rook : PieceType::Bishop;
        if (square == Square::None) return false;
        const Piece piece = board().piece_on(square);
        return piece == make_piece(by, slider) || piece == make_piece(by, PieceType::Queen);
    }

    template <Wanted wanted>
    KingDanger add_legal(MoveList& list) {
        std::size_t first = list.size();
        board().template add_pieces_moves<wanted>(list);
        KingDanger danger;
        // Without captures there is nothing to filter.
        if (wanted == Wanted::All || list.size() > first) danger = board().king_danger();
        if (danger.check || !danger.pinned.empty() || this->state_.en_passant != Square::None)
            keep_if(list, first, [&](Move move) {
                const bool is_free =
                    !danger.check && !move.is_en_passant() && !danger.pinned.contains(move.from());
                return is_free || is_safe_when_tried(move);
            });
        first = list.size();
        board().template add_king_moves<wanted>(list);
        keep_if(list, first, [&](Move move) { return is_safe_for_king(move.from(), move.to()); });
        return danger;
    }
    // Filters the moves from the first on.
    template <class Test>
    static void keep_if(MoveList& list, std::size_t first, const Test& test) {
        std::size_t kept = first;
        for (std::size_t i = first; i < list.size(); ++i)
            if (const Move move = list[i]; test(move)) list[kept++] = move;
        list.resize_down(kept);
    }

    // The king is removed for the test, so that it does not hide squares behind itself from a
    // slider.
    [[nodiscard]] bool is_safe_for_king(Square from, Square to) {
        const Piece king = board().exchange(from, Piece::None);
        const bool safe = !board().is_attacked(to, ~this->side_to_move());
        board().exchange(from, king);
        return safe;
    }
    [[nodiscard]] bool is_safe_when_tried(Move move) {
        const Color us = this->side_to_move();
        const Square beside = move.is_en_passant() ? move.to() - forward(us) : Square::None;
        const Piece passed =
            beside == Square::None ? Piece::None : board().exchange(beside, Piece::None);
        const Piece piece = board().exchange(move.from(), Piece::None);
        const Piece captured = board().exchange(move.to(), piece);
        const bool safe = !board().is_attacked(board().king(us), ~us);
        board().exchange(move.to(), captured);
        board().exchange(move.from(), piece);
        if (beside != Square::None) board().exchange(beside, passed);
        return safe;
    }

    // The king must not be in check.
    void add_castling(MoveList& list) const {
        const Color us = this->side_to_move();
        for (Wing wing : {Wing::King, Wing::Queen})
            if (this->may_castle(us, wing) && way_is_free(us, wing))
                list.push_back({castling_king(us), castling_corner(us, wing), MoveKind::Castling});
    }
    [[nodiscard]] bool way_is_free(Color us, Wing wing) const {
        const Square corner = castling_corner(us, wing);
        const Step towards_corner = wing == Wing::King ? Step::East : Step::West;
        for (Square at = castling_king(us) + towards_corner; at != corner; at = at + towards_corner)
            if (board().piece_on(at) != Piece::None) return false;
        // The rook lands on the square that the king passes.
        return !board().is_attacked(castled_rook_square(us, wing), ~us) &&
               !board().is_attacked(castled_king_square(us, wing), ~us);
    }

    [[nodiscard]] Board& board() { return static_cast<Board&>(*this); }
    [[nodiscard]] const Board& board() const { return static_cast<const Board&>(*this); }
};

}  // namespace rookery::lab
