// 64-square array: one array of 64 squares, and tables of the squares that each piece can reach.
//
// Adding a step to the number of a square would run over the edge of the board to the next rank.
// Instead, tables made at compile time list the squares in every direction from every square, and a
// slider reads along such a list. Piece lists tell where the pieces are.
#pragma once

#include "lab/boards/piece_list_board.h"

#include <utility>

namespace rookery::lab {
namespace detail {

// The targets of a piece (at most eight), or the squares of a ray (at most seven), nearest first.
struct Targets {
    std::uint8_t count = 0;
    std::array<Square, 8> squares = {};

    constexpr void add(Square square) { squares[count++] = square; }
    [[nodiscard]] constexpr const Square* begin() const { return squares.data(); }
    [[nodiscard]] constexpr const Square* end() const { return squares.data() + count; }
};

struct TargetTables {
    BySquare<std::array<Targets, all_directions>> rays;
    BySquare<Targets> knight;
    BySquare<Targets> king;
    ByColor<BySquare<Targets>> pawn_captures;
};

constexpr TargetTables make_target_tables() {
    constexpr int way[8][2] = {{1, 0}, {-1, 0}, {0, 1},  {0, -1},
                               {1, 1}, {1, -1}, {-1, 1}, {-1, -1}};
    constexpr int leap[8][2] = {{2, 1},  {2, -1},  {1, 2},  {1, -2},
                                {-2, 1}, {-2, -1}, {-1, 2}, {-1, -2}};
    const auto is_inside = [](int rank, int file) {
        return rank >= 0 && rank < 8 && file >= 0 && file < 8;
    };
    TargetTables tables{};
    for (int i = 0; i < 64; ++i) {
        const Square from = square_at(i);
        const int rank = i / 8;
        const int file = i % 8;
        const auto add = [&](Targets& targets, int up, int right) {
            if (is_inside(rank + up, file + right)) targets.add(square_at(i + 8 * up + right));
        };
        for (std::size_t d = 0; d < all_directions; ++d) {
            add(tables.king[from], way[d][0], way[d][1]);
            add(tables.knight[from], leap[d][0], leap[d][1]);
            for (int far = 1; far < 8; ++far)
                add(tables.rays[from][d], far * way[d][0], far * way[d][1]);
        }
        for (int side : {1, -1}) {
            add(tables.pawn_captures[Color::White][from], 1, side);
            add(tables.pawn_captures[Color::Black][from], -1, side);
        }
    }
    return tables;
}

inline constexpr TargetTables target_tables = make_target_tables();

}  // namespace detail

class Array64Board : public PieceListBoard<Array64Board, Square, 64> {
  public:
    static constexpr std::string_view name = "64-square array";
    static constexpr std::string_view id = "64";

    explicit Array64Board(const Position& position) : PieceListBoard(position, Piece::None) {
        put_pieces_of(position);
    }

  private:
    friend class Rules<Array64Board>;
    friend class ArrayBoard<Array64Board>;
    friend class PieceListBoard<Array64Board, Square, 64>;

    // The places of the array are the squares themselves.
    [[nodiscard]] static Square place_of(Square square) { return square; }
    [[nodiscard]] static Square square_of(Square place) { return place; }
    [[nodiscard]] static int file_in(Square square) { return index_of(square) & 7; }
    [[nodiscard]] static int rank_in(Square square) { return index_of(square) >> 3; }

    template <int direction>
    [[nodiscard]] static const detail::Targets& ray(Square from) {
        return detail::target_tables.rays[from][direction];
    }

    template <int direction>
    [[nodiscard]] Square next_piece(Square from) const {
        for (Square square : ray<direction>(from))
            if (at(square) != Piece::None) return square;
        return Square::None;
    }
    [[nodiscard]] bool is_attacked_by_leaper(Square square, Color by) const {
        // A pawn attacks a square if a pawn of the other colour on that square would attack it.
        return stands_on(detail::target_tables.pawn_captures[~by][square],
                         make_piece(by, PieceType::Pawn)) ||
               stands_on(detail::target_tables.knight[square], make_piece(by, PieceType::Knight)) ||
               stands_on(detail::target_tables.king[square], make_piece(by, PieceType::King));
    }
    [[nodiscard]] bool stands_on(const detail::Targets& squares, Piece piece) const {
        for (Square square : squares)
            if (at(square) == piece) return true;
        return false;
    }

    template <Wanted wanted>
    void add_knight_moves(MoveList& list, Square from, Color us) const {
        add_leaps<wanted>(list, from, detail::target_tables.knight[from], us);
    }
    template <Wanted wanted>
    void add_king_steps(MoveList& list, Square from, Color us) const {
        add_leaps<wanted>(list, from, detail::target_tables.king[from], us);
    }

    template <Wanted wanted>
    void add_pawn_moves(MoveList& list, Square from, Color us) const {
        const Square ahead = from + forward(us);
        if (at(ahead) == Piece::None) {
            if (wanted == Wanted::All || rank_of(ahead) == relative_rank(us, Rank::R8))
                add_pawn_move<wanted>(list, from, ahead);
            if (wanted == Wanted::All && rank_of(from) == relative_rank(us, Rank::R2) &&
                at(ahead + forward(us)) == Piece::None)
                list.push_back({from, ahead + forward(us)});
        }
        for (Square to : detail::target_tables.pawn_captures[us][from]) {
            if (is_in(enemies_of(us), at(to)))
                add_pawn_move<wanted>(list, from, to);
            else if (to == state_.en_passant)
                list.push_back({from, to, MoveKind::EnPassant});
        }
    }

    template <Wanted wanted>
    void add_leaps(MoveList& list, Square from, const detail::Targets& targets, Color us) const {
        for (Square to : targets)
            list.push_back_if(is_in(wanted_by<wanted>(us), at(to)), {from, to});
    }

    template <Wanted wanted, int direction>
    void add_slides(MoveList& list, Square from, Color us) const {
        for (Square to : ray<direction>(from)) {
            if (at(to) != Piece::None)
                return list.push_back_if(is_in(enemies_of(us), at(to)), {from, to});
            if constexpr (wanted == Wanted::All) list.push_back({from, to});
        }
    }

    template <Color color>
    [[nodiscard]] int leaps(Square from) const {
        int count = 0;
        for (Square to : detail::target_tables.knight[from])
            count += is_in(targets_of(color), at(to));
        return count;
    }
    template <int direction, Color color>
    [[nodiscard]] int slides(Square from) const {
        int count = 0;
        for (Square to : ray<direction>(from)) {
            if (at(to) != Piece::None) return count + is_in(enemies_of(color), at(to));
            ++count;
        }
        return count;
    }
};

static_assert(LabBoard<Array64Board>);

}  // namespace rookery::lab
