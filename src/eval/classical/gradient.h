// How the value of a traced position changes with every weight.
//
// A tuner traces its positions once and then works with the compact traces alone. Weights are real
// numbers here, so that small steps are not rounded away. Everything that depends on the weights is
// worked out anew from those at hand, with one exception: a king that may still castle keeps the
// shelter that was the best one when the position was traced.
#pragma once

#include "eval/classical/compact_trace.h"

#include <vector>

namespace rookery::classical {

template <class Real>
struct BasicTapered {
    Real mg = 0;
    Real eg = 0;
};
using RealTapered = BasicTapered<double>;

// By number of weight.
template <class Real>
using BasicWeights = std::vector<BasicTapered<Real>>;
using RealWeights = BasicWeights<double>;

[[nodiscard]] RealWeights real_weights(const Weights& weights);
// Rounded to the nearest.
[[nodiscard]] Weights rounded_weights(const RealWeights& weights);

// What a position is worth and how much more it would be if a weight of a section, counted once,
// were larger by one.
template <class Real>
struct Slopes {
    Real value = 0;  // White's view; differs from the integer evaluation by its roundings only
    std::array<BasicTapered<Real>, trace_section_count> of_section{};
};

// Both for float, which is enough to learn with, and double.
template <class Real>
[[nodiscard]] Slopes<Real> slopes_of(const CompactTrace& trace, const BasicWeights<Real>& weights);

// Adds d value / d weight, times `factor`, to what is in `gradient` already.
template <class Real>
void add_gradient(const CompactTrace& trace, const Slopes<Real>& slopes, Real factor,
                  BasicWeights<Real>& gradient);

// The value of any trace, known endings included.
[[nodiscard]] double value_of(const TermTrace& trace, const RealWeights& weights);

}  // namespace rookery::classical
