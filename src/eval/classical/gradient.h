// How the value of a traced position changes with every weight.
//
// A tuner traces its positions once and then works with the compact traces alone. Weights are real
// numbers here, so that small steps are not rounded away. Everything that depends on the weights is
// computed from the given ones, with one exception: a king that may still castle keeps the shelter
// that was the best one when the position was traced.
#pragma once

#include "eval/classical/terms.h"

#include <optional>
#include <vector>

namespace rookery::classical {

// A compact trace has no zeros: a tuner keeps one for each of millions of positions. The counts are
// sorted into sections by how they enter the value. Sums need only the difference between White and
// Black; danger is squared and needs both.
enum class TraceSection : std::uint8_t { Score, WhiteDanger, BlackDanger, Initiative, Tempo };
inline constexpr std::size_t trace_section_count = 5;

struct TraceCount {
    std::uint16_t number;  // of the weight
    std::int16_t times;
};

// A trace except its counts, which are stored elsewhere, section after section.
struct TraceHead {
    std::uint32_t first = 0;  // place of the first count
    std::array<std::uint8_t, trace_section_count> sizes{};
    std::uint8_t phase = 0;
    ByColor<std::uint8_t> scales{};
};
static_assert(sizeof(TraceHead) == 12);

// A head and the counts of all traces; both must outlive it.
struct CompactTrace {
    const TraceHead* head;
    const TraceCount* counts;
};

// Appends the counts and returns their head. Nothing is appended and nothing returned for a known
// ending, which depends on no weight, and for a position with more terms than a head can count.
[[nodiscard]] std::optional<TraceHead> compacted(const TermTrace& trace,
                                                 std::vector<TraceCount>& counts);

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

// The value of a position, and its slope for each section: by how much it would grow if a weight of
// the section, counted once, were larger by one.
template <class Real>
struct Slopes {
    Real value = 0;  // White's view; differs from the integer evaluation by its roundings only
    std::array<BasicTapered<Real>, trace_section_count> of_section{};
};

// For float, which is precise enough for tuning, and for double.
template <class Real>
[[nodiscard]] Slopes<Real> slopes_of(const CompactTrace& trace, const BasicWeights<Real>& weights);

// Adds d value / d weight, times `factor`, to what is in `gradient` already.
template <class Real>
void add_gradient(const CompactTrace& trace, const Slopes<Real>& slopes, Real factor,
                  BasicWeights<Real>& gradient);

// The value of any trace, known endings included.
[[nodiscard]] double value_of(const TermTrace& trace, const RealWeights& weights);

}  // namespace rookery::classical
