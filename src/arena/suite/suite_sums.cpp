#include "arena/suite/suite_sums.h"

#include <cmath>

namespace rookery::arena {
namespace {

std::optional<double> mean(double sum, std::size_t count) {
    if (count == 0) return std::nullopt;
    return sum / static_cast<double>(count);
}

}  // namespace

void SuiteSums::add(const SuitePosition& position, const SuiteAnswer& answer) {
    ++answered;
    if (!answer.trouble.empty()) ++troubles;
    if (position.is_graded()) ++graded;
    points += answer.points;
    possible_points += position.most_points();
    nodes += answer.nodes;
    spent += answer.spent;
    if (answer.depth > 0) {
        ++depths_;
        depth_sum_ += answer.depth;
    }
    if (!answer.solved) return;
    ++solved;
    if (!answer.solution) return;
    to_solution += answer.solution->after;
    if (answer.solution->nodes > 0) {
        ++node_counts_;
        log_nodes_sum_ += std::log(static_cast<double>(answer.solution->nodes));
    }
}

double SuiteSums::solved_share() const {
    return mean(static_cast<double>(solved), answered).value_or(0);
}

std::optional<double> SuiteSums::mean_seconds_to_solution() const {
    return mean(in_seconds(to_solution), solved);
}

std::optional<double> SuiteSums::nodes_to_solution() const {
    const auto log_mean = mean(log_nodes_sum_, node_counts_);
    if (!log_mean) return std::nullopt;
    return std::exp(*log_mean);
}

std::optional<double> SuiteSums::mean_depth() const {
    return mean(static_cast<double>(depth_sum_), depths_);
}

std::optional<double> SuiteSums::nodes_per_second() const {
    if (nodes == 0 || spent.count() <= 0) return std::nullopt;
    return static_cast<double>(nodes) / in_seconds(spent);
}

std::vector<SuiteSums> sums_of(const std::vector<SuitePosition>& positions,
                               const SuiteAnswers& answers, std::size_t players) {
    std::vector<SuiteSums> sums(players);
    for (std::size_t i = 0; i < answers.size(); ++i)
        for (std::size_t player = 0; player < players; ++player)
            if (const auto& answer = answers[i][player]) sums[player].add(positions[i], *answer);
    return sums;
}

}  // namespace rookery::arena
