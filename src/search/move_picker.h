// The moves of a node one after the other, the promising ones first, each generated only when those
// before it did not suffice.
//
// Order: the move of the table; captures that do not lose material, by victim and history; quiet
// moves by history, those that save a piece from lesser ones before others; captures that lose
// material. In check all evasions together, captures first.
#pragma once

#include "chess/attacks.h"
#include "chess/movegen.h"
#include "chess/position.h"
#include "chess/see.h"
#include "search/history.h"

#include <array>

namespace rookery {

// What one side attacks, and with what: a knight that attacks a queen threatens her, a queen that
// attacks a knight may only look at it.

struct Threats {
    Bitboard all = 0;
    // By pieces that are worth less than one of these: it had better not stand there.
    Bitboard to_minors = 0, to_rooks = 0, to_queens = 0;

    // Where a piece of that type is in danger from lesser ones; nowhere for pawns and kings.
    [[nodiscard]] Bitboard to(PieceType type) const {
        switch (type) {
            case PieceType::Knight:
            case PieceType::Bishop: return to_minors;
            case PieceType::Rook: return to_rooks;
            case PieceType::Queen: return to_queens;
            default: return 0;
        }
    }
};

[[nodiscard]] inline Threats threats_by(const Position& position, Color side) {
    const Bitboard occupied = position.occupied();
    const Bitboard pawns = position.pieces(side, PieceType::Pawn);
    Threats threats;
    threats.to_minors = side == Color::White ? pawn_attacks_of_all<Color::White>(pawns)
                                             : pawn_attacks_of_all<Color::Black>(pawns);
    threats.to_rooks = threats.to_minors;
    for (const Square from : squares(position.pieces(side, PieceType::Knight)))
        threats.to_rooks |= knight_attacks(from);
    for (const Square from : squares(position.pieces(side, PieceType::Bishop)))
        threats.to_rooks |= bishop_attacks(from, occupied);
    threats.to_queens = threats.to_rooks;
    for (const Square from : squares(position.pieces(side, PieceType::Rook)))
        threats.to_queens |= rook_attacks(from, occupied);
    threats.all = threats.to_queens | king_attacks(position.king(side));
    for (const Square from : squares(position.pieces(side, PieceType::Queen)))
        threats.all |= bishop_attacks(from, occupied) | rook_attacks(from, occupied);
    return threats;
}

// Tables of the moves before this one: one, two, four and six plies ago.
inline constexpr std::size_t continuations_used = 4;
using Continuations = std::array<ContinuationTable*, continuations_used>;

struct PickerContext {
    const Position& position;
    Histories& histories;
    const Continuations& continuations;
    Threats threats{};  // by the opponent
    // What it counts beside histories that a piece leaves a square where a lesser one could take
    // it, or goes to one: a search of a few hundred nodes has no history yet to say so.
    PieceValues worth_saving{};
};

class MovePicker {
  public:
    enum class Purpose : std::uint8_t {
        Search,      // everything
        Quiescence,  // captures and promotions; in check everything
        Horizon,     // the same, then quiet checks that do not lose material
        ProbCut,     // captures that gain at least the threshold
    };

    // The move of the table is empty or legal.
    MovePicker(const PickerContext& context, Purpose purpose, Move table_move, int threshold = 0);

    // Empty when there are no more.
    [[nodiscard]] Move next();
    // From now on no quiet moves.
    void skip_quiets() { skip_quiets_ = true; }
    // Whether the last move came from those that lose material.
    [[nodiscard]] bool in_bad_captures() const { return stage_ == Stage::BadCaptures; }

  private:
    enum class Stage : std::uint8_t {
        TableMove,
        GenerateCaptures,
        GoodCaptures,
        GenerateQuiets,
        Quiets,
        BadCaptures,
        GenerateChecks,
        Checks,
        GenerateEvasions,
        Evasions,
        Done,
    };

    void score_captures();
    void score_quiets(std::size_t from);
    void score_evasions();
    void append_quiet_checks();
    [[nodiscard]] int capture_score(Move move) const;
    [[nodiscard]] int quiet_score(Move move) const;
    // The best of those left, moved to the front of them.
    [[nodiscard]] bool take_best(Move& move, int& score);

    const PickerContext context_;
    const Purpose purpose_;
    const Move table_move_;
    const int threshold_;
    Stage stage_;
    bool skip_quiets_ = false;
    std::size_t next_ = 0;
    std::size_t next_bad_ = 0;
    MoveList moves_;
    MoveList bad_captures_;
    std::array<int, max_moves> scores_;  // of moves_, filled as they are generated
};

}  // namespace rookery
