// The base class of the array boards that also keep lists of the places of each kind of piece. They
// differ in how places are numbered and how to step from one place to the next.
//
// In addition to ArrayBoard such a board defines
//
//     static Place place_of(Square);
//     static Square square_of(Place);
//     static int file_in(Place), rank_in(Place);  // both from 0
//     // Reached squares without an own piece: of a knight, and of a slider in one direction.
//     template <Color> int leaps(Place) const;
//     template <int direction, Color> int slides(Place) const;
//     template <Wanted> void add_pawn_moves(MoveList&, Place, Color) const;
//     template <Wanted> void add_knight_moves(MoveList&, Place, Color) const;
//     template <Wanted> void add_king_steps(MoveList&, Place, Color) const;
//     template <Wanted, int direction> void add_slides(MoveList&, Place, Color) const;
#pragma once

#include "chess/types.h"
#include "lab/boards/array_board.h"
#include "lab/boards/board.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cstdint>
#include <span>
#include <utility>

namespace rookery::lab {

// Pawn structure for boards without bitboards: first the pawns of every file are counted, then the
// files are compared, and only if there are passed pawns all pawns are visited again.
class PawnFiles {
  public:
    // `for_each_pawn` calls its visitor with colour, file and White's rank of every pawn.
    template <class ForEachPawn>
    [[nodiscard]] static ByColor<PawnCounts> count(const ForEachPawn& for_each_pawn) {
        PawnFiles files;
        for_each_pawn([&](Color color, int file, int rank) { files.add(color, file, rank); });
        ByColor<PawnCounts> counts = {};
        const bool white_passes = files.judge(Color::White, counts[Color::White]);
        const bool black_passes = files.judge(Color::Black, counts[Color::Black]);
        // Mostly there is no passed pawn.
        if (white_passes || black_passes)
            for_each_pawn([&](Color color, int file, int rank) {
                const int way = as_owner_counts(color, rank);
                if (files.has_passed(color, file, way))
                    ++counts[color].passed[static_cast<std::size_t>(way)];
            });
        return counts;
    }

  private:
    // By file, with an empty file at either side of the board, so that adjacent files need no test.
    // Each side counts ranks from its own end.
    static constexpr std::size_t files = 8;
    struct Side {
        std::array<std::int8_t, files + 2> count = {};
        std::array<std::int8_t, files + 2> rear = {8, 8, 8, 8, 8, 8, 8, 8, 8, 8};
        // -9 if there is no pawn.
        std::array<std::int8_t, files + 2> front = {-9, -9, -9, -9, -9, -9, -9, -9, -9, -9};
        // The rank from which a pawn is passed.
        std::array<std::int8_t, files> free = {};
    };
    [[nodiscard]] static int as_owner_counts(Color color, int rank) {
        return color == Color::White ? rank : 7 - rank;
    }

    void add(Color color, int file, int rank) {
        Side& side = sides_[color];
        const auto at = static_cast<std::size_t>(file + 1);
        const auto way = static_cast<std::int8_t>(as_owner_counts(color, rank));
        ++side.count[at];
        side.rear[at] = std::min(side.rear[at], way);
        side.front[at] = std::max(side.front[at], way);
    }

    using ByFile = std::array<std::int8_t, files>;

    // True if there is a passed pawn. All files are computed in the same way, so that the compiler
    // can use vector instructions.
    [[nodiscard]] bool judge(Color color, PawnCounts& counts) {
        Side& own = sides_[color];
        const Side& other = sides_[~color];
        ByFile doubled, isolated, passing, free;
        for (std::size_t file = 0; file < files; ++file) {
            const std::int8_t count = own.count[file + 1];
            const int beside = own.count[file] | own.count[file + 2];
            doubled[file] = static_cast<std::int8_t>(count - (count > 0));
            isolated[file] = beside == 0 ? count : std::int8_t{0};
            // A pawn is passed if it is beside or beyond the rearmost enemy pawn.
            const std::int8_t beside_it = std::min(other.rear[file], other.rear[file + 2]);
            const std::int8_t nearest = std::min(beside_it, other.rear[file + 1]);
            free[file] = static_cast<std::int8_t>(7 - nearest);
            passing[file] = own.front[file + 1] >= free[file];
        }
        own.free = free;
        counts.doubled = sum(doubled);
        counts.isolated = sum(isolated);
        return sum(passing) > 0;
    }
    // The highest byte of this product is the sum of all bytes.
    [[nodiscard]] static int sum(const ByFile& counts) {
        return static_cast<int>(std::bit_cast<std::uint64_t>(counts) * 0x0101010101010101u >> 56);
    }
    [[nodiscard]] bool has_passed(Color color, int file, int way) const {
        return way >= sides_[color].free[static_cast<std::size_t>(file)];
    }

    ByColor<Side> sides_ = {};
};

// The places of each kind of piece, so that the array need not be searched. A removed piece is
// replaced by the last of its list, and a new piece is added at the end, so both take constant
// time.
template <class Place, std::size_t places>
class PieceLists {
    static_assert(sizeof(Place) == 1);

