#include "tune/weight_changes.h"

#include "eval/classical/weight_table.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace rookery::tune {

using namespace classical;

int WeightChange::distance() const {
    return std::max(std::abs(after.mg() - before.mg()), std::abs(after.eg() - before.eg()));
}

std::vector<WeightChange> changes_between(const Weights& before, const Weights& after) {
    const FlatWeights old_values = flattened(before);
    const FlatWeights new_values = flattened(after);
    std::vector<WeightChange> changes;
    for (std::size_t number = 0; number < weight_count; ++number)
        if (old_values[number] != new_values[number])
            changes.push_back({number, old_values[number], new_values[number]});
    std::stable_sort(
        changes.begin(), changes.end(),
        [](const WeightChange& a, const WeightChange& b) { return a.distance() > b.distance(); });
    return changes;
}

double pawn_in_ending(const RealWeights& weights, const Occurrences& occurrences) {
    const Weights shape{};
    const std::size_t squares = number_in(shape, shape.piece_square.pawn[0]);
    double sum = 0, times = 0;
    for (std::size_t i = squares; i < squares + std::size(shape.piece_square.pawn); ++i) {
        const double often = static_cast<double>(occurrences[i].eg);
        sum += often * weights[i].eg;
        times += often;
    }
    const double mean = times > 0 ? sum / times : 0;
    return weights[number_in(shape, shape.material.pawn)].eg + mean;
}

RealWeights rescaled(const RealWeights& weights, double factor) {
    RealWeights scaled = weights;
    for (std::size_t number = 0; number < weight_count; ++number) {
        const bool squared = family_of(number).part == Part::Danger;
        scaled[number].mg *= squared ? std::sqrt(factor) : factor;
        scaled[number].eg *= factor;
    }
    return scaled;
}

}  // namespace rookery::tune
