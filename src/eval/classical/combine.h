// How the sums of terms become one number: danger, initiative, and the blend of middlegame and
// endgame. The evaluation and the code that rebuilds a value from its trace share these functions.
#pragma once

#include "chess/types.h"
#include "eval/classical/tapered.h"

#include <algorithm>

namespace rookery::classical {

// All pieces on the board; pawns and kings do not count.
inline constexpr int full_phase = 24;
inline constexpr ByPieceType<int> phase_of_piece = {{0, 1, 1, 2, 4, 0}};

// The scale of an endgame that is won as easily as it looks.
inline constexpr int full_scale = 64;

inline constexpr int danger_square_divisor = 8192;
inline constexpr int danger_divisor = 32;
inline constexpr int max_danger = 5000;

// The value that so many units of danger cost the king: attacks grow faster than their parts.
[[nodiscard]] constexpr Tapered cost_of_danger(Tapered units) {
    const int mg = std::clamp(units.mg(), 0, max_danger);
    const int eg = std::clamp(units.eg(), 0, max_danger);
    return {mg * mg / danger_square_divisor, eg / danger_divisor};
}

// The initiative adds to the lead, or takes from it, but never more than the lead.
[[nodiscard]] constexpr int limited_initiative(int lead, int initiative) {
    const int sign = (lead > 0) - (lead < 0);
    return sign * std::max(initiative, -(lead * sign));
}
[[nodiscard]] constexpr Tapered limited_initiative(Tapered lead, Tapered initiative) {
    return {limited_initiative(lead.mg(), initiative.mg()),
            limited_initiative(lead.eg(), initiative.eg())};
}

// Rounds towards zero, so that both colours are treated alike.
[[nodiscard]] constexpr int blend(Tapered score, int phase, int scale) {
    return (score.mg() * phase * full_scale + score.eg() * (full_phase - phase) * scale) /
           (full_phase * full_scale);
}

}  // namespace rookery::classical
