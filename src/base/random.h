// Our own random numbers. The standard library's engines are portable but its distributions and
// shuffles are not, and openings, keys and games must come out the same on every machine.
#pragma once

#include "base/bits.h"

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <utility>

namespace rookery {

// A random word as a number in [0, 1), with the 53 bits a double can hold.
constexpr double in_unit(std::uint64_t word) { return static_cast<double>(word >> 11) * 0x1.0p-53; }

// A counter passed through a mixing function: tiny, and good enough to seed everything else.
class SplitMix {
  public:
    constexpr explicit SplitMix(std::uint64_t seed) : state_(seed) {}

    constexpr std::uint64_t next() {
        state_ += 0x9E3779B97F4A7C15ULL;
        std::uint64_t mixed = state_;
        mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9ULL;
        mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EBULL;
        return mixed ^ (mixed >> 31);
    }

  private:
    std::uint64_t state_;
};

// xoshiro256**: long period, four words of state.
class Random {
  public:
    constexpr explicit Random(std::uint64_t seed) {
        SplitMix filler(seed);
        for (std::uint64_t& word : state_) word = filler.next();
    }

    constexpr std::uint64_t next() {
        const std::uint64_t result = std::rotl(state_[1] * 5, 7) * 9;
        const std::uint64_t shifted = state_[1] << 17;
        state_[2] ^= state_[0];
        state_[3] ^= state_[1];
        state_[1] ^= state_[2];
        state_[0] ^= state_[3];
        state_[2] ^= shifted;
        state_[3] = std::rotl(state_[3], 45);
        return result;
    }

    // Even over [0, range): draws that would favour the low values are thrown away.
    constexpr std::uint64_t below(std::uint64_t range) {
        assert(range > 0);
        const std::uint64_t uneven = (0 - range) % range;
        for (;;) {
            const std::uint64_t word = next();
            if (word * range >= uneven) return multiply_high(word, range);
        }
    }

    // In [0, 1).
    constexpr double unit() { return in_unit(next()); }

    constexpr bool one_in(std::uint64_t n) { return below(n) == 0; }

  private:
    std::uint64_t state_[4]{};
};

// Every order equally likely, and the same order for the same seed everywhere.
template <class Range>
constexpr void shuffle(Range& range, Random& random) {
    for (std::size_t left = std::size(range); left > 1; --left) {
        using std::swap;
        swap(range[left - 1], range[static_cast<std::size_t>(random.below(left))]);
    }
}

}  // namespace rookery
