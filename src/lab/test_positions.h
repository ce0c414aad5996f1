// Positions with their best moves: from the engine's own games, solved by long searches; or from a
// test suite.
#pragma once

#include "chess/position.h"
#include "lab/result_table.h"
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

struct TestPositionPlan {
    std::size_t count = 200;
    std::uint64_t seed = 1;
    std::uint64_t solving_nodes = 2'000'000;  // of the search whose move is the solution
    std::size_t threads = 1;
};

// From short games after random openings, undecided and with moves to choose from. Who solves them
// looks at something else first, so that it does not just go further on the way of those who are
// measured. Depends on the plan alone, but for its threads; stopped early, fewer come out.
[[nodiscard]] std::vector<TestPosition> exercises_from_play(const TestPositionPlan& plan,
                                                            const SearcherFactory& make,
                                                            const std::stop_token& stop = {},
                                                            const Progress& progress = {});

// As EPD, a line each.
[[nodiscard]] std::string epd_of(std::span<const TestPosition> test_positions);

// What searchers think of each test_position, each forgetting all before, with limits made when its
// search begins. So many at a time; of stopped ones thoughts may be missing.
[[nodiscard]] std::vector<Thoughts> think(std::span<const TestPosition> test_positions,
                                          const SearcherFactory& make,
                                          const std::function<Limits()>& limits,
                                          std::size_t threads, const std::stop_token& stop = {},
                                          const Progress& progress = {});

// The positions that the experiments look at when nobody names others.

struct NamedPosition {
    std::string name;
    Position position;
};

// The start, a middlegame full of captures, a rook ending, and kings among blocked pawns, where
// many orders of moves lead to few positions.
[[nodiscard]] std::vector<NamedPosition> growth_positions();

// The start, where little is at stake, and a position whose best move wins a rook.
[[nodiscard]] std::vector<NamedPosition> settling_positions();

}  // namespace rookery::lab
