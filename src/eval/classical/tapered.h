// A middlegame and an endgame value in one word.
//
// Sums and multiples of both are one operation each. Each half holds 16 bits; no sum of the
// evaluation comes near that (the tests try boards full of queens).
#pragma once

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

}  // namespace rookery::classical
