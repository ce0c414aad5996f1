// Endings whose value is known without weighing terms: a bare king against something, a queen against
// a rook.
#pragma once

#include "chess/position.h"

#include <optional>
#include <string_view>

namespace rookery::classical {

struct KnownEnding {
    std::string_view name;
    int value;  // White's view
};

// Who wins is certain enough to say so.
[[nodiscard]] std::optional<KnownEnding> known_ending(const Position& position);

// Cheap enough to ask at every node before the above.
[[nodiscard]] inline bool has_at_most_four_men(const Position& position) {
    return popcount(position.occupied()) <= 4;
}
[[nodiscard]] inline bool may_be_known(const Position& position) {
    return has_at_most_one(position.pieces(Color::White)) ||
           has_at_most_one(position.pieces(Color::Black)) || has_at_most_four_men(position);
}

// Pawns on one rook file only, no piece but bishops that never attack the corner they go to, and
// the other king there in time: nothing can be won.
[[nodiscard]] bool is_wrong_rook_pawn(const Position& position, Color strong);

}  // namespace rookery::classical
