#include "eval/classical/compact_trace.h"

#include "eval/classical/weight_table.h"

#include <limits>

namespace rookery::classical {
namespace {

static_assert(weight_count <= 65536);

// Appends the weights of a part whose times(count) is not zero; how many.
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
