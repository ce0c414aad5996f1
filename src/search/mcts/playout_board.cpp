#include "search/mcts/playout_board.h"

#include <array>

namespace rookery::mcts {
namespace {

// The square of the n-th bit of a set, counted from zero.
Square nth_square(Bitboard set, int n) {
#if ROOKERY_PEXT
    return first_square(_pdep_u64(std::uint64_t{1} << n, set));
#else
    while (n-- > 0) set &= set - 1;
    return first_square(set);
#endif
}

}  // namespace

// Sets of target squares, and where the pieces that go there come from.
class PlayoutBoard::Choices {
  public:
    // One piece.
    void add(Square from, Bitboard targets, MoveKind kind = MoveKind::Normal) {
        add(targets, {code_of(index_of(from), kind), to_unit});
    }
    // All pawns that make the same step: the source follows from the target.
    void add_pawns(int step, Bitboard targets, MoveKind kind = MoveKind::Normal) {
        add(targets, {code_of(-step, kind), to_unit + 1});
    }

    // A random move, each equally likely; empty if there is none.
    [[nodiscard]] Move draw(Random& random) const {
        if (sum_ == 0) return Move::none();
        // The lowest numbers are more likely than the highest by less than one part in 2^56, which
        // is not worth a division.
        const auto n =
            static_cast<int>(multiply_high(random.next(), static_cast<std::uint64_t>(sum_)));
        const Set* set = sets_.data();
        while (set->sum <= n) ++set;
        // Counted from the top of the set, so that its own sum gives the bit.
        return set->move_to(nth_square(set->targets, set->sum - 1 - n));
    }

    // All that pass the test.
    template <class Test>
    [[nodiscard]] MoveList passing(Test test) const {
        MoveList list;
        for (const Set* set = sets_.data(); set != end_; ++set)
            for (const Square to : squares(set->targets))
                if (const Move move = set->move_to(to); test(move)) list.push_back(move);
        return list;
    }

  private:
    // The code of a move has the target above the six bits of where it comes from, and the kind
    // above both.
    static constexpr std::int16_t to_unit = 64;
    static constexpr std::int16_t code_of(int from, MoveKind kind) {
        return static_cast<std::int16_t>(from + (static_cast<int>(kind) << 12));
    }
    struct Origin {
        std::int16_t code;
        std::int16_t unit;
    };
    struct Set {
        Bitboard targets;
        Origin origin;
        int sum;  // of the sizes of the sets up to this one

        [[nodiscard]] Move move_to(Square to) const {
            return Move::from_code(
                static_cast<std::uint16_t>(origin.code + index_of(to) * origin.unit));
        }
    };

    void add(Bitboard targets, Origin origin) {
        sum_ += popcount(targets);
        *end_++ = {targets, origin, sum_};
    }

