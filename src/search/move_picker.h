// Staged move ordering: gives the moves of a node one after the other, the promising ones first.
// Each stage is generated only when the moves before it did not cause a cutoff.
//
// Order: the move of the transposition table (TT); captures that do not lose material by static
// exchange evaluation (SEE), by victim and history; quiet moves by history, with a bonus for
// threatened pieces that escape; captures that lose material. In check all evasions together,
// captures first. There are no killer moves: the continuation histories do their work.
#pragma once

#include "chess/attacks.h"
#include "chess/movegen.h"
#include "chess/position.h"
#include "chess/see.h"
#include "search/history.h"

#include <array>

namespace rookery {

// The squares that one side attacks.
struct Threats {
    Bitboard all = 0;
    // Squares attacked by pieces of less value than a minor piece, a rook or a queen.
    Bitboard to_minors = 0, to_rooks = 0, to_queens = 0;

    // Squares where a piece of that type is threatened by one of less value; none for pawns and
    // kings.
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

// Continuation histories of the moves one, two, four and six plies ago.
inline constexpr std::size_t continuations_used = 4;
using Continuations = std::array<ContinuationTable*, continuations_used>;

struct PickerContext {
    const Position& position;
    Histories& histories;
    const Continuations& continuations;
    Threats threats{};  // by the opponent
    // Threatened pieces first: the bonus for a piece that escapes from a square attacked by a piece
    // of less value, and the malus for going to one. A search of a few hundred nodes has no history
    // yet that would show it.
    PieceValues escape_bonus{};
};

class MovePicker {
  public:
    enum class Purpose : std::uint8_t {
        Search,      // all moves
        Quiescence,  // captures and promotions; in check all moves
        Horizon,     // the same, then quiet checks that do not lose material
        ProbCut,     // captures that gain at least the threshold
    };

    // The TT move is empty or legal.
    MovePicker(const PickerContext& context, Purpose purpose, Move tt_move, int threshold = 0);

    // Empty when there are no more.
    [[nodiscard]] Move next();
    // Skips the remaining quiet moves.
    void skip_quiets() { skip_quiets_ = true; }

  private:
    enum class Stage : std::uint8_t {
        TtMove,
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
    // Moves the best of the remaining moves to their front (selection sort).
    [[nodiscard]] bool take_best(Move& move, int& score);

    const PickerContext context_;
    const Purpose purpose_;
    const Move tt_move_;
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
