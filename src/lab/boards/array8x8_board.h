// 8x8 array: the board as it is drawn, eight ranks of eight files. Every step needs a test whether
// it is still on the board.
//
// Only the squares and the places of the kings are stored, so a generator looks at all 64 squares
// to find the pieces.
#pragma once

#include "lab/boards/array_board.h"
#include "lab/boards/piece_list_board.h"

#include <cstdlib>
#include <utility>

namespace rookery::lab {

class Array8x8Board : public ArrayBoard<Array8x8Board> {
  public:
    static constexpr std::string_view name = "8x8 array";
    static constexpr std::string_view id = "8x8";

    explicit Array8x8Board(const Position& position) : ArrayBoard(position) {
        for (auto& rank : board_) rank.fill(Piece::None);
        put_pieces_of(position);
    }

    [[nodiscard]] Piece piece_on(Square square) const {
        return at({rank_in(square), file_in(square)});
    }
    [[nodiscard]] Square king(Color color) const { return kings_[color]; }

    template <class Visitor>
    void for_each_piece(Visitor&& visit) const {
        for (Square square : find(all_pieces(Color::White) | all_pieces(Color::Black)))
            visit(piece_on(square), square);
    }

    [[nodiscard]] ByColor<Mobility> mobility() const {
        ByColor<Mobility> count = {};
        for (Square from : find(~(set_of(Piece::None) | kings_and_pawns))) {
            const Piece piece = piece_on(from);
            if (color_of(piece) == Color::White)
                add_mobility<Color::White>(count[Color::White], type_of(piece), place_of(from));
            else
                add_mobility<Color::Black>(count[Color::Black], type_of(piece), place_of(from));
        }
        return count;
    }

    [[nodiscard]] ByColor<PawnCounts> pawn_counts() const {
        const Found pawns = find(set_of(Piece::WhitePawn) | set_of(Piece::BlackPawn), 1, 7);
        return PawnFiles::count([&](const auto& visit) {
            for (Square pawn : pawns) visit(color_of(piece_on(pawn)), file_in(pawn), rank_in(pawn));
        });
    }

  private:
    friend class Rules<Array8x8Board>;
    friend class ArrayBoard<Array8x8Board>;

    // A place, or the step from one place to another.
    struct Pair {
        int rank;
        int file;
        friend constexpr Pair operator+(Pair a, Pair b) {
            return {a.rank + b.rank, a.file + b.file};
        }
    };
    static constexpr Pair directions[all_directions] = {{1, 0}, {-1, 0}, {0, 1},  {0, -1},
                                                        {1, 1}, {1, -1}, {-1, 1}, {-1, -1}};
    static constexpr Pair knight_leaps[8] = {{2, 1},  {2, -1},  {1, 2},  {1, -2},
                                             {-2, 1}, {-2, -1}, {-1, 2}, {-1, -2}};

    static constexpr PieceSet kings_and_pawns = set_of(Piece::WhiteKing) |
                                                set_of(Piece::BlackKing) |
                                                set_of(Piece::WhitePawn) | set_of(Piece::BlackPawn);

    // Both are from 0 to 7 if only the lowest three bits are set.
    [[nodiscard]] static bool is_inside(Pair place) {
        return ((place.rank | place.file) & ~7) == 0;
    }
    [[nodiscard]] static int rank_in(Square square) { return index_of(square) >> 3; }
    [[nodiscard]] static int file_in(Square square) { return index_of(square) & 7; }
    [[nodiscard]] static Pair place_of(Square square) { return {rank_in(square), file_in(square)}; }
    [[nodiscard]] static Square square_of(Pair place) {
        return square_at(8 * place.rank + place.file);
    }
    [[nodiscard]] static int ahead(Color color) { return color == Color::White ? 1 : -1; }

    [[nodiscard]] Piece at(Pair place) const {
        return board_[static_cast<std::size_t>(place.rank)][static_cast<std::size_t>(place.file)];
    }
    [[nodiscard]] Piece& at(Pair place) {
        return board_[static_cast<std::size_t>(place.rank)][static_cast<std::size_t>(place.file)];
    }
    [[nodiscard]] bool holds(Pair place, Piece piece) const {
        return is_inside(place) && at(place) == piece;
    }

    // The squares with one of these pieces, found without branches, which would be mispredicted
    // often.
    using Found = InlineVector<Square, 65>;
    [[nodiscard]] Found find(PieceSet set, int first_rank = 0, int end_rank = 8) const {
        Found found;
        for (int rank = first_rank; rank < end_rank; ++rank)
            for (int file = 0; file < 8; ++file)
                found.push_back_if(is_in(set, at({rank, file})), square_of({rank, file}));
        return found;
    }

    void put(Piece piece, Square square) {
        at(place_of(square)) = piece;
        if (type_of(piece) == PieceType::King) kings_[color_of(piece)] = square;
    }
    void take(Square square) { at(place_of(square)) = Piece::None; }
    void slide(Square from, Square to) {
        const Piece piece = exchange(from, Piece::None);
        put(piece, to);
    }
    Piece exchange(Square square, Piece piece) {
        return std::exchange(at(place_of(square)), piece);
    }

