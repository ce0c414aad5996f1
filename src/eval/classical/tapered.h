// Tapered values: a middlegame and an endgame value in one word, and how the sums of terms become
// one number (danger, initiative, and the blend of both values by the phase of the game).
//
// Sums and multiples of both are one operation each. Each half holds 16 bits; no sum of the
// evaluation comes near that (the tests try boards full of queens).
#pragma once

#include "chess/types.h"

#include <algorithm>
#include <cstdint>

namespace rookery::classical {

class Tapered {
  public:
    constexpr Tapered() = default;
    constexpr Tapered(int mg, int eg) : packed_(mg + eg * 65536) {}

    [[nodiscard]] constexpr int mg() const {
        return static_cast<std::int16_t>(static_cast<std::uint16_t>(packed_));
    }
    // A negative lower half has borrowed one from the upper; adding half a unit gives it back.
    [[nodiscard]] constexpr int eg() const {
        const auto rounded = static_cast<std::uint32_t>(packed_) + 0x8000u;
        return static_cast<std::int16_t>(static_cast<std::uint16_t>(rounded >> 16));
    }

    constexpr Tapered& operator+=(Tapered other) {
        packed_ += other.packed_;
        return *this;
    }
    constexpr Tapered& operator-=(Tapered other) {
        packed_ -= other.packed_;
        return *this;
    }
    [[nodiscard]] friend constexpr Tapered operator+(Tapered a, Tapered b) { return a += b; }
    [[nodiscard]] friend constexpr Tapered operator-(Tapered a, Tapered b) { return a -= b; }
    [[nodiscard]] constexpr Tapered operator-() const { return Tapered() -= *this; }
    [[nodiscard]] friend constexpr Tapered operator*(Tapered a, int times) {
        a.packed_ *= times;
        return a;
    }
    [[nodiscard]] friend constexpr bool operator==(Tapered, Tapered) = default;

  private:
    std::int32_t packed_ = 0;
};

// The evaluation and the code that rebuilds a value from its trace share the functions below.

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
