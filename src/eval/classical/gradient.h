// How the value of a traced position changes with every weight.
//
// A tuner traces its positions once and then works with the traces alone: value_of() and
// add_gradient() take weights as real numbers, so that small steps are not rounded away. Phase, scale
// and the limits that were reached are taken as the trace and the weights at hand have them.
#pragma once

#include "eval/classical/trace.h"

#include <vector>

namespace rookery::classical {

struct RealTapered {
    double mg = 0;
    double eg = 0;
};
// By number of weight.
using RealWeights = std::vector<RealTapered>;

[[nodiscard]] RealWeights real_weights(const Weights& weights);
// Rounded to the nearest.
[[nodiscard]] Weights rounded_weights(const RealWeights& weights);

// White's view; differs from the integer evaluation by its roundings only.
[[nodiscard]] double value_of(const TermTrace& trace, const RealWeights& weights);

// Adds d value / d weight, times `factor`, to what is in `gradient` already.
void add_gradient(const TermTrace& trace, const RealWeights& weights, double factor,
                  RealWeights& gradient);

// A trace without its zeros: what a tuner keeps for each of millions of positions.
struct CompactTrace {
    struct Count {
        std::uint16_t number;
        std::int16_t white;
        std::int16_t black;
    };
    std::vector<Count> counts;
    double phase = 0;  // 1 for the full middlegame
    double scale = 1;
    double fixed = 0;  // the value of a known ending
    bool is_known = false;

    explicit CompactTrace(const TermTrace& trace);
};

[[nodiscard]] double value_of(const CompactTrace& trace, const RealWeights& weights);
void add_gradient(const CompactTrace& trace, const RealWeights& weights, double factor,
                  RealWeights& gradient);

}  // namespace rookery::classical
