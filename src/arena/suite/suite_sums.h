// What the answers of one player come to.
#pragma once

#include "arena/suite/suite_judge.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace rookery::arena {

// By position, then by player; what is empty was never answered.
using SuiteAnswers = std::vector<std::vector<std::optional<SuiteAnswer>>>;

class SuiteSums {
  public:
    void add(const SuitePosition& position, const SuiteAnswer& answer);

    std::size_t answered = 0;  // troubles among them
    std::size_t solved = 0;
    std::size_t troubles = 0;
    std::size_t graded = 0;  // positions with points
    std::int64_t points = 0;
    std::int64_t possible_points = 0;
    Duration to_solution{0};  // of the solved ones
    std::uint64_t nodes = 0;
    Duration spent{0};

    [[nodiscard]] double solved_share() const;
    // Nothing where nothing was solved or reported.
    [[nodiscard]] std::optional<double> mean_seconds_to_solution() const;
    // The geometric mean: a few hard positions would outweigh all others in a plain one.
    [[nodiscard]] std::optional<double> nodes_to_solution() const;
    [[nodiscard]] std::optional<double> mean_depth() const;
    [[nodiscard]] std::optional<double> nodes_per_second() const;

  private:
    std::size_t depths_ = 0;
    std::int64_t depth_sum_ = 0;
    std::size_t node_counts_ = 0;
    double log_nodes_sum_ = 0;
};

// Of the answers there are, one for each player.
[[nodiscard]] std::vector<SuiteSums> sums_of(const std::vector<SuitePosition>& positions,
                                             const SuiteAnswers& answers, std::size_t players);

[[nodiscard]] constexpr double in_seconds(Duration duration) {
    return std::chrono::duration<double>(duration).count();
}

}  // namespace rookery::arena
