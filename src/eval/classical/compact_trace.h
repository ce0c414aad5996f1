// A trace without its zeros: what a tuner keeps for each of millions of positions.
//
// The counts are sorted into sections by how they enter the value. What is simply added up needs the
// difference between White and Black alone; danger goes in squared and needs both.
#pragma once

#include "eval/classical/trace.h"

#include <optional>
#include <vector>

namespace rookery::classical {

enum class TraceSection : std::uint8_t { Score, WhiteDanger, BlackDanger, Initiative, Tempo };
inline constexpr std::size_t trace_section_count = 5;

struct TraceCount {
    std::uint16_t number;  // of the weight
    std::int16_t times;
};

// All about a trace but its counts, which lie elsewhere, section after section.
struct TraceHead {
    std::uint32_t first = 0;  // place of the first count
    std::array<std::uint8_t, trace_section_count> sizes{};
    std::uint8_t phase = 0;
    ByColor<std::uint8_t> scales{};
};
static_assert(sizeof(TraceHead) == 12);

// A head and where the counts of all traces lie; both must outlive it.
struct CompactTrace {
    const TraceHead* head;
    const TraceCount* counts;
};

// Appends the counts and returns their head. Nothing is appended and nothing returned for a known
// ending, which depends on no weight, and for a position with more terms than a head can count.
[[nodiscard]] std::optional<TraceHead> compacted(const TermTrace& trace,
                                                 std::vector<TraceCount>& counts);

}  // namespace rookery::classical
