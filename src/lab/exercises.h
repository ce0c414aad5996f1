// Positions with their best moves: from the engine's own games, solved by long searches; or from a test suite.
#pragma once

#include "lab/progress.h"
#include "lab/solving.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

namespace rookery::lab {

using SearcherFactory = std::function<std::unique_ptr<Searcher>()>;

struct ExercisePlan {
    std::size_t count = 200;
    std::uint64_t seed = 1;
    std::uint64_t solving_nodes = 2'000'000;  // of the search whose move is the solution
    std::size_t threads = 1;
};

// From short games after random openings, undecided and with moves to choose from. Who solves them looks at something else
// first, so that it does not just go further on the way of those who are measured. Depends on the plan alone, but for its
// threads; stopped early, fewer come out.
[[nodiscard]] std::vector<Exercise> exercises_from_play(const ExercisePlan& plan, const SearcherFactory& make,
                                                        const std::stop_token& stop = {},
                                                        const Progress& progress = {});

// As EPD, a line each.
[[nodiscard]] std::string epd_of(std::span<const Exercise> exercises);

// What searchers think of each exercise, each forgetting all before, with limits made when its search begins. So many
// at a time; of stopped ones thoughts may be missing.
[[nodiscard]] std::vector<Thoughts> think(std::span<const Exercise> exercises, const SearcherFactory& make,
                                          const std::function<Limits()>& limits, std::size_t threads,
                                          const std::stop_token& stop = {}, const Progress& progress = {});

}  // namespace rookery::lab
