// `lab levels`: how strong the levels, the styles and the human searcher are, on one scale with
// engines whose strength is known, and how often levels leave a piece to a single capture.
#pragma once

#include "arena/statistics/result_table.h"
#include "lab/match_series.h"
#include "search/searcher.h"

#include <string>
#include <vector>

namespace rookery::lab {

struct LevelsSettings {
    std::vector<std::string> parts;  // none means all
    SeriesSettings series{.games = 400, .hash_mib = 4};
    std::size_t other_games = 100;  // of a match that is not between neighbours
    std::size_t hang_games = 100;
    arena::TableOutput output;
};

// "neighbours", "engines", "human", "styles", "hangs"
[[nodiscard]] const std::vector<std::string>& level_parts();

// A capture that follows and costs so much, by a clean search and the curve of people's games.
struct HangCount {
    std::size_t games = 0;
    std::size_t moves = 0;  // of which another one was better
    std::size_t hangs = 0;
};
// The level plays itself.
[[nodiscard]] HangCount count_hangs(int level, std::size_t games, std::size_t threads,
                                    SearcherTable searchers, const std::stop_token& stop = {},
                                    const Progress& progress = {});

// Returns the exit code.
[[nodiscard]] int run_levels(const LevelsSettings& settings, SearcherTable searchers);

}  // namespace rookery::lab
