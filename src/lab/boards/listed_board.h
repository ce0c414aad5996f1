// What the boards share that keep an array and, beside it, lists of where the men of each kind stand.
//
// They differ in how places are numbered and how one goes from a place to the next, and that is what each is about.
// On top of what OutwardLooking asks for, such a board brings
//
//     static Place place_of(Square);
//     static Square square_of(Place);
//     static int file_in(Place), rank_in(Place);                    // both from 0
//     int leaps(Place, Color) const;                                // of a knight: squares without an own man
//     int slides(Place, int first, int end, Color) const;           // the same along some of the directions
//     template <Wanted> void add_pawn_moves(MoveList&, Place, Color) const;
//     template <Wanted> void add_knight_moves(MoveList&, Place, Color) const;
//     template <Wanted> void add_king_steps(MoveList&, Place, Color) const;
//     template <Wanted> void add_slides(MoveList&, Place, int first, int end, Color) const;
#pragma once

#include "lab/boards/outward_looking.h"
#include "lab/boards/pawn_files.h"
#include "lab/boards/piece_lists.h"

#include <utility>

namespace rookery::lab {

template <class Board, class Place, std::size_t places>
class ListedBoard : public OutwardLooking<Board> {
  public:
    [[nodiscard]] Piece piece_on(Square square) const { return at(Board::place_of(square)); }
    [[nodiscard]] Square king(Color color) const { return Board::square_of(men(color, PieceType::King).front()); }

    template <class Visitor>
    void for_each_man(Visitor&& visit) const {
        for (Color color : both_colors)
            for (PieceType type : all_piece_types)
                for (Place place : men(color, type)) visit(make_piece(color, type), Board::square_of(place));
    }

    [[nodiscard]] ByColor<Mobility> mobility() const {
        ByColor<Mobility> count = {};
        for (Color color : both_colors) {
            Mobility& own = count[color];
            for (Place from : men(color, PieceType::Knight)) own.knight += board().leaps(from, color);
            for (Place from : men(color, PieceType::Bishop)) own.bishop += slides(from, PieceType::Bishop, color);
            for (Place from : men(color, PieceType::Rook)) own.rook += slides(from, PieceType::Rook, color);
            for (Place from : men(color, PieceType::Queen)) own.queen += slides(from, PieceType::Queen, color);
        }
        return count;
    }

    [[nodiscard]] ByColor<PawnCounts> pawn_counts() const {
        PawnFiles files;
        for (Color color : both_colors)
            for (Place pawn : men(color, PieceType::Pawn))
                files.add(color, Board::file_in(pawn), Board::rank_in(pawn));
        ByColor<PawnCounts> counts = {};
        for (Color color : both_colors)
            for (Place pawn : men(color, PieceType::Pawn))
                files.judge(color, Board::file_in(pawn), Board::rank_in(pawn), counts[color]);
        return counts;
    }

  protected:
    // Every place holds that, until men are put there.
    ListedBoard(const Position& position, Piece nothing) : OutwardLooking<Board>(position) { board_.fill(nothing); }

    // Places are computed with, so any number will do.
    template <class Number>
    [[nodiscard]] Piece at(Number place) const {
        return board_[static_cast<std::size_t>(place)];
    }
    [[nodiscard]] Piece& at(Place place) { return board_[static_cast<std::size_t>(place)]; }
    [[nodiscard]] std::span<const Place> men(Piece piece) const { return lists_.of(piece); }
    [[nodiscard]] std::span<const Place> men(Color color, PieceType type) const {
        return lists_.of(make_piece(color, type));
    }

  private:
    friend class Rules<Board>;
    friend class OutwardLooking<Board>;

    void put(Piece piece, Square square) {
        at(Board::place_of(square)) = piece;
        lists_.add(piece, Board::place_of(square));
    }
    void take(Square square) { lists_.remove(exchange(square, Piece::None), Board::place_of(square)); }
    void slide(Square from, Square to) {
        const Piece piece = exchange(from, Piece::None);
        at(Board::place_of(to)) = piece;
        lists_.move(piece, Board::place_of(from), Board::place_of(to));
    }
    Piece exchange(Square square, Piece piece) { return std::exchange(at(Board::place_of(square)), piece); }

    template <Wanted wanted>
    void add_men_moves(MoveList& list) const {
        const Color us = this->side_to_move();
        for (Place from : men(us, PieceType::Pawn)) board().template add_pawn_moves<wanted>(list, from, us);
        for (Place from : men(us, PieceType::Knight)) board().template add_knight_moves<wanted>(list, from, us);
        for (PieceType slider : {PieceType::Bishop, PieceType::Rook, PieceType::Queen})
            for (Place from : men(us, slider))
                board().template add_slides<wanted>(list, from, first_direction(slider), end_direction(slider), us);
    }
    template <Wanted wanted>
    void add_king_moves(MoveList& list) const {
        const Color us = this->side_to_move();
        board().template add_king_steps<wanted>(list, men(us, PieceType::King).front(), us);
    }
    [[nodiscard]] int slides(Place from, PieceType slider, Color color) const {
        return board().slides(from, first_direction(slider), end_direction(slider), color);
    }

    [[nodiscard]] const Board& board() const { return static_cast<const Board&>(*this); }

    std::array<Piece, places> board_;
    PieceLists<Place, places> lists_;
};

}  // namespace rookery::lab
