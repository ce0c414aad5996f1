// Which weights a tuner may change, how often each of them occurs, and how they changed.
#pragma once

#include "base/result.h"
#include "tune/texel_data.h"

#include <string>
#include <vector>

namespace rookery::tune {

// A value for the middlegame half and one for the endgame half of a weight.
template <class Value>
struct Halves {
    Value mg{};
    Value eg{};
};
using FreeWeights = std::vector<Halves<bool>>;

// The number of positions in whose evaluation a weight takes part.
using Occurrences = std::vector<Halves<std::uint64_t>>;
[[nodiscard]] Occurrences
occurrences_in(const TracePool& pool, const classical::RealWeights& weights, std::size_t threads);

// Names are those of weight_name(), or their beginnings: "danger", "mobility.knight".
struct WeightChoice {
    std::vector<std::string> only;    // none means all
    std::vector<std::string> frozen;  // not changed, even if in `only`
};

// The error names a beginning that fits no weight.
[[nodiscard]] Result<FreeWeights, std::string> chosen_weights(const WeightChoice& choice);

// Freezes weights that occur in fewer positions. Returns their names, with " (mg)" or " (eg)" if
// only one half is frozen.
[[nodiscard]] std::vector<std::string> freeze_rare(const Occurrences& occurrences,
                                                   std::uint64_t fewest, FreeWeights& free);

struct WeightChange {
    std::size_t number;
    classical::Tapered before;
    classical::Tapered after;

    // The larger change of the two halves.
    [[nodiscard]] int distance() const;
};

// The changed weights, the largest change first.
[[nodiscard]] std::vector<WeightChange> changes_between(const classical::Weights& before,
                                                        const classical::Weights& after);

// The value of an additional pawn in an endgame: its weight and the mean of its piece-square
// values, weighted by how often they occur.
[[nodiscard]] double pawn_in_endgame(const classical::RealWeights& weights,
                                     const Occurrences& occurrences);

// Multiplies all values of the evaluation by a factor. King danger enters the middlegame squared.
[[nodiscard]] classical::RealWeights rescaled(const classical::RealWeights& weights, double factor);

}  // namespace rookery::tune
