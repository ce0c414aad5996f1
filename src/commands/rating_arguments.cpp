#include "commands/rating_arguments.h"

#include <fmt/format.h>

namespace rookery {

void RatingArguments::add_to(Command command) {
    command
        .option("--ratings", known,
                "Known ratings: stockfish=2800,glaurung=2400; may be given again")
        .type("LIST")
        // One word each time; the words after it are players.
        .one_word_each_time();
    command.option("--k", k, "K of the ratings updated game by game (default: 20)")
        .type("K")
        .range(0, 1000);
    command
        .option("--start-rating", start,
                "Where players of no known rating begin that (default: 1500)")
        .type("R")
        .range(-10'000, 10'000);
}

std::optional<std::string> RatingArguments::apply_to(arena::RatingSettings& settings,
                                                     const std::vector<std::string>& names) const {
    if (!known.empty()) {
        auto ratings = arena::parse_ratings(known, names);
        if (!ratings) return fmt::format("--ratings: {}", ratings.error());
        settings.known = std::move(*ratings);
    }
    settings.k = k.value_or(settings.k);
    settings.start = start.value_or(settings.start);
    return std::nullopt;
}

}  // namespace rookery
