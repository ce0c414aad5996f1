// Histories: how moves did in other nodes, for move ordering, pruning and reductions.
//
// Every number moves towards its bonuses and away from its limit: h += b - h·|b| / limit, so that
// it stays in range and old bonuses fade (history gravity).
#pragma once

#include "chess/position.h"
#include "eval/score.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>

namespace rookery {

template <int limit>
class HistoryNumber {
  public:
    void add(int bonus) {
        bonus = std::clamp(bonus, -limit, limit);
        value_ = static_cast<std::int16_t>(value_ + bonus - value_ * std::abs(bonus) / limit);
    }
    [[nodiscard]] int value() const { return value_; }

  private:
    static_assert(limit <= 32767);
    std::int16_t value_ = 0;
};

inline constexpr int history_limit = 8192;

// The moving piece and its target square, the index of continuation and capture histories.
struct PieceTo {
    Piece piece = Piece::None;
    Square to = Square::A1;

    [[nodiscard]] static PieceTo of(const Position& position, Move move) {
        return {position.piece_on(move.from()), move.to()};
    }
};

// Butterfly history: quiet moves by side, squares, and whether these squares are attacked.
class QuietHistory {
  public:
    using Number = HistoryNumber<history_limit>;

    [[nodiscard]] Number& at(Color side, Move move, Bitboard threats) {
        return numbers_[side][contains(threats, move.from())][contains(threats, move.to())]
                       [static_cast<std::size_t>(move.code() & 0xFFF)];
    }

  private:
    ByColor<std::array<std::array<std::array<Number, 4096>, 2>, 2>> numbers_{};
};

// Captures by moving piece, target square and captured piece.
class CaptureHistory {
  public:
    using Number = HistoryNumber<history_limit>;

    [[nodiscard]] Number& at(PieceTo move, PieceType captured) {
        return numbers_[move.piece][move.to][static_cast<std::size_t>(captured)];
    }

  private:
    ByPiece<BySquare<std::array<Number, 7>>> numbers_{};
};

// One table of the continuation history: moves that follow a certain move by some plies.
class ContinuationTable {
  public:
    using Number = HistoryNumber<history_limit>;

    [[nodiscard]] Number& at(PieceTo move) { return numbers_[move.piece][move.to]; }

  private:
    ByPiece<BySquare<Number>> numbers_{};
};

class ContinuationHistory {
  public:
    [[nodiscard]] ContinuationTable& after(PieceTo move) { return tables_[move.piece][move.to]; }
    // The table after a null move, and before the root.
    [[nodiscard]] ContinuationTable& after_nothing() { return nothing_; }

  private:
    ByPiece<BySquare<ContinuationTable>> tables_{};
    ContinuationTable nothing_;
};

// Correction history: the error of the static evaluation in positions with the same pawns, minor
// pieces, major pieces or pieces of one colour.
class CorrectionHistory {
  public:
    // In units of the evaluation.
    [[nodiscard]] int correction(const Position& position) {
        const Color side = position.side_to_move();
        int sum = 0;
        for (const KeyPart part : parts) sum += weight_of(part) * at(side, part, position).value();
        return sum / divisor;
    }

    void learn(const Position& position, int error, int depth) {
        const Color side = position.side_to_move();
        const int bonus = std::clamp(error * depth / 8, -limit / 4, limit / 4);
        for (const KeyPart part : parts) at(side, part, position).add(bonus);
    }

  private:
    static constexpr int limit = 1024;
    static constexpr int divisor = 1024 * 8;
    static constexpr std::size_t size = 16384;
    static constexpr std::array parts = {KeyPart::Pawn, KeyPart::Minor, KeyPart::Major,
                                         KeyPart::NonPawnWhite, KeyPart::NonPawnBlack};
    using Number = HistoryNumber<limit>;

    [[nodiscard]] static constexpr int weight_of(KeyPart part) {
        return part == KeyPart::Pawn                              ? 512
               : part == KeyPart::Minor || part == KeyPart::Major ? 256
                                                                  : 384;
    }
    [[nodiscard]] Number& at(Color side, KeyPart part, const Position& position) {
        return numbers_[side][part][position.key(part) % size];
    }

    ByColor<EnumArray<KeyPart, std::array<Number, size>, key_parts>> numbers_{};
};

// The histories of one thread. They are large, so the thread that uses them makes them on the heap.
struct Histories {
    QuietHistory quiets;
    CaptureHistory captures;
    ContinuationHistory continuations;
    CorrectionHistory corrections;
};

}  // namespace rookery
