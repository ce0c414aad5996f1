#include "levels/levels.h"

#include "base/math.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace rookery {
namespace {

// The Elo is what `lab levels` has measured, rounded (docs/levels.md).
constexpr std::array<Level, highest_level> level_table = {{
    {lowest_elo, {360, 660, false}},
    {750, {510, 585, false}},
    {950, {710, 513, false}},
    {1200, {1'060, 432, false}},
    {1450, {1'500, 369, true}},
    {1700, {2'260, 299, true}},
    {1900, {3'310, 243, true}},
    {2100, {4'980, 189, true}},
    {2300, {7'680, 139, true}},
    {2500, {12'550, 93, true}},
    {2700, {23'700, 48, true}},
    {highest_elo, {60'000, 0, true}},
}};

// Interpolates: strength grows with the logarithm of the nodes.
Strength between(const Level& below, const Level& above, int elo) {
    const double share =
        std::clamp(static_cast<double>(elo - below.elo) / (above.elo - below.elo), 0.0, 1.0);
    const Strength& from = below.strength;
    const Strength& to = above.strength;
    const double log_from = natural_log(static_cast<double>(from.nodes));
    const double log_to = natural_log(static_cast<double>(to.nodes));
    Strength strength = share < 1 ? from : to;
    strength.nodes = static_cast<std::uint64_t>(
        std::llround(natural_exp(log_from + share * (log_to - log_from))));
    strength.largest_error =
        from.largest_error + static_cast<int>(share * (to.largest_error - from.largest_error));
    return strength;
}

}  // namespace

std::span<const Level, highest_level> levels() { return level_table; }

Strength strength_of_level(int level) {
    if (level <= 0) return {};
    return level_table[static_cast<std::size_t>(std::min(level, highest_level)) - 1].strength;
}

Strength strength_of_elo(int elo) {
    for (std::size_t i = 1; i < level_table.size(); ++i)
        if (elo <= level_table[i].elo) return between(level_table[i - 1], level_table[i], elo);
    return level_table.back().strength;
}

}  // namespace rookery
