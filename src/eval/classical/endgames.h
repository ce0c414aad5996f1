// Endgames: those whose value is known without terms (a bare king against something, a queen
// against a rook), king and pawn against king exactly, and those that are harder to win than they
// look.
#pragma once

#include "chess/position.h"
#include "chess/types.h"
#include "eval/classical/eval_context.h"

#include <optional>
#include <string_view>

namespace rookery::classical {

struct KnownEndgame {
    std::string_view name;
    int value;  // White's view
};

[[nodiscard]] std::optional<KnownEndgame> known_endgame(const Position& position);

// Cheap enough to ask at every node before known_endgame.
[[nodiscard]] inline bool has_at_most_four_pieces(const Position& position) {
    return popcount(position.occupied()) <= 4;
}
[[nodiscard]] inline bool may_be_known_endgame(const Position& position) {
    return has_at_most_one(position.pieces(Color::White)) ||
           has_at_most_one(position.pieces(Color::Black)) || has_at_most_four_pieces(position);
}

// Pawns on one rook file only, no piece but bishops that never attack the corner they go to, and
// the other king there in time: a draw.
[[nodiscard]] bool is_wrong_rook_pawn(const Position& position, Color strong);

// King and pawn against king, exactly. For a legal position in which `strong` has the only pawn and
// there are no other pieces.
[[nodiscard]] bool kpk_is_won(Color strong, Square strong_king, Square pawn, Square weak_king,
                              Color to_move);

// Computes the table of kpk_is_won, which takes some milliseconds. Without this call the first
// question does it.
void prepare_kpk();

// By how much, of full_scale, the endgame value is scaled down if `strong` is ahead in it.
[[nodiscard]] int endgame_scale(const EvalContext& context, Color strong);

}  // namespace rookery::classical
