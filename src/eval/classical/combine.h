// How the sums of terms become one number: danger, initiative, and the way from middlegame to
// endgame. The evaluation and whoever rebuilds a value from its trace use the same few lines.
#pragma once

#include "chess/types.h"
#include "eval/classical/tapered.h"

#include <algorithm>

namespace rookery::classical {

// All pieces on the board; pawns and kings do not count.
inline constexpr int full_phase = 24;
inline constexpr ByPieceType<int> phase_of_piece = {{0, 1, 1, 2, 4, 0}};

// An ending that is won as easily as it looks.
inline constexpr int full_scale = 64;

inline constexpr int danger_square_divisor = 8192;
inline constexpr int danger_divisor = 32;
inline constexpr int max_danger = 5000;

// What so much danger costs the king that is in it: attacks grow faster than their parts.
[[nodiscard]] constexpr Tapered cost_of_danger(Tapered units) {
    const int mg = std::clamp(units.mg(), 0, max_danger);
    const int eg = std::clamp(units.eg(), 0, max_danger);
    return {mg * mg / danger_square_divisor, eg / danger_divisor};
}

// Adds to the lead of whoever leads, or takes from it, but never more than there is.
[[nodiscard]] constexpr int limited_initiative(int lead, int request) {
    const int sign = (lead > 0) - (lead < 0);
    return sign * std::max(request, -(lead * sign));
}
[[nodiscard]] constexpr Tapered limited_initiative(Tapered lead, Tapered request) {
    return {limited_initiative(lead.mg(), request.mg()),
            limited_initiative(lead.eg(), request.eg())};
}

// Rounds towards zero, so that both colours are treated alike.
[[nodiscard]] constexpr int blend(Tapered score, int phase, int scale) {
    return (score.mg() * phase * full_scale + score.eg() * (full_phase - phase) * scale) /
           (full_phase * full_scale);
}

}  // namespace rookery::classical
