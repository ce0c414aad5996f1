// How many times as fast one searcher finds best moves as another.
//
// Both search the same test positions, and the number of solved positions is recorded over time. A
// searcher is k times as fast if its curve is that of the other with the clock running k times as
// fast, regardless of their nodes.
#pragma once

#include "arena/statistics/result_table.h"
#include "chess/position.h"
#include "lab/test_positions.h"
#include "search/searcher.h"

#include <cstddef>
#include <functional>
#include <span>
#include <stop_token>
#include <vector>

namespace rookery::lab {

// The best move of a search from this time on, and the depth it had reached.
struct Thought {
    double seconds = 0;
    int depth = 0;
    Move best;
};
using Thoughts = std::vector<Thought>;  // in order of time

// Records the thoughts of a search with the times that it reports.
class ThoughtRecorder final : public SearchListener {
  public:
    void on_line(const LineReport& report) override;
    [[nodiscard]] const Thoughts& thoughts() const { return thoughts_; }

  private:
    Thoughts thoughts_;
};

// The best move at that time; none before the first thought.
[[nodiscard]] Move played_after(const Thoughts& thoughts, double seconds);

// The share of test positions solved at that time, from 0 to 1.
[[nodiscard]] double share_solved(std::span<const TestPosition> test_positions,
                                  std::span<const Thoughts> all, double seconds);

// Searches each test position as a new game, with limits made when its search begins, on this
// number of threads. If stopped, thoughts may be missing.
[[nodiscard]] std::vector<Thoughts> think(std::span<const TestPosition> test_positions,
                                          const SearcherFactory& make,
                                          const std::function<Limits()>& limits,
                                          std::size_t threads, const std::stop_token& stop = {},
                                          const Progress& progress = {});

struct SolvingGain {
    double solved_by_one = 0;  // at the end of the time
    double solved_by_many = 0;
    arena::Measured by_solving;  // how many times as fast
    arena::Measured
        by_depth;  // how much sooner the depth is reached that one worker reaches in the time
};

// Compares one worker with many, by their thoughts about each test position; those of one worker
// are from searches that are `longest_head_start` times as long. The curves are compared from an
// eighth of the time on. Ranges are 95 % intervals by bootstrap over the test positions, with a
// fixed seed.
inline constexpr double longest_head_start = 8;
[[nodiscard]] SolvingGain solving_gain(std::span<const TestPosition> test_positions,
                                       std::span<const Thoughts> one,
                                       std::span<const Thoughts> many, double seconds);

}  // namespace rookery::lab
