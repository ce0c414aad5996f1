// What became of the weights.
#pragma once

#include "tune/weight_choice.h"

#include <vector>

namespace rookery::tune {

struct WeightChange {
    std::size_t number;
    classical::Tapered before;
    classical::Tapered after;

    // Of the half that went further.
    [[nodiscard]] int distance() const;
};

// Those that changed, the largest change first.
[[nodiscard]] std::vector<WeightChange> changes_between(const classical::Weights& before,
                                                        const classical::Weights& after);

// What a pawn more is worth in an ending: the weight and the mean of its squares, by how often they
// occur.
[[nodiscard]] double pawn_in_ending(const classical::RealWeights& weights,
                                    const Occurrences& occurrences);

// All values of the evaluation times a factor. Danger goes in squared in the middlegame.
[[nodiscard]] classical::RealWeights rescaled(const classical::RealWeights& weights, double factor);

}  // namespace rookery::tune
