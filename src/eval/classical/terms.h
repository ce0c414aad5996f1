// The template parameters of all terms: where weights come from, which groups take part, and
// whether the terms are traced. For the engine all three vanish from the machine code: weights are
// constants, every group takes part, and nothing is traced.
#pragma once

#include "chess/types.h"
#include "eval/classical/default_weights.h"
#include "eval/classical/tapered.h"
#include "eval/classical/weights.h"

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace rookery::classical {

// The groups of terms: any can be left out to measure its worth.
enum class Group : std::uint8_t {
    Material,
    PieceSquare,
    Mobility,
    Pawns,
    Passed,
    Space,
    Minors,
    Rooks,
    Queens,
    Shelter,
    Danger,
    Threats,
    Initiative,
    Tempo,
    // These have no weights: the scaling of drawish endgames, and known endgames.
    Scaling,
    Endings
};
inline constexpr std::size_t group_count = 16;

// "piece_square": the name of the group's member in Weights.
[[nodiscard]] constexpr std::string_view name_of(Group group) {
    constexpr std::string_view names[group_count] = {
        "material",   "piece_square", "mobility", "pawns",   "passed", "space",
        "minors",     "rooks",        "queens",   "shelter", "danger", "threats",
        "initiative", "tempo",        "scaling",  "endings"};
    return names[static_cast<std::size_t>(group)];
}

// A set of groups.
class Groups {
  public:
    [[nodiscard]] static constexpr Groups all() { return Groups((1u << group_count) - 1); }
    [[nodiscard]] static constexpr Groups none() { return Groups(0); }

    [[nodiscard]] constexpr bool has(Group group) const { return (bits_ & bit(group)) != 0; }
    [[nodiscard]] constexpr Groups with(Group group) const { return Groups(bits_ | bit(group)); }
    [[nodiscard]] constexpr Groups without(Group group) const {
        return Groups(bits_ & ~bit(group));
    }
    [[nodiscard]] friend constexpr bool operator==(Groups, Groups) = default;

  private:
    constexpr explicit Groups(std::uint32_t bits) : bits_(bits) {}
    [[nodiscard]] static constexpr std::uint32_t bit(Group group) {
        return 1u << static_cast<unsigned>(group);
    }

    std::uint32_t bits_;
};

// A trace counts for every weight how often it was added, for White and for Black. Together with
// the few things that are not sums (danger, initiative, phase, scale) the value can be rebuilt
// exactly, explained term by term, and differentiated by every weight: see gradient.h and report.h.
struct TermTrace {
    // By number of weight. Danger is counted for the side whose king is in danger; the initiative,
    // which is counted once for both sides, stands with White.
    std::array<ByColor<std::int16_t>, weight_count> counts{};
    // Sums of the counts above, before squares and limits.
    ByColor<Tapered> danger{};
    Tapered initiative;
    // The lead the initiative was applied to, White's less Black's.
    Tapered lead;
    int phase = 0;
    int scale = full_scale;  // of the endgame half
    // The scale if this side were ahead.
    ByColor<int> scales{{full_scale, full_scale}};
    // The name of a known endgame, for which nothing above was used; else empty.
    std::string_view ending;
    int value = 0;  // White's view, not yet clamped
};

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
    static constexpr bool enabled = false;
    static constexpr void count(Color, const Weights&, const Tapered&, int) {}
};
struct IntoTrace {
    static constexpr bool enabled = true;
    TermTrace* trace;

    void count(Color color, const Weights& weights, const Tapered& weight, int times) const {
        auto& slot = trace->counts[weight_number(weights, weight)][color];
        slot = static_cast<std::int16_t>(slot + times);
    }
};

template <class WeightSource, class GroupChoice, class Trace>
class Terms {
  public:
    static constexpr bool traces = Trace::enabled;

    constexpr Terms(WeightSource source, GroupChoice groups, Trace trace)
        : source_(source), groups_(groups), trace_(trace) {}

    [[nodiscard]] constexpr const Weights& weights() const { return source_.get(); }
    [[nodiscard]] constexpr bool has(Group group) const { return groups_.has(group); }

    // The weight `times` times, counted for that side. The weight must be one of weights().
    [[nodiscard]] constexpr Tapered count(Color color, const Tapered& weight, int times = 1) const {
        trace_.count(color, weights(), weight, times);
        return weight * times;
    }

    [[nodiscard]] constexpr const Trace& trace() const { return trace_; }

    // The same without a trace.
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
