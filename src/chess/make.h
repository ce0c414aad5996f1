// How a move changes a position: the templates that position.h declares. Only position.h includes
// this file, at its end.
#pragma once

namespace rookery {

template <Color by>
bool Position::is_attacked(Square square, Bitboard occupied) const {
    const Bitboard enemy = by_color_[by];
    if (pawn_attacks(~by, square) & enemy & by_type_[PieceType::Pawn]) return true;
    if (knight_attacks(square) & enemy & by_type_[PieceType::Knight]) return true;
    if (king_attacks(square) & enemy & by_type_[PieceType::King]) return true;
    return (bishop_attacks(square, occupied) & diagonal_sliders(by)) ||
           (rook_attacks(square, occupied) & straight_sliders(by));
}

template <Color us>
bool Position::en_passant_is_safe(Square from, Square target) const {
    constexpr Color them = ~us;
    const Square king_square = king(us);
    const Bitboard taken = bit(target - forward(us));
    const Bitboard after = (occupied() ^ bit(from) ^ taken) | bit(target);
    const Bitboard leapers =
        (knight_attacks(king_square) & pieces(them, PieceType::Knight)) |
        (pawn_attacks(us, king_square) & pieces(them, PieceType::Pawn) & ~taken);
    return !leapers && !(rook_attacks(king_square, after) & straight_sliders(them)) &&
           !(bishop_attacks(king_square, after) & diagonal_sliders(them));
}

template <Color us>
bool Position::can_castle(Square rook) const {
    constexpr Color them = ~us;
    const Square from = king(us);
    const Wing wing = rook > from ? Wing::King : Wing::Queen;
    const Square to = castled_king_square(us, wing);
    const Square rook_to = castled_rook_square(us, wing);

    const Bitboard others = occupied() ^ bit(from) ^ bit(rook);
    if ((path_to(from, to) | path_to(rook, rook_to)) & others) return false;
    // A rook pinned along the back rank uncovers its own king (Chess960 only).
    if (contains(straight_pins_, rook)) return false;
    // The king may not pass an attacked square. A king that stays put is not in check to begin
    // with.
    for (Square square : squares(path_to(from, to) & ~bit(from)))
        if (is_attacked<them>(square, occupied())) return false;
    return true;
}

inline void Position::toggle_key(Piece piece, Key change) {
    const Keys& covered = detail::zobrist.covered[piece];
    for (std::size_t part = 0; part < key_parts; ++part)
        keys_.values[part] ^= change & covered.values[part];
}

// Takes a piece off its square or puts it there, except for the mailbox.
inline void Position::toggle(Piece piece, Square square) {
    by_type_[type_of(piece)] ^= bit(square);
    by_color_[color_of(piece)] ^= bit(square);
    toggle_key(piece, detail::zobrist.piece[piece][square]);
}

// After a double step of the other side: keeps the square passed over if we can capture there.
template <Color us>
void Position::offer_en_passant(Square target) {
    const Bitboard capturers = pawn_attacks(~us, target) & pieces(us, PieceType::Pawn);
    for (Square from : squares(capturers)) {
        if (!en_passant_is_safe<us>(from, target)) continue;
        en_passant_ = target;
        keys_[KeyPart::Full] ^= detail::zobrist.en_passant[file_of(target)];
        return;
    }
}

// Both come from the lines to the king: a slider with nothing between gives check, one with a
// single piece between pins it, if the piece is ours.
template <Color us>
void Position::find_checks_and_pins() {
    constexpr Color them = ~us;
    const Square king_square = king(us);
    const Bitboard all = occupied();
    Bitboard checkers = (knight_attacks(king_square) & pieces(them, PieceType::Knight)) |
                        (pawn_attacks(us, king_square) & pieces(them, PieceType::Pawn));

    const auto look = [&](Bitboard sliders) {
        Bitboard pins = 0;
        while (sliders) {
            const Square slider = take_first(sliders);
            const Bitboard path = path_to(king_square, slider);
            const Bitboard between = path & all & ~bit(slider);
            checkers |= between == 0 ? bit(slider) : 0;
            pins |= between != 0 && has_at_most_one(between) ? path : 0;
        }
        return pins;
    };
    straight_pins_ = look(rook_rays(king_square) & straight_sliders(them));
    diagonal_pins_ = look(bishop_rays(king_square) & diagonal_sliders(them));
    checkers_ = checkers;
}

template <Color us, class Observer>
void Position::make_castling(Move move, Observer& observer) {
    constexpr Piece king_piece = make_piece(us, PieceType::King);
    constexpr Piece rook_piece = make_piece(us, PieceType::Rook);
    const Square king_to = castled_king_square(us, move.wing());
    const Square rook_to = castled_rook_square(us, move.wing());
    // Both leave before either arrives: in Chess960 they may swap squares.
    toggle(king_piece, move.from());
    toggle(rook_piece, move.to());
    board_[move.from()] = Piece::None;
    board_[move.to()] = Piece::None;
    toggle(king_piece, king_to);
    toggle(rook_piece, rook_to);
    board_[king_to] = king_piece;
    board_[rook_to] = rook_piece;
    observer.removed(king_piece, move.from());
    observer.removed(rook_piece, move.to());
    observer.added(king_piece, king_to);
    observer.added(rook_piece, rook_to);
    lose_castling(bits_of(back_rank(us)));
}

template <Color us, class Observer>
void Position::make_en_passant(Move move, Observer& observer) {
    constexpr Piece ours = make_piece(us, PieceType::Pawn);
    constexpr Piece theirs = make_piece(~us, PieceType::Pawn);
    const Square taken = move.to() - forward(us);
    toggle(theirs, taken);
    toggle(ours, move.from());
    toggle(ours, move.to());
    board_[taken] = Piece::None;
    board_[move.from()] = Piece::None;
    board_[move.to()] = ours;
    observer.removed(theirs, taken);
    observer.removed(ours, move.from());
    observer.added(ours, move.to());
    halfmove_clock_ = 0;
}

template <Color us, class Observer>
void Position::make_promotion(Move move, Observer& observer) {
    constexpr Piece pawn = make_piece(us, PieceType::Pawn);
    const Piece promoted = make_piece(us, move.promoted());
    const Piece captured = board_[move.to()];
    if (captured != Piece::None) {
        toggle(captured, move.to());
        observer.removed(captured, move.to());
        lose_castling(bit(move.to()));
    }
    toggle(pawn, move.from());
    toggle(promoted, move.to());
    board_[move.from()] = Piece::None;
    board_[move.to()] = promoted;
    observer.removed(pawn, move.from());
    observer.added(promoted, move.to());
    halfmove_clock_ = 0;
}

// The common case, written for speed: everything is read from the position before, so nothing waits
// for the copy, and the keys are stored once.
template <Color us, class Observer>
void Position::make_normal(const Position& before, Move move, Observer& observer) {
    constexpr Color them = ~us;
    const Square from = move.from();
    const Square to = move.to();
    const Piece piece = before.board_[from];
    const Piece captured = before.board_[to];
    const PieceType type = type_of(piece);
    const Bitboard touched = bit(from) | bit(to);
    const auto& zobrist = detail::zobrist;

    by_type_[type] = before.by_type_[type] ^ touched;
    by_color_[us] = before.by_color_[us] ^ touched;
    if (captured != Piece::None) {
        by_type_[type_of(captured)] ^= bit(to);
        by_color_[them] ^= bit(to);
        halfmove_clock_ = 0;
        observer.removed(captured, to);
    }
    board_[from] = Piece::None;
    board_[to] = piece;
    observer.removed(piece, from);
    observer.added(piece, to);

    const Key moved = zobrist.piece[piece][from] ^ zobrist.piece[piece][to];
    const Key taken = zobrist.piece[captured][to];
    Keys keys;
    for (std::size_t part = 0; part < key_parts; ++part)
        keys.values[part] = before.keys_.values[part] ^
                            (moved & zobrist.covered[piece].values[part]) ^
                            (taken & zobrist.covered[captured].values[part]);
    keys_ = keys;

    const Bitboard rights = type == PieceType::King ? touched | bits_of(back_rank(us)) : touched;
    if (before.castling_rooks_ & rights) lose_castling(rights);
    if (type == PieceType::Pawn) {
        halfmove_clock_ = 0;
        if ((index_of(from) ^ index_of(to)) == 16) offer_en_passant<them>(to - forward(us));
    }
}

template <Color us, class Observer>
Position Position::after(Move move, Observer&& observer) const {
    constexpr Color them = ~us;
    assert(side_to_move_ == us);
    assert(is_legal(move));

    Position next = *this;
    next.side_to_move_ = them;
    if (halfmove_clock_ < max_halfmove_clock) ++next.halfmove_clock_;
    if (us == Color::Black && fullmove_number_ < max_fullmove_number) ++next.fullmove_number_;
    next.en_passant_ = Square::None;

    if (move.kind() == MoveKind::Normal) [[likely]]
        next.make_normal<us>(*this, move, observer);
    else if (move.is_promotion())
        next.make_promotion<us>(move, observer);
    else if (move.is_castling())
        next.make_castling<us>(move, observer);
    else
        next.make_en_passant<us>(move, observer);

    Key turn = detail::zobrist.black_to_move;
    if (en_passant_ != Square::None) turn ^= detail::zobrist.en_passant[file_of(en_passant_)];
    next.keys_[KeyPart::Full] ^= turn;
    next.find_checks_and_pins<them>();
    assert(next.is_consistent());
    return next;
}

}  // namespace rookery
