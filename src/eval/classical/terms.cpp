#include "eval/classical/terms.h"

#include "eval/classical/weight_table.h"

namespace rookery::classical {

int rebuilt_value(const TermTrace& trace, const Weights& weights) {
    if (!trace.ending.empty()) return trace.value;
    const FlatWeights flat = flattened(weights);
    Tapered lead, initiative, tempo;
    ByColor<Tapered> danger{};
    for (const WeightFamily& family : weight_table()) {
        for (std::size_t i = family.first; i < family.first + family.size(); ++i) {
            const int white = trace.counts[i][Color::White];
            const int black = trace.counts[i][Color::Black];
            switch (family.part) {
                case Part::Score: lead += flat[i] * (white - black); break;
                case Part::Danger:
                    danger[Color::White] += flat[i] * white;
                    danger[Color::Black] += flat[i] * black;
                    break;
                case Part::Initiative: initiative += flat[i] * white; break;
                case Part::Tempo: tempo += flat[i] * (white - black); break;
            }
        }
    }
    lead -= cost_of_danger(danger[Color::White]);
    lead += cost_of_danger(danger[Color::Black]);
    return blend(lead + limited_initiative(lead, initiative) + tempo, trace.phase, trace.scale);
}

}  // namespace rookery::classical
