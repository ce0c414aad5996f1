// 0x88: an array of sixteen files, of which eight are the board, so that one AND tells whether a
// place is on the board.
//
// A place is rank * 16 + file. Bits 3 and 7 (hexadecimal 88) are never set on the board and always
// set one step off it. The difference of two places tells how they are related, wherever they are.
// So a table by differences tells whether a piece could attack a square on an empty board, and only
// sliders for which it does need to look at the squares between.
#pragma once

#include "lab/boards/piece_list_board.h"

namespace rookery::lab {
namespace detail {

struct Differences {
    // Indexed by target - attacker + 119.
    static constexpr int offset = 119;

    // A bit for every piece that attacks the target on an empty board.
    std::array<std::uint16_t, 239> attackers = {};
    std::array<std::int8_t, 239> step = {};  // the step of a slider towards the target
};

inline constexpr int steps_0x88[all_directions] = {16, -16, 1, -1, 17, 15, -15, -17};
inline constexpr int knight_leaps_0x88[8] = {33, 31, 18, 14, -33, -31, -18, -14};

[[nodiscard]] constexpr std::uint16_t piece_bit(Piece piece) {
    return static_cast<std::uint16_t>(1 << static_cast<int>(piece));
}
[[nodiscard]] constexpr std::uint16_t piece_bits(PieceType type) {
    return static_cast<std::uint16_t>(piece_bit(make_piece(Color::White, type)) |
                                      piece_bit(make_piece(Color::Black, type)));
}

constexpr Differences make_differences() {
    Differences table;
    const auto attack = [&](int difference, std::uint16_t pieces) {
        table.attackers[static_cast<std::size_t>(difference + Differences::offset)] |= pieces;
    };
    for (int leap : knight_leaps_0x88) attack(leap, piece_bits(PieceType::Knight));
    for (int d = 0; d < all_directions; ++d) {
        attack(steps_0x88[d], piece_bits(PieceType::King));
        for (int far = 1; far < 8; ++far) {
            const int difference = far * steps_0x88[d];
            attack(difference, piece_bits(PieceType::Queen));
            attack(difference,
                   piece_bits(d < straight_directions ? PieceType::Rook : PieceType::Bishop));
            table.step[static_cast<std::size_t>(difference + Differences::offset)] =
                static_cast<std::int8_t>(steps_0x88[d]);
        }
    }
    for (int side : {1, -1}) {
        attack(16 + side, piece_bit(Piece::WhitePawn));
        attack(-16 + side, piece_bit(Piece::BlackPawn));
    }
    return table;
}

inline constexpr Differences differences = make_differences();

}  // namespace detail

class Board0x88 : public PieceListBoard<Board0x88, std::uint8_t, 128> {
  public:
    static constexpr std::string_view name = "0x88";
    static constexpr std::string_view id = "0x88";

    explicit Board0x88(const Position& position) : PieceListBoard(position, Piece::None) {
        put_pieces_of(position);
    }

    // Tests every enemy piece instead of looking outwards from the square.
    [[nodiscard]] bool is_attacked(Square square, Color by) const {
        const int target = place_of(square);
        for (PieceType type : all_piece_types) {
            const Piece piece = make_piece(by, type);
            for (Place from : pieces(piece)) {
                if (!aims_at(piece, from, target)) continue;
                // A piece that was removed for a test is still on the list.
                if (at(from) == piece && pieces_between(from, target).count == 0) return true;
            }
        }
        return false;
    }

  private:
    friend class Rules<Board0x88>;
    friend class ArrayBoard<Board0x88>;
    friend class PieceListBoard<Board0x88, std::uint8_t, 128>;

    using Place = std::uint8_t;

    [[nodiscard]] static Place place_of(Square square) {
        return static_cast<Place>(index_of(square) + (index_of(square) & 0x38));
    }
    [[nodiscard]] static Square square_of(int place) {
        return square_at((place + (place & 7)) >> 1);
    }
    [[nodiscard]] static int file_in(Place place) { return place & 7; }
    [[nodiscard]] static int rank_in(Place place) { return place >> 4; }
    [[nodiscard]] static bool is_inside(int place) { return (place & 0x88) == 0; }
    [[nodiscard]] static int ahead(Color color) { return color == Color::White ? 16 : -16; }