    // At most: sixteen pieces, castling, two steps and two captures of pawns, en passant to two
    // sides, and four promotions for each of three steps.
    std::array<Set, 40> sets_;
    Set* end_ = sets_.data();
    int sum_ = 0;
};

PlayoutBoard::PlayoutBoard(const Position& position)
    : castling_rooks_(position.castling_rooks()), checkers_(position.checkers()),
      pins_(position.straight_pins() | position.diagonal_pins()),
      en_passant_(position.en_passant()), side_(position.side_to_move()) {
    by_type_.fill(0);
    for (const PieceType type : all_piece_types) by_type_[type] = position.pieces(type);
    for (const Color color : both_colors) by_color_[color] = position.pieces(color);
    for (int i = 0; i < 64; ++i) board_[square_at(i)] = position.piece_on(square_at(i));
}

template <Color us>
void PlayoutBoard::collect(Choices& choices) const {
    const Square king_square = king(us);
    const Bitboard all = occupied();
    const Bitboard targets = ~by_color_[us];
    choices.add(king_square, king_attacks(king_square) & targets);
    Bitboard answers = ~Bitboard{0};
    if (checkers_ != 0) {
        if (has_several(checkers_)) return;
        answers = path_to(king_square, first_square(checkers_));
    } else if (castling_rooks_ & by_color_[us]) {
        collect_castling<us>(choices);
    }
    collect_pawn_moves<us>(choices, answers);
    const Bitboard allowed = targets & answers;
    for (Bitboard knights = pieces(us, PieceType::Knight); knights != 0;) {
        const Square from = take_first(knights);
        choices.add(from, knight_attacks(from) & allowed);
    }
    for (Bitboard bishops = pieces(us, PieceType::Bishop); bishops != 0;) {
        const Square from = take_first(bishops);
        choices.add(from, bishop_attacks(from, all) & allowed);
    }
    for (Bitboard rooks = pieces(us, PieceType::Rook); rooks != 0;) {
        const Square from = take_first(rooks);
        choices.add(from, rook_attacks(from, all) & allowed);
    }
    for (Bitboard queens = pieces(us, PieceType::Queen); queens != 0;) {
        const Square from = take_first(queens);
        choices.add(from, queen_attacks(from, all) & allowed);
    }
}

template <Color us>
void PlayoutBoard::collect_pawn_moves(Choices& choices, Bitboard answers) const {
    using Steps = PawnSteps<us>;
    constexpr Bitboard last_rank = bits_of(relative_rank(us, Rank::R8));
    constexpr Bitboard third_rank = bits_of(relative_rank(us, Rank::R3));
    constexpr int push = static_cast<int>(Steps::push);
    constexpr int east = static_cast<int>(Steps::capture_east);
    constexpr int west = static_cast<int>(Steps::capture_west);

    const Bitboard pawns = pieces(us, PieceType::Pawn);
    if (pawns == 0) return;
    const Bitboard empty = ~occupied();
    const Bitboard pushed = shift<Steps::push>(pawns) & empty;
    const Bitboard single = pushed & answers;
    const Bitboard prey = by_color_[~us] & answers;
    const Bitboard takes_east = shift<Steps::capture_east>(pawns) & prey;
    const Bitboard takes_west = shift<Steps::capture_west>(pawns) & prey;
    choices.add_pawns(push, single & ~last_rank);
    choices.add_pawns(2 * push, shift<Steps::push>(pushed & third_rank) & empty & answers);
    choices.add_pawns(east, takes_east & ~last_rank);
    choices.add_pawns(west, takes_west & ~last_rank);
    if ((single | takes_east | takes_west) & last_rank) {
        for (const MoveKind kind : {MoveKind::PromoteQueen, MoveKind::PromoteRook,
                                    MoveKind::PromoteBishop, MoveKind::PromoteKnight}) {
            choices.add_pawns(push, single & last_rank, kind);
            choices.add_pawns(east, takes_east & last_rank, kind);
            choices.add_pawns(west, takes_west & last_rank, kind);
        }
    }
    if (en_passant_ != Square::None) {
        // Whether it answers a check is tested when it is drawn: the captured pawn is not on the
        // target.
        choices.add_pawns(east, shift<Steps::capture_east>(pawns) & bit(en_passant_),
                          MoveKind::EnPassant);
        choices.add_pawns(west, shift<Steps::capture_west>(pawns) & bit(en_passant_),
                          MoveKind::EnPassant);
    }
}

template <Color us>
void PlayoutBoard::collect_castling(Choices& choices) const {
    const Square from = king(us);
    Bitboard possible = 0;
    for (const Square rook : squares(castling_rooks_ & by_color_[us])) {
        const Wing wing = rook > from ? Wing::King : Wing::Queen;
        const Bitboard others = occupied() ^ bit(from) ^ bit(rook);
        const Bitboard ways = path_to(from, castled_king_square(us, wing)) |
                              path_to(rook, castled_rook_square(us, wing));
        if ((ways & others) == 0) possible |= bit(rook);
    }
    choices.add(from, possible, MoveKind::Castling);
}

template <Color us>
bool PlayoutBoard::castling_is_safe(Move move) const {
    const Square from = move.from();
    const Square to = castled_king_square(us, move.wing());
    const Bitboard without_king = occupied() ^ bit(from);
    for (const Square square : squares(path_to(from, to)))
        if (is_attacked(square, without_king, ~us)) return false;
    // In Chess960 the rook may have shielded the king.
    const Bitboard after =
        (without_king ^ bit(move.to())) | bit(to) | bit(castled_rook_square(us, move.wing()));
    return sliders_to(to, after, ~us) == 0;
}

// An ordinary move of a piece that is neither king nor pinned: the targets collected answer any
// check.
template <Color us>
bool PlayoutBoard::is_surely_safe(Move move) const {
    return move.kind() == MoveKind::Normal &&
           !contains(pins_ | pieces(us, PieceType::King), move.from());
}

template <Color us>
bool PlayoutBoard::leaves_king_safe(Move move) const {
    const Square from = move.from();
    const Square to = move.to();
    const Square king_square = king(us);
    if (move.is_castling()) return castling_is_safe<us>(move);
    if (from == king_square) return !is_attacked(to, occupied() ^ bit(from), ~us);
    if (move.is_en_passant()) {
        const Bitboard taken = bit(to - forward(us));
        const Bitboard after = (occupied() ^ bit(from) ^ taken) | bit(to);
        return (leapers_to(king_square, ~us) & ~taken) == 0 &&
               sliders_to(king_square, after, ~us) == 0;
    }
    return !contains(pins_, from) || contains(line_through(king_square, from), to);
}

template <Color us>
Move PlayoutBoard::random_move(Random& random) const {
    Choices choices;
    collect<us>(choices);
    // A second attempt is rarely needed; a third would take as long as listing all moves.
    for (int attempt = 0; attempt < 2; ++attempt) {
        const Move move = choices.draw(random);
        if (is_surely_safe<us>(move) || !move || leaves_king_safe<us>(move)) return move;
    }
    const MoveList legal =
        choices.passing([this](Move move) { return leaves_king_safe<us>(move); });
    return legal.empty() ? Move::none() : legal[random.below(legal.size())];
}

Move PlayoutBoard::random_move(Random& random) const {
    return side_ == Color::White ? random_move<Color::White>(random)
                                 : random_move<Color::Black>(random);
}

template <Color us>
MoveList PlayoutBoard::all_moves() const {
    Choices choices;
    collect<us>(choices);
    return choices.passing([this](Move move) { return leaves_king_safe<us>(move); });
}

MoveList PlayoutBoard::all_moves() const {
    return side_ == Color::White ? all_moves<Color::White>() : all_moves<Color::Black>();
}

template <Color us>
void PlayoutBoard::make_castling(Move move) {
    const Square from = move.from();
    const Square rook = move.to();
    const Square king_to = castled_king_square(us, move.wing());
    const Square rook_to = castled_rook_square(us, move.wing());
    // Both leave before either arrives: in Chess960 they may swap squares.
    by_type_[PieceType::King] ^= bit(from);
    by_type_[PieceType::Rook] ^= bit(rook);
    by_color_[us] ^= bit(from) | bit(rook);
    board_[from] = board_[rook] = Piece::None;
    by_type_[PieceType::King] ^= bit(king_to);
    by_type_[PieceType::Rook] ^= bit(rook_to);
    by_color_[us] ^= bit(king_to) | bit(rook_to);
    board_[king_to] = make_piece(us, PieceType::King);
    board_[rook_to] = make_piece(us, PieceType::Rook);
    castling_rooks_ &= ~bits_of(back_rank(us));
    material_changed_ = false;
    en_passant_ = Square::None;
}

// Without branches where their outcome would be random.
template <Color us>
void PlayoutBoard::make_normal(Move move) {
    const Square from = move.from();
    const Square to = move.to();
    const Piece piece = board_[from];
    const Piece taken = board_[to];
    const PieceType type = type_of(piece);
    const bool is_pawn = type == PieceType::Pawn;
    by_type_[type_of(taken)] &= ~bit(to);
    by_color_[~us] &= ~bit(to);
    by_type_[type] ^= bit(from) | bit(to);
    by_color_[us] ^= bit(from) | bit(to);
    board_[from] = Piece::None;
    board_[to] = piece;
    material_changed_ = taken != Piece::None;
    quiet_plies_ = is_pawn || material_changed_ ? 0 : quiet_plies_;
    const bool is_double_step = is_pawn && (index_of(from) ^ index_of(to)) == 16;
    en_passant_ =
        is_double_step ? static_cast<Square>((index_of(from) + index_of(to)) / 2) : Square::None;
    if (castling_rooks_ != 0) {
        castling_rooks_ &= ~(bit(from) | bit(to));
        if (type == PieceType::King) castling_rooks_ &= ~bits_of(back_rank(us));
    }
}

// One look along the lines from the king, as in Position.
template <Color us>
void PlayoutBoard::find_checks_and_pins() {
    const Square king_square = king(us);
    const Bitboard all = occupied();
    checkers_ = leapers_to(king_square, ~us);
    pins_ = 0;
    Bitboard sliders = (rook_rays(king_square) & straight_sliders(~us)) |
                       (bishop_rays(king_square) & diagonal_sliders(~us));
    while (sliders != 0) {
        const Square slider = take_first(sliders);
        const Bitboard path = path_to(king_square, slider);
        const Bitboard between = path & all & ~bit(slider);
        checkers_ |= between == 0 ? bit(slider) : 0;
        pins_ |= between != 0 && has_at_most_one(between) ? path : 0;
    }
}

// Completes a promotion or an en passant capture.
template <Color us>
void PlayoutBoard::finish_special(Move move) {
    material_changed_ = true;
    if (move.is_promotion()) {
        by_type_[PieceType::Pawn] ^= bit(move.to());
        by_type_[move.promoted()] ^= bit(move.to());
        board_[move.to()] = make_piece(us, move.promoted());
    } else {
        const Square taken = move.to() - forward(us);
        by_type_[PieceType::Pawn] ^= bit(taken);
        by_color_[~us] ^= bit(taken);
        board_[taken] = Piece::None;
    }
}

template <Color us>
void PlayoutBoard::make(Move move) {
    ++quiet_plies_;
    if (move.is_castling()) [[unlikely]] {
        make_castling<us>(move);
    } else {
        make_normal<us>(move);
        if (move.kind() != MoveKind::Normal) [[unlikely]]
            finish_special<us>(move);
    }
    side_ = ~us;
    find_checks_and_pins<~us>();
}

void PlayoutBoard::make(Move move) {
    side_ == Color::White ? make<Color::White>(move) : make<Color::Black>(move);
}

template Move PlayoutBoard::random_move<Color::White>(Random&) const;
template Move PlayoutBoard::random_move<Color::Black>(Random&) const;
template void PlayoutBoard::make<Color::White>(Move);
template void PlayoutBoard::make<Color::Black>(Move);

}  // namespace rookery::mcts
