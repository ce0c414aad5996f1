// Endings whose value is known without weighing terms: a bare king against something, a queen
// against a rook.
#pragma once

#include "chess/position.h"
#include "chess/types.h"
#include "eval/classical/scene.h"

#include <optional>
#include <string_view>

namespace rookery::classical {

struct KnownEndgame {
    std::string_view name;
    int value;  // White's view
};

// Who wins is certain enough to say so.
[[nodiscard]] std::optional<KnownEndgame> known_ending(const Position& position);

// Cheap enough to ask at every node before the above.
[[nodiscard]] inline bool has_at_most_four_pieces(const Position& position) {
    return popcount(position.occupied()) <= 4;
}
[[nodiscard]] inline bool may_be_known(const Position& position) {
    return has_at_most_one(position.pieces(Color::White)) ||
           has_at_most_one(position.pieces(Color::Black)) || has_at_most_four_pieces(position);
}

// Pawns on one rook file only, no piece but bishops that never attack the corner they go to, and
// the other king there in time: nothing can be won.
[[nodiscard]] bool is_wrong_rook_pawn(const Position& position, Color strong);

}  // namespace rookery::classical

namespace rookery {

// King and pawn against king: who wins, exactly.

// For a legal position in which only `strong` has a pawn, and nobody anything else.
[[nodiscard]] bool kpk_is_won(Color strong, Square strong_king, Square pawn, Square weak_king,
                              Color to_move);

// The table is computed once, on the first question, which takes some milliseconds. Whoever cannot
// spare them then asks for it before.
void prepare_kpk();

}  // namespace rookery

namespace rookery::classical {

// Endings that are harder to win than they look: their endgame value is scaled down.

// Of full_scale, for the side that is ahead in the endgame.
[[nodiscard]] int scale_of_ending(const Scene& scene, Color strong);

}  // namespace rookery::classical
