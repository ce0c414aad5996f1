// Positions that the experiments use: test positions with known best moves, and positions with
// names.
#pragma once

#include "base/result.h"
#include "chess/position.h"
#include "search/searcher.h"
#include "ui/progress.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

namespace rookery::lab {

// A position and its best moves.
struct TestPosition {
    Position position;
    std::vector<Move> solutions;

    [[nodiscard]] bool is_solved_by(Move move) const;
};

using SearcherFactory = std::function<std::unique_ptr<Searcher>()>;

struct TestPositionPlan {
    std::size_t count = 200;
    std::uint64_t seed = 1;
    std::uint64_t solving_nodes = 2'000'000;  // of the search whose move is the solution
    std::size_t threads = 1;
};

// Undecided positions with several moves, from short games of the engine after random openings. The
// solving searcher first searches another position, so that it does not follow the same path as the
// searchers that are measured later. The result depends on the plan alone, but not on its threads.
// If stopped, there are fewer positions.
[[nodiscard]] std::vector<TestPosition> test_positions_from_play(const TestPositionPlan& plan,
                                                                 const SearcherFactory& make,
                                                                 const std::stop_token& stop = {},
                                                                 const Progress& progress = {});

// The positions of an EPD file that have best moves (bm).
[[nodiscard]] Result<std::vector<TestPosition>, std::string>
test_positions_in(const std::string& file);

// As EPD, a line each.
[[nodiscard]] std::string epd_of(std::span<const TestPosition> test_positions);

// Reports "WHAT: DONE of ALL" for work that several threads share.
class ProgressCounter {
  public:
    ProgressCounter(const Progress& progress, std::string what, std::size_t all)
        : progress_(progress), what_(std::move(what)), all_(all) {}

    void count_one();

  private:
    std::mutex mutex_;
    const Progress& progress_;
    const std::string what_;
    const std::size_t all_;
    std::size_t done_ = 0;
};

struct NamedPosition {
    std::string name;
    Position position;
};

// The start, a middlegame full of captures, a rook endgame, and kings among blocked pawns, where
// many orders of moves lead to few positions.
[[nodiscard]] std::vector<NamedPosition> growth_positions();

// The start, where all moves are about equal, and a position whose best move wins a rook.
[[nodiscard]] std::vector<NamedPosition> convergence_positions();

}  // namespace rookery::lab
