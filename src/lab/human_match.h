// `rookery human match`: how many moves of people are predicted, by rating, by the human network
// and by any of our searchers.
#pragma once

#include "arena/statistics/result_table.h"
#include "search/searcher.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace rookery::lab {

struct HumanMatchSettings {
    std::string moves;                   // a file that `human export` has written
    std::string network;                 // a file; empty: none
    std::vector<std::string> searchers;  // as in `match`
    std::uint64_t nodes = 1000;          // of a searcher, unless its level has fewer
    std::size_t per_band = 2000;         // positions of each rating band; 0: all
    int first_ply = 10;
    std::uint64_t seed = 1;  // of the choice of positions
    std::size_t threads = 1;
    arena::TableOutput output;
};

// Bands of 200 points of the player who moves. The first and the last are open.
inline constexpr int human_band_width = 200;
inline constexpr int first_human_band = 800;
inline constexpr std::size_t human_bands = 9;
[[nodiscard]] std::size_t human_band_of(int rating);
[[nodiscard]] std::string human_band_name(std::size_t band);

// Prints a table; returns the exit code.
[[nodiscard]] int run_human_match(const HumanMatchSettings& settings, SearcherTable searchers);

}  // namespace rookery::lab
