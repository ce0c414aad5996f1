#include "chess/see.h"

#include <algorithm>

namespace rookery {
namespace {

struct Pins {
    Bitboard pinned = 0;   // may not leave their line to capture on the target
    Bitboard pinners = 0;  // as long as one of these is on the board
};

Pins pins_against(const Position& position, Color color, Square target) {
    Pins pins;
    const Square king = position.king(color);
    const Bitboard sliders = (rook_rays(king) & position.straight_sliders(~color)) |
                             (bishop_rays(king) & position.diagonal_sliders(~color));
    for (Square slider : squares(sliders)) {
        const Bitboard between = path_to(king, slider) & position.occupied() & ~bit(slider);
        if (between == 0 || has_several(between)) continue;
        if (contains(line_through(king, slider), target)) continue;
        if (between & position.pieces(color)) {
            pins.pinned |= between;
            pins.pinners |= bit(slider);
        }
    }
    return pins;
}

bool is_last_rank(Square square) {
    return rank_of(square) == Rank::R1 || rank_of(square) == Rank::R8;
}

// The pieces around one square, taking there in turn, the cheapest first.
class Exchange {
  public:
    Exchange(const Position& position, Move move)
        : position_(position), target_(move.to()), side_(~position.side_to_move()) {
        occupied_ = (position.occupied() & ~bit(move.from())) | bit(target_);
        if (move.is_en_passant()) occupied_ ^= bit(target_ - forward(position.side_to_move()));
        attackers_ = position.attackers_to(target_, occupied_);
    }

    [[nodiscard]] bool pawns_would_promote() const {
        return is_last_rank(target_) && (attackers_ & position_.pieces(PieceType::Pawn));
    }

    // The side whose turn it is takes and the turn passes; PieceType::None if it cannot.
    PieceType take() {
        attackers_ &= occupied_;
        Bitboard takers = attackers_ & position_.pieces(side_);
        if (takers == 0) return PieceType::None;
        const Pins& pins = pins_of(side_);
        if (pins.pinners & occupied_) takers &= ~pins.pinned;
        for (PieceType type : all_piece_types) {
            const Bitboard of_type = takers & position_.pieces(type);
            if (of_type == 0) continue;
            // A king does not step into an attack.
            if (type == PieceType::King && (attackers_ & position_.pieces(~side_)))
                return PieceType::None;
            occupied_ ^= of_type & -of_type;
            reveal_behind(type);
            side_ = ~side_;
            return type;
        }
        return PieceType::None;
    }

  private:
    // Computed when the side first captures: most exchanges end before both sides have.
    [[nodiscard]] const Pins& pins_of(Color color) {
        if (!pins_known_[color]) {
            pins_[color] = pins_against(position_, color, target_);
            pins_known_[color] = true;
        }
        return pins_[color];
    }
    // The piece that captured may have uncovered a slider on the same line.
    void reveal_behind(PieceType gone) {
        const Bitboard bishops =
            position_.pieces(PieceType::Bishop) | position_.pieces(PieceType::Queen);
        const Bitboard rooks =
            position_.pieces(PieceType::Rook) | position_.pieces(PieceType::Queen);
        if (gone == PieceType::Pawn || gone == PieceType::Bishop || gone == PieceType::Queen)
            attackers_ |= bishop_attacks(target_, occupied_) & bishops;
        if (gone == PieceType::Rook || gone == PieceType::Queen)
            attackers_ |= rook_attacks(target_, occupied_) & rooks;
    }

    const Position& position_;
    Square target_;
    Color side_;
    Bitboard occupied_;
    Bitboard attackers_;
    ByColor<Pins> pins_;
    ByColor<bool> pins_known_{};
};

struct FirstCapture {
    int gain;
    int at_risk;  // value of the piece that is on the square after the move
};

FirstCapture first_capture(const Position& position, Move move, const PieceValues& values) {
    const PieceType taken = position.captured_by(move);
    FirstCapture first{taken == PieceType::None ? 0 : values[taken],
                       values[type_of(position.piece_on(move.from()))]};
    if (move.is_promotion()) {
        first.gain += values[move.promoted()] - values[PieceType::Pawn];
        first.at_risk = values[move.promoted()];
    }
    return first;
}

// Plays all captures, then goes backwards: at each step the better of stopping and going on.
int value_of(Exchange exchange, FirstCapture first, const PieceValues& values) {
    const bool promotes = exchange.pawns_would_promote();
    constexpr int most = 32;
    int gain[most];
    int count = 0;
    gain[count++] = first.gain;
    int at_risk = first.at_risk;
    while (count < most) {
        const PieceType taker = exchange.take();
        if (taker == PieceType::None) break;
        const bool becomes_queen = promotes && taker == PieceType::Pawn;
        const int bonus = becomes_queen ? values[PieceType::Queen] - values[PieceType::Pawn] : 0;
        gain[count] = at_risk + bonus - gain[count - 1];
        at_risk = values[becomes_queen ? PieceType::Queen : taker];
        ++count;
    }
    while (--count > 0) gain[count - 1] = -std::max(-gain[count - 1], gain[count]);
    return gain[0];
}

}  // namespace

int see_value(const Position& position, Move move, const PieceValues& values) {
    if (move.is_castling()) return 0;
    return value_of(Exchange(position, move), first_capture(position, move, values), values);
}

bool see_ge(const Position& position, Move move, int threshold, const PieceValues& values) {
    if (move.is_castling()) return threshold <= 0;
    const FirstCapture first = first_capture(position, move, values);
    // Too little even if the opponent does not recapture.
    int balance = first.gain - threshold;
    if (balance < 0) return false;
    // Enough even if the piece is lost for nothing; but a pawn that recaptures on the last rank
    // becomes a queen.
    balance -= first.at_risk;
    if (balance >= 0 && !is_last_rank(move.to())) return true;
    Exchange exchange(position, move);
    if (exchange.pawns_would_promote()) return value_of(exchange, first, values) >= threshold;
    if (balance >= 0) return true;

    // `balance` is that of the side to move if the piece on the square is lost; each capture must
    // turn its sign.
    bool mover_ahead = true;
    for (;;) {
        const PieceType taker = exchange.take();
        if (taker == PieceType::None) return mover_ahead;
        mover_ahead = !mover_ahead;
        balance = -balance - 1 - values[taker];
        if (balance >= 0) return mover_ahead;
    }
}

}  // namespace rookery
