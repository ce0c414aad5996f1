// 10x12 mailbox: the board inside a larger array, whose margin holds a special value.
//
// A step is a number that is added to a place. A step off the board lands on the margin, which is
// two rows wide above and below, for knights, and one column at each side, where the end of a rank
// is next to the beginning of the next one. So one test tells whether a square is free and exists.
#pragma once

#include "lab/boards/piece_list_board.h"

namespace rookery::lab {
namespace detail {

// A place on the larger board; a1 is 21, h8 is 98.
using MailboxPlace = std::uint8_t;

[[nodiscard]] constexpr MailboxPlace mailbox_place(Square square) {
    return static_cast<MailboxPlace>(21 + 10 * (index_of(square) >> 3) + (index_of(square) & 7));
}

constexpr BySquare<MailboxPlace> make_mailbox_places() {
    BySquare<MailboxPlace> places{};
    for (int i = 0; i < 64; ++i) places[square_at(i)] = mailbox_place(square_at(i));
    return places;
}
constexpr std::array<Square, 120> make_mailbox_squares() {
    std::array<Square, 120> squares{};
    squares.fill(Square::None);
    for (int i = 0; i < 64; ++i) squares[mailbox_place(square_at(i))] = square_at(i);
    return squares;
}

inline constexpr BySquare<MailboxPlace> mailbox_places = make_mailbox_places();
inline constexpr std::array<Square, 120> mailbox_squares = make_mailbox_squares();

}  // namespace detail

class MailboxBoard : public PieceListBoard<MailboxBoard, detail::MailboxPlace, 120> {
  public:
    static constexpr std::string_view name = "10x12 mailbox";
    static constexpr std::string_view id = "mailbox";

    explicit MailboxBoard(const Position& position) : PieceListBoard(position, margin) {
        for (Place place : detail::mailbox_places) at(place) = Piece::None;
        put_pieces_of(position);
    }

  private:
    friend class Rules<MailboxBoard>;
    friend class ArrayBoard<MailboxBoard>;
    friend class PieceListBoard<MailboxBoard, detail::MailboxPlace, 120>;

    using Place = detail::MailboxPlace;
    // Neither a piece nor an empty square.
    static constexpr auto margin = static_cast<Piece>(static_cast<int>(Piece::None) + 2);
    static constexpr int directions[all_directions] = {10, -10, 1, -1, 11, 9, -9, -11};
    static constexpr int knight_leaps[8] = {21, 19, 12, 8, -21, -19, -12, -8};

    [[nodiscard]] static Place place_of(Square square) { return detail::mailbox_places[square]; }
    [[nodiscard]] static Square square_of(int place) {
        return detail::mailbox_squares[static_cast<std::size_t>(place)];
    }
    [[nodiscard]] static int file_in(Place place) { return index_of(square_of(place)) & 7; }
    [[nodiscard]] static int rank_in(Place place) { return index_of(square_of(place)) >> 3; }
    [[nodiscard]] static int ahead(Color color) { return color == Color::White ? 10 : -10; }

    // The first place in this direction that is not empty: a piece or the margin.
    template <int direction>
    [[nodiscard]] int end_of_way(int from) const {
        int place = from + directions[direction];
        while (at(place) == Piece::None) place += directions[direction];
        return place;
    }
    template <int direction>
    [[nodiscard]] Square next_piece(Square from) const {
        return square_of(end_of_way<direction>(place_of(from)));  // none for the margin
    }
    [[nodiscard]] bool is_attacked_by_leaper(Square square, Color by) const {
        const int place = place_of(square);
        const Piece pawn = make_piece(by, PieceType::Pawn);
        if (at(place - ahead(by) + 1) == pawn || at(place - ahead(by) - 1) == pawn) return true;
        const Piece knight = make_piece(by, PieceType::Knight);
        for (int leap : knight_leaps)
            if (at(place + leap) == knight) return true;
        const Piece king = make_piece(by, PieceType::King);
        for (int step : directions)
            if (at(place + step) == king) return true;
        return false;
    }

    template <Wanted wanted>
    void add_knight_moves(MoveList& list, Place from, Color us) const {
        add_leaps<wanted>(list, from, knight_leaps, us);
    }
    template <Wanted wanted>
    void add_king_steps(MoveList& list, Place from, Color us) const {
        add_leaps<wanted>(list, from, directions, us);
    }

    template <Wanted wanted>
    void add_pawn_moves(MoveList& list, Place place, Color us) const {
        const Square from = square_of(place);
        const int next = place + ahead(us);
        if (at(next) == Piece::None) {
            if (wanted == Wanted::All || rank_of(square_of(next)) == relative_rank(us, Rank::R8))
                add_pawn_move<wanted>(list, from, square_of(next));
            if (wanted == Wanted::All && rank_of(from) == relative_rank(us, Rank::R2) &&
                at(next + ahead(us)) == Piece::None)
                list.push_back({from, square_of(next + ahead(us))});
        }
        for (int to : {next + 1, next - 1}) {
            if (is_in(enemies_of(us), at(to)))
                add_pawn_move<wanted>(list, from, square_of(to));
            else if (at(to) == Piece::None && square_of(to) == state_.en_passant)
                list.push_back({from, square_of(to), MoveKind::EnPassant});
        }
    }

    template <Wanted wanted>
    void add_leaps(MoveList& list, Place from, const int (&leaps)[8], Color us) const {
        for (int leap : leaps)
            list.push_back_if(is_in(wanted_by<wanted>(us), at(from + leap)),
                              {square_of(from), square_of(from + leap)});
    }

    template <Wanted wanted, int direction>
    void add_slides(MoveList& list, Place from, Color us) const {
        const int end = end_of_way<direction>(from);
        if constexpr (wanted == Wanted::All)
            for (int to = from + directions[direction]; to != end; to += directions[direction])
                list.push_back({square_of(from), square_of(to)});
        list.push_back_if(is_in(enemies_of(us), at(end)), {square_of(from), square_of(end)});
    }

    template <Color color>
    [[nodiscard]] int leaps(Place from) const {
        int count = 0;
        for (int leap : knight_leaps) count += is_in(targets_of(color), at(from + leap));
        return count;
    }
    template <int direction, Color color>
    [[nodiscard]] int slides(Place from) const {
        int count = 0;
        int to = from + directions[direction];
        for (; at(to) == Piece::None; to += directions[direction]) ++count;
        return count + is_in(enemies_of(color), at(to));
    }
};

static_assert(LabBoard<MailboxBoard>);

}  // namespace rookery::lab
