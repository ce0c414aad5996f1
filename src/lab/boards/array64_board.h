// One array of 64 squares, and tables that say beforehand where a man can get to.
//
// A step by a number would run around the edge of the board, so none is made: for every square and direction
// the squares on the way are written down when compiling, and whoever slides reads along. Lists tell where the
// men are.
#pragma once

#include "lab/boards/outward_looking.h"
#include "lab/boards/pawn_files.h"
#include "lab/boards/piece_lists.h"

#include <utility>

namespace rookery::lab {
namespace detail {

// Up to eight targets of a man, or the up to seven squares of a ray, nearest first.
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
    constexpr int way[8][2] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}, {1, 1}, {1, -1}, {-1, 1}, {-1, -1}};
    constexpr int leap[8][2] = {{2, 1}, {2, -1}, {1, 2}, {1, -2}, {-2, 1}, {-2, -1}, {-1, 2}, {-1, -2}};
    const auto is_inside = [](int rank, int file) { return rank >= 0 && rank < 8 && file >= 0 && file < 8; };
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
            for (int far = 1; far < 8; ++far) add(tables.rays[from][d], far * way[d][0], far * way[d][1]);
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

class Array64Board : public OutwardLooking<Array64Board> {
  public:
    static constexpr std::string_view name = "64-square array";

    explicit Array64Board(const Position& position) : OutwardLooking(position) {
        board_.fill(Piece::None);
        put_men_of(position);
    }

    [[nodiscard]] Piece piece_on(Square square) const { return board_[square]; }
    [[nodiscard]] Square king(Color color) const { return men(color, PieceType::King).front(); }

    template <class Visitor>
    void for_each_man(Visitor&& visit) const {
        for (Color color : both_colors)
            for (PieceType type : all_piece_types)
                for (Square square : men(color, type)) visit(make_piece(color, type), square);
    }

    [[nodiscard]] ByColor<Mobility> mobility() const {
        ByColor<Mobility> count = {};
        for (Color color : both_colors) {
            for (Square from : men(color, PieceType::Knight))
                for (Square to : detail::target_tables.knight[from]) count[color].knight += !is_own(to, color);
            for (Square from : men(color, PieceType::Bishop)) count[color].bishop += slides(from, 4, 8, color);
            for (Square from : men(color, PieceType::Rook)) count[color].rook += slides(from, 0, 4, color);
            for (Square from : men(color, PieceType::Queen)) count[color].queen += slides(from, 0, 8, color);
        }
        return count;
    }

    [[nodiscard]] ByColor<PawnCounts> pawn_counts() const {
        PawnFiles files;
        for (Color color : both_colors)
            for (Square pawn : men(color, PieceType::Pawn))
                files.add(color, index_of(pawn) & 7, index_of(pawn) >> 3);
        ByColor<PawnCounts> counts = {};
        for (Color color : both_colors)
            for (Square pawn : men(color, PieceType::Pawn))
                files.judge(color, index_of(pawn) & 7, index_of(pawn) >> 3, counts[color]);
        return counts;
    }

  private:
    friend class Rules<Array64Board>;
    friend class OutwardLooking<Array64Board>;

    [[nodiscard]] std::span<const Square> men(Color color, PieceType type) const {
        return lists_.of(make_piece(color, type));
    }
    [[nodiscard]] bool is_own(Square square, Color color) const {
        return board_[square] != Piece::None && color_of(board_[square]) == color;
    }

    void put(Piece piece, Square square) {
        board_[square] = piece;
        lists_.add(piece, square);
    }
    void take(Square square) { lists_.remove(exchange(square, Piece::None), square); }
    void slide(Square from, Square to) {
        const Piece piece = exchange(from, Piece::None);
        board_[to] = piece;
        lists_.move(piece, from, to);
    }
    Piece exchange(Square square, Piece piece) { return std::exchange(board_[square], piece); }

