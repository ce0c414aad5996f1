#include "levels/profile.h"

#include "levels/levels.h"

#include <cmath>
#include <cstdlib>

namespace rookery {

int rating_after(int rating, int opponent, int points) {
    constexpr double largest_step = 30;
    const double expected = 1 / (1 + std::pow(10.0, (opponent - rating) / 400.0));
    return rating + static_cast<int>(std::lround(largest_step * (points / 2.0 - expected)));
}

int suggested_level(int rating) {
    int best = 1;
    for (int level = 1; level <= highest_level; ++level) {
        const auto distance = [rating](int of) {
            return std::abs(levels()[static_cast<std::size_t>(of) - 1].elo - rating);
        };
        if (distance(level) < distance(best)) best = level;
    }
    return best;
}

}  // namespace rookery
