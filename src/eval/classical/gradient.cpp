#include "eval/classical/gradient.h"

#include "eval/classical/weight_table.h"

#include <cmath>

namespace rookery::classical {
namespace {

static_assert(weight_count <= 65536);

std::array<Part, weight_count> make_parts() {
    std::array<Part, weight_count> parts{};
    for (const WeightFamily& family : weight_table())
        for (std::size_t i = 0; i < family.size(); ++i) parts[family.first + i] = family.part;
    return parts;
}
const std::array<Part, weight_count>& parts_by_number() {
    static const std::array<Part, weight_count> parts = make_parts();
    return parts;
}

void add(RealTapered& sum, const RealTapered& weight, double times) {
    sum.mg += weight.mg * times;
    sum.eg += weight.eg * times;
}

// The sums a value is made of, before they are put together.
struct Sums {
    RealTapered lead, wish, tempo;
    ByColor<RealTapered> danger{};
};

Sums sums_of(const CompactTrace& trace, const RealWeights& weights) {
    const auto& parts = parts_by_number();
    Sums sums;
    for (const CompactTrace::Count& count : trace.counts) {
        const RealTapered& weight = weights[count.number];
        switch (parts[count.number]) {
            case Part::Score: add(sums.lead, weight, count.white - count.black); break;
            case Part::Danger:
                add(sums.danger[Color::White], weight, count.white);
                add(sums.danger[Color::Black], weight, count.black);
                break;
            case Part::Initiative: add(sums.wish, weight, count.white); break;
            case Part::Tempo: add(sums.tempo, weight, count.white - count.black); break;
        }
    }
    for (Color color : both_colors) {
        const RealTapered& danger = sums.danger[color];
        const double sign = color == Color::White ? -1 : 1;
        const double mg = std::clamp<double>(danger.mg, 0, max_danger);
        const double eg = std::clamp<double>(danger.eg, 0, max_danger);
        sums.lead.mg += sign * mg * mg / danger_square_divisor;
        sums.lead.eg += sign * eg / danger_divisor;
    }
    return sums;
}

// Sign of the lead where the initiative moves it freely, 0 where it has taken all of it. Both
// derivatives follow: of the whole by the wish it is this, by the lead 1 unless all is taken.
struct InitiativeSlope {
    double by_wish;
    double by_lead;
};
InitiativeSlope initiative_slope(double lead, double wish) {
    if (lead == 0) return {0, 1};
    if (wish < -std::abs(lead)) return {0, 0};
    return {lead > 0 ? 1.0 : -1.0, 1};
}
double with_initiative(double lead, double wish) {
    const double sign = lead > 0 ? 1 : lead < 0 ? -1 : 0;
    return lead + sign * std::max(wish, -std::abs(lead));
}

// Slope of the cost of danger, as it enters White's view.
RealTapered danger_slope(const RealTapered& danger, Color color) {
    const double sign = color == Color::White ? -1 : 1;
    const auto inside = [](double units) { return units > 0 && units < max_danger; };
    return {inside(danger.mg) ? sign * 2 * danger.mg / danger_square_divisor : 0,
            inside(danger.eg) ? sign / danger_divisor : 0};
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

CompactTrace::CompactTrace(const TermTrace& trace)
    : phase(static_cast<double>(trace.phase) / full_phase),
      scale(static_cast<double>(trace.scale) / full_scale), fixed(trace.value),
      is_known(!trace.ending.empty()) {
    const auto& parts = parts_by_number();
    for (std::size_t number = 0; number < weight_count; ++number) {
        const auto& count = trace.counts[number];
        // What both sides have alike cancels out, except in danger.
        const bool matters = parts[number] == Part::Danger
                                 ? count[Color::White] != 0 || count[Color::Black] != 0
                                 : count[Color::White] != count[Color::Black];
        if (matters)
            counts.push_back(
                {static_cast<std::uint16_t>(number), count[Color::White], count[Color::Black]});
    }
}

double value_of(const CompactTrace& trace, const RealWeights& weights) {
    if (trace.is_known) return trace.fixed;
    const Sums sums = sums_of(trace, weights);
    const double mg = with_initiative(sums.lead.mg, sums.wish.mg) + sums.tempo.mg;
    const double eg = with_initiative(sums.lead.eg, sums.wish.eg) + sums.tempo.eg;
    return mg * trace.phase + eg * (1 - trace.phase) * trace.scale;
}

void add_gradient(const CompactTrace& trace, const RealWeights& weights, double factor,
                  RealWeights& gradient) {
    if (trace.is_known) return;
    const auto& parts = parts_by_number();
    const Sums sums = sums_of(trace, weights);
    const RealTapered blend{factor * trace.phase, factor * (1 - trace.phase) * trace.scale};
    const InitiativeSlope mg = initiative_slope(sums.lead.mg, sums.wish.mg);
    const InitiativeSlope eg = initiative_slope(sums.lead.eg, sums.wish.eg);
    const RealTapered lead{blend.mg * mg.by_lead, blend.eg * eg.by_lead};
    ByColor<RealTapered> danger{};
    for (Color color : both_colors) danger[color] = danger_slope(sums.danger[color], color);

    for (const CompactTrace::Count& count : trace.counts) {
        RealTapered& slope = gradient[count.number];
        switch (parts[count.number]) {
            case Part::Score: add(slope, lead, count.white - count.black); break;
            case Part::Danger:
                slope.mg += lead.mg * (danger[Color::White].mg * count.white +
                                       danger[Color::Black].mg * count.black);
                slope.eg += lead.eg * (danger[Color::White].eg * count.white +
                                       danger[Color::Black].eg * count.black);
                break;
            case Part::Initiative:
                slope.mg += blend.mg * mg.by_wish * count.white;
                slope.eg += blend.eg * eg.by_wish * count.white;
                break;
            case Part::Tempo: add(slope, blend, count.white - count.black); break;
        }
    }
}

double value_of(const TermTrace& trace, const RealWeights& weights) {
    return value_of(CompactTrace(trace), weights);
}

void add_gradient(const TermTrace& trace, const RealWeights& weights, double factor,
                  RealWeights& gradient) {
    add_gradient(CompactTrace(trace), weights, factor, gradient);
}

}  // namespace rookery::classical
