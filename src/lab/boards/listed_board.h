// What the boards share that keep an array and, beside it, lists of where the men of each kind stand.
//
// They differ in how places are numbered and how one goes from a place to the next, and that is what each is about.
// On top of what OutwardLooking asks for, such a board brings
//
//     static Place place_of(Square);
//     static Square square_of(Place);
//     static int file_in(Place), rank_in(Place);                    // both from 0
//     template <Color> int leaps(Place) const;                      // of a knight: squares without an own man
//     template <int direction, Color> int slides(Place) const;      // the same along a direction
//     template <Wanted> void add_pawn_moves(MoveList&, Place, Color) const;
//     template <Wanted> void add_knight_moves(MoveList&, Place, Color) const;
//     template <Wanted> void add_king_steps(MoveList&, Place, Color) const;
//     template <Wanted, int direction> void add_slides(MoveList&, Place, Color) const;
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
        return {{mobility<Color::White>(), mobility<Color::Black>()}};
    }

    [[nodiscard]] ByColor<PawnCounts> pawn_counts() const {
        return PawnFiles::count([this](const auto& visit) {
            for (Color color : both_colors)
                for (Place pawn : men(color, PieceType::Pawn))
                    visit(color, Board::file_in(pawn), Board::rank_in(pawn));
        });
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
        add_slides<wanted, PieceType::Bishop>(list, us);
        add_slides<wanted, PieceType::Rook>(list, us);
        add_slides<wanted, PieceType::Queen>(list, us);
    }
    template <Wanted wanted, PieceType slider>
    void add_slides(MoveList& list, Color us) const {
        for (Place from : men(us, slider))
            for_each_direction<slider>(
                [&]<int direction>() { board().template add_slides<wanted, direction>(list, from, us); });
    }
    template <Wanted wanted>
    void add_king_moves(MoveList& list) const {
        const Color us = this->side_to_move();
        board().template add_king_steps<wanted>(list, men(us, PieceType::King).front(), us);
    }

    template <Color color>
    [[nodiscard]] Mobility mobility() const {
        Mobility count;
        for (Place from : men(color, PieceType::Knight)) count.knight += board().template leaps<color>(from);
        count.bishop = slides<PieceType::Bishop, color>();
        count.rook = slides<PieceType::Rook, color>();
        count.queen = slides<PieceType::Queen, color>();
        return count;
    }
    template <PieceType slider, Color color>
    [[nodiscard]] int slides() const {
        int count = 0;
        for (Place from : men(color, slider))
            for_each_direction<slider>(
                [&]<int direction>() { count += board().template slides<direction, color>(from); });
        return count;
    }

    [[nodiscard]] const Board& board() const { return static_cast<const Board&>(*this); }

    std::array<Piece, places> board_;
    PieceLists<Place, places> lists_;
};

}  // namespace rookery::lab
