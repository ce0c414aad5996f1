#include "chess/position.h"

namespace rookery {
namespace {

// More pieces of a kind than a game starts with must have been pawns once.
bool too_many_pieces(const EnumArray<PieceType, int, 6>& count) {
    const auto beyond = [&](PieceType type, int usual) {
        return count[type] > usual ? count[type] - usual : 0;
    };
    const int promoted = beyond(PieceType::Knight, 2) + beyond(PieceType::Bishop, 2) +
                         beyond(PieceType::Rook, 2) + beyond(PieceType::Queen, 1);
    return promoted + count[PieceType::Pawn] > 8;
}

Result<bool, SetupProblem> check_pieces(const Setup& setup) {
    ByColor<EnumArray<PieceType, int, 6>> count{};
    for (int i = 0; i < 64; ++i) {
        const Square square = square_at(i);
        const Piece piece = setup.board[square];
        if (piece == Piece::None) continue;
        ++count[color_of(piece)][type_of(piece)];
        const Rank rank = rank_of(square);
        if (type_of(piece) == PieceType::Pawn && (rank == Rank::R1 || rank == Rank::R8))
            return failure(SetupProblem::PawnOnBackRank);
    }
    const auto& white = count[Color::White];
    const auto& black = count[Color::Black];
    if (white[PieceType::King] == 0) return failure(SetupProblem::WhiteKingMissing);
    if (black[PieceType::King] == 0) return failure(SetupProblem::BlackKingMissing);
    if (white[PieceType::King] > 1) return failure(SetupProblem::TooManyWhiteKings);
    if (black[PieceType::King] > 1) return failure(SetupProblem::TooManyBlackKings);
    if (white[PieceType::Pawn] > 8) return failure(SetupProblem::TooManyWhitePawns);
    if (black[PieceType::Pawn] > 8) return failure(SetupProblem::TooManyBlackPawns);
    if (too_many_pieces(white)) return failure(SetupProblem::TooManyWhitePieces);
    if (too_many_pieces(black)) return failure(SetupProblem::TooManyBlackPieces);
    return true;
}

// A move of an ordinary piece: does it get there, and does the king stay safe?
template <Color us>
bool piece_move_is_legal(const Position& position, Move move) {
    constexpr Color them = ~us;
    const Square from = move.from();
    const Square to = move.to();
    const PieceType type = type_of(position.piece_on(from));
    const Bitboard occupied = position.occupied();
    if (contains(position.pieces(us), to)) return false;
    if (move.is_promotion() && type != PieceType::Pawn) return false;

    if (type == PieceType::King)
        return contains(king_attacks(from), to) &&
               !position.is_attacked<them>(to, occupied ^ bit(from));

    if (type == PieceType::Pawn) {
        const bool promotes = rank_of(to) == relative_rank(us, Rank::R8);
        if (promotes != move.is_promotion()) return false;
        const Bitboard push = shift<PawnSteps<us>::push>(bit(from)) & ~occupied;
        const Bitboard push_twice =
            shift<PawnSteps<us>::push>(push) & ~occupied & bits_of(relative_rank(us, Rank::R4));
        const Bitboard captures = pawn_attacks(us, from) & position.pieces(them);
        if (!contains(push | push_twice | captures, to)) return false;
    } else if (!contains(piece_attacks(type, from, occupied), to)) {
        return false;
    }

    const Square king = position.king(us);
    if (contains(position.pinned(), from) && !contains(line_through(king, from), to)) return false;
    const Bitboard checkers = position.checkers();
    if (checkers == 0) return true;
    return has_at_most_one(checkers) && contains(path_to(king, first_square(checkers)), to);
}

template <Color us>
bool move_is_legal(const Position& position, Move move) {
    const Square from = move.from();
    const Square to = move.to();
    if (!contains(position.pieces(us), from)) return false;
    switch (move.kind()) {
        case MoveKind::Castling:
            return from == position.king(us) && !position.in_check() &&
                   contains(position.castling_rooks() & position.pieces(us), to) &&
                   position.can_castle<us>(to);
        case MoveKind::EnPassant:
            return to == position.en_passant() && contains(pawn_attacks(us, from), to) &&
                   contains(position.pieces(PieceType::Pawn), from) &&
                   position.en_passant_is_safe<us>(from, to);
        case MoveKind::Normal:
        case MoveKind::PromoteKnight:
        case MoveKind::PromoteBishop:
        case MoveKind::PromoteRook:
        case MoveKind::PromoteQueen: return piece_move_is_legal<us>(position, move);
    }
    return false;
}

}  // namespace

Result<Position::Placed, SetupProblem> Position::from(const Setup& setup) {
    if (const auto pieces = check_pieces(setup); !pieces) return failure(pieces.error());
    if (setup.halfmove_clock < 0 || setup.halfmove_clock > max_halfmove_clock)
        return failure(SetupProblem::HalfmoveClockRange);
    if (setup.fullmove_number < 1 || setup.fullmove_number > max_fullmove_number)
        return failure(SetupProblem::FullmoveNumberRange);

    Placed placed{Position(), {}};
    Position& position = placed.position;
    position.by_type_.fill(0);
    position.by_color_.fill(0);
    position.board_.fill(Piece::None);
    for (int i = 0; i < 64; ++i) {
        const Square square = square_at(i);
        if (setup.board[square] != Piece::None) position.put(setup.board[square], square);
    }
    const Color us = setup.side_to_move;
    const Color them = ~us;
    position.side_to_move_ = us;
    position.halfmove_clock_ = static_cast<std::uint8_t>(setup.halfmove_clock);
    position.fullmove_number_ = static_cast<std::uint16_t>(setup.fullmove_number);
    if (position.is_attacked(position.king(them), us))
        return failure(SetupProblem::OpponentInCheck);

    // Castling rights: only rooks of a colour on its back rank, beside a king that stands there
    // too.
    position.castling_rooks_ = 0;
    for (Color color : both_colors) {
        const Square king = position.king(color);
        const Bitboard home = bits_of(back_rank(color));
        const Bitboard rooks = (bit(king) & home) ? setup.castling_rooks & home &
                                                        position.pieces(color, PieceType::Rook)
                                                  : 0;
        const Bitboard queenside = rooks & (bit(king) - 1);
        if (has_several(queenside) || has_several(rooks & ~queenside))
            return failure(SetupProblem::TwoCastlingRooksOnOneWing);
        position.castling_rooks_ |= rooks;
    }
    placed.notices.castling_dropped = position.castling_rooks_ != setup.castling_rooks;

    // En passant: the square and the one behind it empty, an enemy pawn before it, a legal capture.
    position.en_passant_ = Square::None;
    position.keys_.fill(0);
    if (const Square target = setup.en_passant; target != Square::None) {
        if (rank_of(target) != relative_rank(us, Rank::R6))
            return failure(SetupProblem::EnPassantRank);
        const bool possible =
            position.is_empty(target) && position.is_empty(target + forward(us)) &&
            position.piece_on(target - forward(us)) == make_piece(them, PieceType::Pawn);
        if (possible && us == Color::White) position.offer_en_passant<Color::White>(target);
        if (possible && us == Color::Black) position.offer_en_passant<Color::Black>(target);
        placed.notices.en_passant_dropped = position.en_passant_ == Square::None;
    }
    position.keys_ = position.computed_keys();
    if (us == Color::White)
        position.find_checks_and_pins<Color::White>();
    else
        position.find_checks_and_pins<Color::Black>();
    return placed;
}

Position Position::start() { return Position::from(Setup::start()).value().position; }

Setup Position::setup() const {
    Setup setup;
    setup.board = board_;
    setup.side_to_move = side_to_move_;
    setup.castling_rooks = castling_rooks_;
    setup.en_passant = en_passant_;
    setup.halfmove_clock = halfmove_clock_;
    setup.fullmove_number = fullmove_number_;
    return setup;
}

void Position::put(Piece piece, Square square) {
    by_type_[type_of(piece)] |= bit(square);
    by_color_[color_of(piece)] |= bit(square);
    board_[square] = piece;
}

Square Position::castling_rook(Color color, Wing wing) const {
    const Bitboard own = castling_rooks_ & by_color_[color];
    const Bitboard queenside = own & (pieces(color, PieceType::King) - 1);
    const Bitboard rook = wing == Wing::Queen ? queenside : own & ~queenside;
    return rook ? first_square(rook) : Square::None;
}

bool Position::needs_chess960() const {
    for (Color color : both_colors) {
        for (Wing wing : {Wing::King, Wing::Queen}) {
            const Square rook = castling_rook(color, wing);
            if (rook == Square::None) continue;
            const File corner = wing == Wing::King ? File::H : File::A;
            if (file_of(king(color)) != File::E || file_of(rook) != corner) return true;
        }
    }
    return false;
}

void Position::lose_castling(Bitboard rooks) {
    for (Square rook : squares(castling_rooks_ & rooks))
        keys_[KeyPart::Full] ^= detail::zobrist.castling_rook[rook];
    castling_rooks_ &= ~rooks;
}

Keys Position::computed_keys() const {
    Keys keys{};
    for (Square square : squares(occupied())) {
        const Piece piece = board_[square];
        for (std::size_t part = 0; part < key_parts; ++part)
            if (detail::covers(static_cast<KeyPart>(part), piece))
                keys.values[part] ^= detail::zobrist.piece[piece][square];
    }
    Key& full = keys[KeyPart::Full];
    for (Square rook : squares(castling_rooks_)) full ^= detail::zobrist.castling_rook[rook];
    if (en_passant_ != Square::None) full ^= detail::zobrist.en_passant[file_of(en_passant_)];
    if (side_to_move_ == Color::Black) full ^= detail::zobrist.black_to_move;
    return keys;
}

Bitboard Position::attackers_to(Square square, Bitboard occupied) const {
    const Bitboard rooks = by_type_[PieceType::Rook] | by_type_[PieceType::Queen];
    const Bitboard bishops = by_type_[PieceType::Bishop] | by_type_[PieceType::Queen];
    return (pawn_attacks(Color::White, square) & pieces(Color::Black, PieceType::Pawn)) |
           (pawn_attacks(Color::Black, square) & pieces(Color::White, PieceType::Pawn)) |
           (knight_attacks(square) & by_type_[PieceType::Knight]) |
           (king_attacks(square) & by_type_[PieceType::King]) |
           (rook_attacks(square, occupied) & rooks) | (bishop_attacks(square, occupied) & bishops);
}

Position Position::after_null() const {
    assert(!in_check());
    Position next = *this;
    next.side_to_move_ = ~side_to_move_;
    if (halfmove_clock_ < max_halfmove_clock) ++next.halfmove_clock_;
    if (side_to_move_ == Color::Black && fullmove_number_ < max_fullmove_number)
        ++next.fullmove_number_;
    next.en_passant_ = Square::None;
    next.keys_[KeyPart::Full] ^= detail::zobrist.black_to_move;
    if (en_passant_ != Square::None)
        next.keys_[KeyPart::Full] ^= detail::zobrist.en_passant[file_of(en_passant_)];
    if (side_to_move_ == Color::Black)
        next.find_checks_and_pins<Color::White>();
    else
        next.find_checks_and_pins<Color::Black>();
    return next;
}

bool Position::is_legal(Move move) const {
    return side_to_move_ == Color::White ? move_is_legal<Color::White>(*this, move)
                                         : move_is_legal<Color::Black>(*this, move);
}

bool Position::is_consistent() const {
    const auto placed = Position::from(setup());
    return placed.ok() && !placed->notices.any() && placed->position == *this;
}

}  // namespace rookery
