// How much of a search is kept back to look at its move once more.
#pragma once

#include "colony/trust/verifier.h"
#include "search/limits.h"

#include <optional>

namespace rookery::colony {

// The limits of the search itself, with a little less of everything.
[[nodiscard]] Limits without_reserve(const Limits& limits, Limits::Instant now);

struct SearchEnd {
    Limits::Instant began;
    Limits::Instant now;
    bool was_told_to_stop = false;  // somebody waits
};
// What is left for the second opinion after a search within `limits`, which must be kept.
[[nodiscard]] VerificationBudget reserve_of(const Limits& limits, const SearchEnd& end);

}  // namespace rookery::colony