    [[nodiscard]] Square next_man(Square from, int direction) const {
        for (Square square : detail::target_tables.rays[from][static_cast<std::size_t>(direction)])
            if (board_[square] != Piece::None) return square;
        return Square::None;
    }
    [[nodiscard]] bool is_attacked_by_leaper(Square square, Color by) const {
        // A pawn attacks a square if one of the other colour there would attack the pawn.
        return stands_on(detail::target_tables.pawn_captures[~by][square], make_piece(by, PieceType::Pawn)) ||
               stands_on(detail::target_tables.knight[square], make_piece(by, PieceType::Knight)) ||
               stands_on(detail::target_tables.king[square], make_piece(by, PieceType::King));
    }
    [[nodiscard]] bool stands_on(const detail::Targets& squares, Piece piece) const {
        for (Square square : squares)
            if (board_[square] == piece) return true;
        return false;
    }

    template <Wanted wanted>
    void add_men_moves(MoveList& list) const {
        const Color us = side_to_move();
        for (Square from : men(us, PieceType::Pawn)) add_pawn_moves<wanted>(list, from, us);
        for (Square from : men(us, PieceType::Knight))
            add_leaps<wanted>(list, from, detail::target_tables.knight[from], us);
        for (Square from : men(us, PieceType::Bishop)) add_slides<wanted>(list, from, 4, 8, us);
        for (Square from : men(us, PieceType::Rook)) add_slides<wanted>(list, from, 0, 4, us);
        for (Square from : men(us, PieceType::Queen)) add_slides<wanted>(list, from, 0, 8, us);
    }
    template <Wanted wanted>
    void add_king_moves(MoveList& list) const {
        const Color us = side_to_move();
        add_leaps<wanted>(list, king(us), detail::target_tables.king[king(us)], us);
    }

    template <Wanted wanted>
    void add_pawn_moves(MoveList& list, Square from, Color us) const {
        const Square ahead = from + forward(us);
        if (board_[ahead] == Piece::None) {
            if (wanted == Wanted::All || rank_of(ahead) == relative_rank(us, Rank::R8))
                add_pawn_move<wanted>(list, from, ahead);
            if (wanted == Wanted::All && rank_of(from) == relative_rank(us, Rank::R2) &&
                board_[ahead + forward(us)] == Piece::None)
                list.push_back({from, ahead + forward(us)});
        }
        for (Square to : detail::target_tables.pawn_captures[us][from]) {
            if (board_[to] != Piece::None && color_of(board_[to]) != us)
                add_pawn_move<wanted>(list, from, to);
            else if (to == state_.en_passant)
                list.push_back({from, to, MoveKind::EnPassant});
        }
    }

    template <Wanted wanted>
    void add_leaps(MoveList& list, Square from, const detail::Targets& targets, Color us) const {
        for (Square to : targets)
            if (board_[to] == Piece::None ? wanted == Wanted::All : color_of(board_[to]) != us)
                list.push_back({from, to});
    }

    template <Wanted wanted>
    void add_slides(MoveList& list, Square from, std::size_t first, std::size_t end, Color us) const {
        for (std::size_t d = first; d < end; ++d) {
            for (Square to : detail::target_tables.rays[from][d]) {
                const Piece prey = board_[to];
                if (prey == Piece::None ? wanted == Wanted::All : color_of(prey) != us) list.push_back({from, to});
                if (prey != Piece::None) break;
            }
        }
    }

    [[nodiscard]] int slides(Square from, std::size_t first, std::size_t end, Color color) const {
        int count = 0;
        for (std::size_t d = first; d < end; ++d) {
            for (Square to : detail::target_tables.rays[from][d]) {
                count += !is_own(to, color);
                if (board_[to] != Piece::None) break;
            }
        }
        return count;
    }

    BySquare<Piece> board_;
    PieceLists<Square, 64> lists_;
};

static_assert(LabBoard<Array64Board>);

}  // namespace rookery::lab