    template <int direction>
    [[nodiscard]] Square next_piece(Square square) const {
        constexpr Pair step = directions[direction];
        for (Pair place = place_of(square) + step; is_inside(place); place = place + step)
            if (at(place) != Piece::None) return square_of(place);
        return Square::None;
    }
    [[nodiscard]] bool is_attacked_by_leaper(Square square, Color by) const {
        const Pair place = place_of(square);
        const Piece pawn = make_piece(by, PieceType::Pawn);
        if (holds(place + Pair{-ahead(by), 1}, pawn) || holds(place + Pair{-ahead(by), -1}, pawn))
            return true;
        const Piece knight = make_piece(by, PieceType::Knight);
        for (Pair leap : knight_leaps)
            if (holds(place + leap, knight)) return true;
        const Pair other = place_of(kings_[by]);
        return std::abs(other.rank - place.rank) <= 1 && std::abs(other.file - place.file) <= 1;
    }

    template <Wanted wanted>
    void add_pieces_moves(MoveList& list) const {
        const Color us = side_to_move();
        for (Square square : find(all_pieces(us))) {
            const Pair from = place_of(square);
            switch (type_of(at(from))) {
                case PieceType::Pawn: add_pawn_moves<wanted>(list, from, us); break;
                case PieceType::Knight: add_leaps<wanted>(list, from, knight_leaps, us); break;
                case PieceType::Bishop:
                    add_slides<wanted, PieceType::Bishop>(list, from, us);
                    break;
                case PieceType::Rook: add_slides<wanted, PieceType::Rook>(list, from, us); break;
                case PieceType::Queen: add_slides<wanted, PieceType::Queen>(list, from, us); break;
                default: break;
            }
        }
    }

    template <Wanted wanted>
    void add_king_moves(MoveList& list) const {
        const Color us = side_to_move();
        add_leaps<wanted>(list, place_of(king(us)), directions, us);
    }

    template <Wanted wanted>
    void add_pawn_moves(MoveList& list, Pair from, Color us) const {
        const Pair up{ahead(us), 0};
        const Square square = square_of(from);
        const int last_rank = us == Color::White ? 7 : 0;
        const int start_rank = us == Color::White ? 1 : 6;
        if (at(from + up) == Piece::None) {
            if (wanted == Wanted::All || from.rank + up.rank == last_rank)
                add_pawn_move<wanted>(list, square, square_of(from + up));
            if (wanted == Wanted::All && from.rank == start_rank &&
                at(from + up + up) == Piece::None)
                list.push_back({square, square_of(from + up + up)});
        }
        for (int side : {1, -1}) {
            const Pair to = from + Pair{up.rank, side};
            if (!is_inside(to)) continue;
            if (is_in(enemies_of(us), at(to)))
                add_pawn_move<wanted>(list, square, square_of(to));
            else if (square_of(to) == state_.en_passant)
                list.push_back({square, square_of(to), MoveKind::EnPassant});
        }
    }

    template <Wanted wanted>
    void add_leaps(MoveList& list, Pair from, const Pair (&leaps)[8], Color us) const {
        for (Pair leap : leaps) {
            const Pair to = from + leap;
            if (is_inside(to))
                list.push_back_if(is_in(wanted_by<wanted>(us), at(to)),
                                  {square_of(from), square_of(to)});
        }
    }

    template <Wanted wanted, PieceType slider>
    void add_slides(MoveList& list, Pair from, Color us) const {
        for_each_direction<slider>([&]<int direction>() {
            constexpr Pair step = directions[direction];
            for (Pair to = from + step; is_inside(to); to = to + step) {
                if (at(to) != Piece::None)
                    return list.push_back_if(is_in(enemies_of(us), at(to)),
                                             {square_of(from), square_of(to)});
                if constexpr (wanted == Wanted::All)
                    list.push_back({square_of(from), square_of(to)});
            }
        });
    }

    template <Color color>
    void add_mobility(Mobility& count, PieceType type, Pair from) const {
        switch (type) {
            case PieceType::Knight: count.knight += leaps<color>(from); break;
            case PieceType::Bishop: count.bishop += slides<PieceType::Bishop, color>(from); break;
            case PieceType::Rook: count.rook += slides<PieceType::Rook, color>(from); break;
            default: count.queen += slides<PieceType::Queen, color>(from); break;
        }
    }
    template <Color color>
    [[nodiscard]] int leaps(Pair from) const {
        int count = 0;
        for (Pair leap : knight_leaps)
            count += is_inside(from + leap) && is_in(targets_of(color), at(from + leap));
        return count;
    }
    template <PieceType slider, Color color>
    [[nodiscard]] int slides(Pair from) const {
        int count = 0;
        for_each_direction<slider>([&]<int direction>() {
            constexpr Pair step = directions[direction];
            Pair to = from + step;
            for (; is_inside(to); to = to + step) {
                if (at(to) == Piece::None) {
                    ++count;
                    continue;
                }
                count += is_in(enemies_of(color), at(to));
                return;
            }
        });
        return count;
    }

    std::array<std::array<Piece, 8>, 8> board_;
    ByColor<Square> kings_ = {{Square::None, Square::None}};
};

static_assert(LabBoard<Array8x8Board>);

}  // namespace rookery::lab