    [[nodiscard]] static std::size_t difference(int from, int target) {
        return static_cast<std::size_t>(target - from + detail::Differences::offset);
    }
    [[nodiscard]] static bool aims_at(Piece piece, int from, int target) {
        return (detail::differences.attackers[difference(from, target)] &
                detail::piece_bit(piece)) != 0;
    }
    struct Between {
        int count = 0;
        int nearest = 0;  // to the target
    };
    // The pieces between a slider and its target; for a leaper there are none.
    [[nodiscard]] Between pieces_between(int from, int target) const {
        Between between;
        const int step{detail::differences.step[difference(from, target)]};
        if (step == 0) return between;
        for (int place = from + step; place != target; place += step) {
            if (at(place) == Piece::None) continue;
            ++between.count;
            between.nearest = place;
        }
        return between;
    }

    // A piece that attacks the king on an empty board gives check, or pins a single piece between.
    [[nodiscard]] KingDanger king_danger() const {
        const Color us = side_to_move();
        const int king = pieces(us, PieceType::King).front();
        KingDanger danger;
        for (PieceType type : all_piece_types) {
            const Piece piece = make_piece(~us, type);
            for (Place from : pieces(piece)) {
                if (!aims_at(piece, from, king)) continue;
                const Between between = pieces_between(from, king);
                if (between.count == 0)
                    danger.check = true;
                else if (between.count == 1 && color_of(at(between.nearest)) == us)
                    danger.pinned.push_back(square_of(between.nearest));
            }
        }
        return danger;
    }

    template <Wanted wanted>
    void add_knight_moves(MoveList& list, Place from, Color us) const {
        add_leaps<wanted>(list, from, detail::knight_leaps_0x88, us);
    }
    template <Wanted wanted>
    void add_king_steps(MoveList& list, Place from, Color us) const {
        add_leaps<wanted>(list, from, detail::steps_0x88, us);
    }

    template <Wanted wanted>
    void add_pawn_moves(MoveList& list, Place place, Color us) const {
        const Square from = square_of(place);
        const int next = place + ahead(us);
        if (at(next) == Piece::None) {
            if (wanted == Wanted::All || !is_inside(next + ahead(us)))
                add_pawn_move<wanted>(list, from, square_of(next));
            if (wanted == Wanted::All && !is_inside(place - 2 * ahead(us)) &&
                at(next + ahead(us)) == Piece::None)
                list.push_back({from, square_of(next + ahead(us))});
        }
        for (int to : {next + 1, next - 1}) {
            if (!is_inside(to)) continue;
            if (is_in(enemies_of(us), at(to)))
                add_pawn_move<wanted>(list, from, square_of(to));
            else if (square_of(to) == state_.en_passant)
                list.push_back({from, square_of(to), MoveKind::EnPassant});
        }
    }

    template <Wanted wanted>
    void add_leaps(MoveList& list, Place from, const int (&leaps)[8], Color us) const {
        for (int leap : leaps)
            if (is_inside(from + leap))
                list.push_back_if(is_in(wanted_by<wanted>(us), at(from + leap)),
                                  {square_of(from), square_of(from + leap)});
    }

    template <Wanted wanted, int direction>
    void add_slides(MoveList& list, Place from, Color us) const {
        constexpr int step = detail::steps_0x88[direction];
        for (int to = from + step; is_inside(to); to += step) {
            if (at(to) != Piece::None)
                return list.push_back_if(is_in(enemies_of(us), at(to)),
                                         {square_of(from), square_of(to)});
            if constexpr (wanted == Wanted::All) list.push_back({square_of(from), square_of(to)});
        }
    }

    template <Color color>
    [[nodiscard]] int leaps(Place from) const {
        int count = 0;
        for (int leap : detail::knight_leaps_0x88)
            count += is_inside(from + leap) && is_in(targets_of(color), at(from + leap));
        return count;
    }
    template <int direction, Color color>
    [[nodiscard]] int slides(Place from) const {
        constexpr int step = detail::steps_0x88[direction];
        int count = 0;
        for (int to = from + step; is_inside(to); to += step) {
            if (at(to) != Piece::None) return count + is_in(enemies_of(color), at(to));
            ++count;
        }
        return count;
    }
};

static_assert(LabBoard<Board0x88>);

}  // namespace rookery::lab
