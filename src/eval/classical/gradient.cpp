#include "eval/classical/gradient.h"

#include "eval/classical/weight_table.h"

#include <cmath>
#include <limits>

namespace rookery::classical {
namespace {

constexpr std::size_t at(TraceSection section) { return static_cast<std::size_t>(section); }

// The sums of the sections for the middlegame or the endgame.
template <class Real>
using SectionValues = std::array<Real, trace_section_count>;

template <class Real>
struct Cost {
    Real cost;
    Real slope;
};

// The cost of danger, as in cost_of_danger().
template <class Real>
Cost<Real> middlegame_cost(Real units) {
    const Real limited = std::clamp<Real>(units, 0, max_danger);
    const bool inside = units > 0 && units < max_danger;
    return {limited * limited / danger_square_divisor,
            inside ? 2 * limited / danger_square_divisor : 0};
}
template <class Real>
Cost<Real> endgame_cost(Real units) {
    const bool inside = units > 0 && units < max_danger;
    return {std::clamp<Real>(units, 0, max_danger) / danger_divisor,
            inside ? Real{1} / danger_divisor : 0};
}

template <class Real>
struct Half {
    Real value;  // before the tempo
    SectionValues<Real> slopes;
};

template <class Real>
Half<Real> combine(const SectionValues<Real>& sums, Cost<Real> white, Cost<Real> black) {
    const Real lead = sums[at(TraceSection::Score)] - white.cost + black.cost;
    const Real initiative = sums[at(TraceSection::Initiative)];
    // Where the initiative has taken the whole lead, the terms of the lead do not matter.
    if (lead == 0 || initiative < -std::abs(lead)) {
        const Real by_lead = lead == 0 ? 1 : 0;
        return {0, {by_lead, -by_lead * white.slope, by_lead * black.slope, 0, 1}};
    }
    const Real sign = lead > 0 ? 1 : -1;
    return {lead + sign * initiative, {1, -white.slope, black.slope, sign, 1}};
}

// The scale for the side that is ahead, as in the evaluation.
template <class Real>
Real scale_for(const TraceHead& head, Real endgame) {
    const auto [white, black] = head.scales.values;
    const int scale = endgame > 0 ? white : endgame < 0 ? black : std::min(white, black);
    return static_cast<Real>(scale) / full_scale;
}

static_assert(weight_count <= 65536);

// Appends the weights of a part whose times(count) is not zero, and returns their number.
template <class Times>
std::size_t append(const TermTrace& trace, Part part, Times times,
                   std::vector<TraceCount>& counts) {
    const std::size_t before = counts.size();
    for (const WeightFamily& family : weight_table()) {
        if (family.part != part) continue;
        for (std::size_t i = family.first; i < family.first + family.size(); ++i)
            if (const int value = times(trace.counts[i]); value != 0)
                counts.push_back({static_cast<std::uint16_t>(i), static_cast<std::int16_t>(value)});
    }
    return counts.size() - before;
}

}  // namespace

RealWeights real_weights(const Weights& weights) {
    RealWeights real;
    real.reserve(weight_count);
    for (Tapered weight : flattened(weights))
        real.push_back({static_cast<double>(weight.mg()), static_cast<double>(weight.eg())});
    return real;
}

Weights rounded_weights(const RealWeights& weights) {
    assert(weights.size() == weight_count);
    FlatWeights flat{};
    for (std::size_t i = 0; i < weight_count; ++i)
        flat[i] = Tapered(static_cast<int>(std::lround(weights[i].mg)),
                          static_cast<int>(std::lround(weights[i].eg)));
    return shaped(flat);
}

template <class Real>
Slopes<Real> slopes_of(const CompactTrace& trace, const BasicWeights<Real>& weights) {
    const TraceHead& head = *trace.head;
    SectionValues<Real> mg{}, eg{};
    const TraceCount* count = trace.counts + head.first;
    for (std::size_t section = 0; section < trace_section_count; ++section) {
        Real mg_sum = 0, eg_sum = 0;
        for (const TraceCount* end = count + head.sizes[section]; count != end; ++count) {
            const BasicTapered<Real>& weight = weights[count->number];
            const Real times = count->times;
            mg_sum += weight.mg * times;
            eg_sum += weight.eg * times;
        }
        mg[section] = mg_sum;
        eg[section] = eg_sum;
    }
    const std::size_t white = at(TraceSection::WhiteDanger), black = at(TraceSection::BlackDanger);
    const auto middlegame =
        combine<Real>(mg, middlegame_cost(mg[white]), middlegame_cost(mg[black]));
    const auto endgame = combine<Real>(eg, endgame_cost(eg[white]), endgame_cost(eg[black]));

    const Real phase = static_cast<Real>(head.phase) / full_phase;
    const Real rest = (1 - phase) * scale_for(head, endgame.value);
    const std::size_t tempo = at(TraceSection::Tempo);
    Slopes<Real> slopes;
    slopes.value = (middlegame.value + mg[tempo]) * phase + (endgame.value + eg[tempo]) * rest;
    for (std::size_t section = 0; section < trace_section_count; ++section)
        slopes.of_section[section] = {middlegame.slopes[section] * phase,
                                      endgame.slopes[section] * rest};
    return slopes;
}

template <class Real>
void add_gradient(const CompactTrace& trace, const Slopes<Real>& slopes, Real factor,
                  BasicWeights<Real>& gradient) {
    const TraceCount* count = trace.counts + trace.head->first;
    for (std::size_t section = 0; section < trace_section_count; ++section) {
        const Real mg = slopes.of_section[section].mg * factor;
        const Real eg = slopes.of_section[section].eg * factor;
        for (const TraceCount* end = count + trace.head->sizes[section]; count != end; ++count) {
            BasicTapered<Real>& slope = gradient[count->number];
            const Real times = count->times;
            slope.mg += mg * times;
            slope.eg += eg * times;
        }
    }
}

template Slopes<float> slopes_of(const CompactTrace&, const BasicWeights<float>&);
template Slopes<double> slopes_of(const CompactTrace&, const BasicWeights<double>&);
template void add_gradient(const CompactTrace&, const Slopes<float>&, float, BasicWeights<float>&);
template void add_gradient(const CompactTrace&, const Slopes<double>&, double,
                           BasicWeights<double>&);

double value_of(const TermTrace& trace, const RealWeights& weights) {
    std::vector<TraceCount> counts;
    const auto head = compacted(trace, counts);
    return head ? slopes_of(CompactTrace{&*head, counts.data()}, weights).value : trace.value;
}

std::optional<TraceHead> compacted(const TermTrace& trace, std::vector<TraceCount>& counts) {
    if (!trace.ending.empty()) return std::nullopt;
    using Both = ByColor<std::int16_t>;
    const auto difference = [](const Both& both) {
        return both[Color::White] - both[Color::Black];
    };
    const auto white = [](const Both& both) { return int{both[Color::White]}; };
    const auto black = [](const Both& both) { return int{both[Color::Black]}; };

    const std::size_t first = counts.size();
    const std::array<std::size_t, trace_section_count> sizes = {
        append(trace, Part::Score, difference, counts), append(trace, Part::Danger, white, counts),
        append(trace, Part::Danger, black, counts), append(trace, Part::Initiative, white, counts),
        append(trace, Part::Tempo, difference, counts)};

    TraceHead head;
    bool fits = first <= std::numeric_limits<std::uint32_t>::max();
    for (std::size_t i = 0; i < sizes.size(); ++i) {
        fits = fits && sizes[i] <= std::numeric_limits<std::uint8_t>::max();
        head.sizes[i] = static_cast<std::uint8_t>(sizes[i]);
    }
    if (!fits) {
        counts.resize(first);
        return std::nullopt;
    }
    head.first = static_cast<std::uint32_t>(first);
    head.phase = static_cast<std::uint8_t>(trace.phase);
    for (Color color : both_colors)
        head.scales[color] = static_cast<std::uint8_t>(trace.scales[color]);
    return head;
}

}  // namespace rookery::classical
