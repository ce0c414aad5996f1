// The known ratings of the players of a tournament, and the parameters of the simple formulas.
#pragma once

#include "arena/statistics/ratings.h"
#include "base/result.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace rookery::arena {

using KnownRatings = std::vector<std::optional<double>>;

struct RatingSettings {
    KnownRatings known;   // by player; those beyond the end are not known
    double k = 20;        // of the update after each game
    double start = 1500;  // where that update begins for players without a known rating

    [[nodiscard]] std::optional<double> known_of(std::size_t player) const;
    [[nodiscard]] bool any_known() const;

    [[nodiscard]] friend bool operator==(const RatingSettings&, const RatingSettings&) = default;
};

// Each text is "stockfish=2800", or several of these with commas between them. The error names the
// part that is wrong and, where a name is, those that are near to it.
[[nodiscard]] Result<KnownRatings, std::string>
parse_ratings(const std::vector<std::string>& texts, const std::vector<std::string>& names);

// What the command line says about ratings.
struct RatingTexts {
    std::vector<std::string> known;  // for parse_ratings
    std::optional<double> k;
    std::optional<double> start;

    [[nodiscard]] bool given() const { return !known.empty() || k || start; }
    // Replaces in the settings what was given. The problem, if there is one.
    [[nodiscard]] std::optional<std::string> apply_to(RatingSettings& settings,
                                                      const std::vector<std::string>& names) const;
};

// The list is anchored to all known ratings.
[[nodiscard]] RatingOptions rating_options_of(const RatingSettings& settings);

}  // namespace rookery::arena