  public:
    [[nodiscard]] std::span<const Place> of(Piece piece) const {
        return {list_[piece].data(), static_cast<std::size_t>(count_[piece])};
    }
    void add(Piece piece, Place place) {
        slot_of(place) = count_[piece];
        list_[piece][count_[piece]++] = place;
    }
    void remove(Piece piece, Place place) {
        const Place last = list_[piece][--count_[piece]];
        const std::uint8_t slot = slot_of(place);
        list_[piece][slot] = last;
        slot_of(last) = slot;
    }
    void move(Piece piece, Place from, Place to) {
        const std::uint8_t slot = slot_of(from);
        assert(list_[piece][slot] == from);
        list_[piece][slot] = to;
        slot_of(to) = slot;
    }

  private:
    // A side has at most 16 pieces.
    static constexpr std::size_t most_of_a_kind = 16;

    // The index of the piece on a place in its list.
    [[nodiscard]] std::uint8_t& slot_of(Place place) {
        return slots_[static_cast<std::size_t>(place)];
    }

    ByPiece<std::array<Place, most_of_a_kind>> list_;
    ByPiece<std::uint8_t> count_ = {};
    std::array<std::uint8_t, places> slots_;
};

template <class Board, class Place, std::size_t places>
class PieceListBoard : public ArrayBoard<Board> {
  public:
    [[nodiscard]] Piece piece_on(Square square) const { return at(Board::place_of(square)); }
    [[nodiscard]] Square king(Color color) const {
        return Board::square_of(pieces(color, PieceType::King).front());
    }

    template <class Visitor>
    void for_each_piece(Visitor&& visit) const {
        for (Color color : both_colors)
            for (PieceType type : all_piece_types)
                for (Place place : pieces(color, type))
                    visit(make_piece(color, type), Board::square_of(place));
    }

    [[nodiscard]] ByColor<Mobility> mobility() const {
        return {{mobility<Color::White>(), mobility<Color::Black>()}};
    }

    [[nodiscard]] ByColor<PawnCounts> pawn_counts() const {
        return PawnFiles::count([this](const auto& visit) {
            for (Color color : both_colors)
                for (Place pawn : pieces(color, PieceType::Pawn))
                    visit(color, Board::file_in(pawn), Board::rank_in(pawn));
        });
    }

  protected:
    // Fills all places with `nothing`.
    PieceListBoard(const Position& position, Piece nothing) : ArrayBoard<Board>(position) {
        board_.fill(nothing);
    }

    // Any integer is a place, because places are computed.
    template <class Number>
    [[nodiscard]] Piece at(Number place) const {
        return board_[static_cast<std::size_t>(place)];
    }
    [[nodiscard]] Piece& at(Place place) { return board_[static_cast<std::size_t>(place)]; }
    [[nodiscard]] std::span<const Place> pieces(Piece piece) const { return lists_.of(piece); }
    [[nodiscard]] std::span<const Place> pieces(Color color, PieceType type) const {
        return lists_.of(make_piece(color, type));
    }

  private:
    friend class Rules<Board>;
    friend class ArrayBoard<Board>;

    void put(Piece piece, Square square) {
        at(Board::place_of(square)) = piece;
        lists_.add(piece, Board::place_of(square));
    }
    void take(Square square) {
        lists_.remove(exchange(square, Piece::None), Board::place_of(square));
    }
    void slide(Square from, Square to) {
        const Piece piece = exchange(from, Piece::None);
        at(Board::place_of(to)) = piece;
        lists_.move(piece, Board::place_of(from), Board::place_of(to));
    }
    Piece exchange(Square square, Piece piece) {
        return std::exchange(at(Board::place_of(square)), piece);
    }

    template <Wanted wanted>
    void add_pieces_moves(MoveList& list) const {
        const Color us = this->side_to_move();
        for (Place from : pieces(us, PieceType::Pawn))
            board().template add_pawn_moves<wanted>(list, from, us);
        for (Place from : pieces(us, PieceType::Knight))
            board().template add_knight_moves<wanted>(list, from, us);
        add_slides<wanted, PieceType::Bishop>(list, us);
        add_slides<wanted, PieceType::Rook>(list, us);
        add_slides<wanted, PieceType::Queen>(list, us);
    }
    template <Wanted wanted, PieceType slider>
    void add_slides(MoveList& list, Color us) const {
        for (Place from : pieces(us, slider))
            for_each_direction<slider>([&]<int direction>() {
                board().template add_slides<wanted, direction>(list, from, us);
            });
    }
    template <Wanted wanted>
    void add_king_moves(MoveList& list) const {
        const Color us = this->side_to_move();
        board().template add_king_steps<wanted>(list, pieces(us, PieceType::King).front(), us);
    }

    template <Color color>
    [[nodiscard]] Mobility mobility() const {
        Mobility count;
        for (Place from : pieces(color, PieceType::Knight))
            count.knight += board().template leaps<color>(from);
        count.bishop = slides<PieceType::Bishop, color>();
        count.rook = slides<PieceType::Rook, color>();
        count.queen = slides<PieceType::Queen, color>();
        return count;
    }
    template <PieceType slider, Color color>
    [[nodiscard]] int slides() const {
        int count = 0;
        for (Place from : pieces(color, slider))
            for_each_direction<slider>(
                [&]<int direction>() { count += board().template slides<direction, color>(from); });
        return count;
    }

    [[nodiscard]] const Board& board() const { return static_cast<const Board&>(*this); }

    std::array<Piece, places> board_;
    PieceLists<Place, places> lists_;
};

}  // namespace rookery::lab
