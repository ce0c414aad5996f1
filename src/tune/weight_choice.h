// Which weights a tuner may change, and how often each has a say.
#pragma once

#include "base/result.h"
#include "tune/texel_data.h"

#include <string>
#include <vector>

namespace rookery::tune {

// For the middlegame half and the endgame half of every weight.
template <class Value>
struct Halves {
    Value mg{};
    Value eg{};
};
using FreeWeights = std::vector<Halves<bool>>;

// In how many positions a weight changes the value at all.
using Occurrences = std::vector<Halves<std::uint64_t>>;
[[nodiscard]] Occurrences
occurrences_in(const TracePool& pool, const classical::RealWeights& weights, std::size_t threads);

// Names are those of weight_name(), or their beginnings: "danger", "mobility.knight".
struct WeightChoice {
    std::vector<std::string> only;    // none means all
    std::vector<std::string> frozen;  // stay as they are even so
};

// Why not, if a name fits no weight.
[[nodiscard]] Result<FreeWeights, std::string> chosen_weights(const WeightChoice& choice);

// Takes away what occurs less often than that and returns the names of what it took, with " (mg)"
// or " (eg)" behind those of which only one half was.
[[nodiscard]] std::vector<std::string> freeze_rare(const Occurrences& occurrences,
                                                   std::uint64_t fewest, FreeWeights& free);

// What became of the weights.

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
