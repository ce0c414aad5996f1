// What an evaluation was made of.
//
// A trace counts for every weight how often it went in, for White and for Black. Together with the
// few things that are not sums (danger, initiative, phase, scale) the value can be rebuilt exactly,
// explained term by term, and differentiated by every weight: see gradient.h and report.h.
#pragma once

#include "chess/types.h"
#include "eval/classical/combine.h"
#include "eval/classical/weights.h"

#include <string_view>

namespace rookery::classical {

struct TermTrace {
    // By number of weight. Danger is counted for the side whose king is in it; what is counted once
    // for both sides, the initiative, stands with White.
    std::array<ByColor<std::int16_t>, weight_count> counts{};
    // Sums of the counts above, before squares and limits.
    ByColor<Tapered> danger{};
    Tapered initiative;
    // The lead the initiative was applied to, White's less Black's.
    Tapered lead;
    int phase = 0;
    int scale = full_scale;  // of the endgame half
    // What that would be with this side ahead.
    ByColor<int> scales{{full_scale, full_scale}};
    // Not empty if the ending is known: then nothing above was used.
    std::string_view ending;
    int value = 0;  // White's view, not yet clamped
};

// White's view again, from the counts; the same as trace.value.
[[nodiscard]] int rebuilt_value(const TermTrace& trace, const Weights& weights);

}  // namespace rookery::classical
