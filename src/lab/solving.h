// How much sooner one searcher finds what another finds.
//
// Both look at the same positions, whose best moves are known. How many each has solved is followed
// over time: where one's curve is the other's with the clock running k times as fast, it is k times
// as fast, whatever it does with its nodes.
#pragma once

#include "chess/position.h"
#include "lab/result_table.h"
#include "search/searcher.h"

#include <cstdint>
#include <span>
#include <vector>

namespace rookery::lab {

// A position and the moves that are right.
struct TestPosition {
    Position position;
    std::vector<Move> solutions;

    [[nodiscard]] bool is_solved_by(Move move) const;
};

// What a searcher thought best from then on, and how deep it had looked.
struct Thought {
    double seconds = 0;
    int depth = 0;
    Move best;
};
using Thoughts = std::vector<Thought>;  // one after the other

// Writes down the thoughts of a search, by the time that it reports.
class ThoughtRecorder final : public SearchListener {
  public:
    void on_line(const LineReport& report) override;
    [[nodiscard]] const Thoughts& thoughts() const { return thoughts_; }

  private:
    Thoughts thoughts_;
};

// What it would have played then; nothing before its first thought.
[[nodiscard]] Move played_after(const Thoughts& thoughts, double seconds);

// The share of test_positions, from 0 to 1.
[[nodiscard]] double share_solved(std::span<const TestPosition> test_positions,
                                  std::span<const Thoughts> all, double seconds);

struct SolvingGain {
    double solved_by_one = 0;  // when the time is up
    double solved_by_many = 0;
    Measured by_solving;  // how many times as fast
    Measured by_depth;    // how much sooner the depth is reached that one reaches in that time
};

// Thoughts of one and of many about each test_position; those of one over `longest_head_start`
// times as long. The curves are compared from an eighth of the time on. Ranges hold the truth in 95
// of 100 cases: the test_positions are drawn again and again, always in the same way.
inline constexpr double longest_head_start = 8;
[[nodiscard]] SolvingGain solving_gain(std::span<const TestPosition> test_positions,
                                       std::span<const Thoughts> one,
                                       std::span<const Thoughts> many, double seconds);

}  // namespace rookery::lab
