// Endings whose value is known without weighing terms: a bare king against something.
#pragma once

#include "chess/position.h"

#include <optional>
#include <string_view>

namespace rookery::classical {

struct KnownEnding {
    std::string_view name;
    int value;  // White's view
};

// Only one side has more than its king, and who wins is certain enough to say so.
[[nodiscard]] std::optional<KnownEnding> known_ending(const Position& position);

// Cheap enough to ask at every node before the above.
[[nodiscard]] inline bool has_bare_king(const Position& position) {
    return has_at_most_one(position.pieces(Color::White)) ||
           has_at_most_one(position.pieces(Color::Black));
}

// Pawns on one rook file only, no piece but bishops that never attack the corner they go to, and
// the other king there in time: nothing can be won.
[[nodiscard]] bool is_wrong_rook_pawn(const Position& position, Color strong);

}  // namespace rookery::classical
