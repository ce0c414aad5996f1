// What the code of the terms is a template over: where weights come from, which groups take part,
// and whether the terms are traced. The engine's choice leaves nothing of all three in the machine
// code: weights are constants, every group takes part, and nobody listens.
#pragma once

#include "eval/classical/default_weights.h"
#include "eval/classical/groups.h"
#include "eval/classical/trace.h"

namespace rookery::classical {

struct DefaultWeights {
    [[nodiscard]] static constexpr const Weights& get() { return default_weights; }
};
struct GivenWeights {
    const Weights* weights;
    [[nodiscard]] const Weights& get() const { return *weights; }
};

struct EveryGroup {
    [[nodiscard]] static constexpr bool has(Group) { return true; }
};

struct NoTrace {
    static constexpr bool listens = false;
    static constexpr void count(Color, const Weights&, const Tapered&, int) {}
};
struct IntoTrace {
    static constexpr bool listens = true;
    TermTrace* trace;

    void count(Color color, const Weights& weights, const Tapered& weight, int times) const {
        auto& slot = trace->counts[number_in(weights, weight)][color];
        slot = static_cast<std::int16_t>(slot + times);
    }
};

template <class WeightSource, class GroupChoice, class Trace>
class Terms {
  public:
    static constexpr bool traces = Trace::listens;

    constexpr Terms(WeightSource source, GroupChoice groups, Trace trace)
        : source_(source), groups_(groups), trace_(trace) {}

    [[nodiscard]] constexpr const Weights& weights() const { return source_.get(); }
    [[nodiscard]] constexpr bool has(Group group) const { return groups_.has(group); }

    // The weight so many times, noted for that side. The weight must be one of weights().
    [[nodiscard]] constexpr Tapered count(Color color, const Tapered& weight, int times = 1) const {
        trace_.count(color, weights(), weight, times);
        return weight * times;
    }

    [[nodiscard]] constexpr const Trace& trace() const { return trace_; }

    // The same without a trace, to try something out.
    [[nodiscard]] constexpr auto silent() const {
        return Terms<WeightSource, GroupChoice, NoTrace>(source_, groups_, NoTrace{});
    }

  private:
    [[no_unique_address]] WeightSource source_;
    [[no_unique_address]] GroupChoice groups_;
    [[no_unique_address]] Trace trace_;
};

using EngineTerms = Terms<DefaultWeights, EveryGroup, NoTrace>;
using GivenTerms = Terms<GivenWeights, Groups, NoTrace>;
using TracedTerms = Terms<GivenWeights, Groups, IntoTrace>;

// A square's place in a table of one wing, counted from the owner's first rank.
[[nodiscard]] constexpr std::size_t wing_index(Color color, Square square) {
    const int index = index_of(square) ^ (color == Color::White ? 0 : 56);
    const int file = index & 7;
    return static_cast<std::size_t>((index >> 3) * 4 + (file ^ (file & 4 ? 7 : 0)));
}

}  // namespace rookery::classical
