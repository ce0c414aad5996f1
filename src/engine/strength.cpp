#include "engine/strength.h"

#include "base/exponential.h"
#include "base/logarithm.h"

#include <algorithm>

namespace rookery {
namespace {

// Neighbours are some 220 to 580 Elo apart in matches against each other, not all by the same; the Elo
// here is a straight line through matches with another engine. docs/uci.md has both.
constexpr std::array<Level, highest_level> level_table = {{
    {lowest_elo, {40, 1200}},
    {965, {170, 700}},
    {1135, {400, 515}},
    {1300, {720, 405}},
    {1465, {1'200, 330}},
    {1635, {2'300, 235}},
    {1800, {4'300, 175}},
    {1965, {10'000, 110}},
    {2135, {24'000, 60}},
    {highest_elo, {50'000, 25}},
}};

// A share of the way from one to the other; nodes multiply where strength adds up.
Strength between(const Strength& from, const Strength& to, double share) {
    const double log_from = natural_log(static_cast<double>(from.nodes));
    const double log_to = natural_log(static_cast<double>(to.nodes));
    Strength strength;
    strength.nodes = static_cast<std::uint64_t>(natural_exp(log_from + share * (log_to - log_from)) + 0.5);
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
    for (std::size_t i = 1; i < level_table.size(); ++i) {
        const Level& below = level_table[i - 1];
        const Level& above = level_table[i];
        if (elo > above.elo) continue;
        const double share = static_cast<double>(elo - below.elo) / (above.elo - below.elo);
        return between(below.strength, above.strength, std::clamp(share, 0.0, 1.0));
    }
    return level_table.back().strength;
}

}  // namespace rookery
