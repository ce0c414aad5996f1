// The options of `tournament` that say what is known of its players.
#pragma once

#include "arena/match/rating_settings.h"
#include "commands/cli.h"

#include <optional>
#include <string>
#include <vector>

namespace rookery {

struct RatingArguments {
    std::vector<std::string> known;
    std::optional<double> k;
    std::optional<double> start;

    // The object must live as long as the command.
    void add_to(Command command);
    [[nodiscard]] bool given() const { return !known.empty() || k || start; }
    // Puts what was given in the place of what was there. The problem, if there is one.
    [[nodiscard]] std::optional<std::string> apply_to(arena::RatingSettings& settings,
                                                      const std::vector<std::string>& names) const;
};

}  // namespace rookery
