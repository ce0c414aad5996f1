// Several who search the same position, and whom to believe in the end.
#pragma once

#include "search/searcher.h"

#include <optional>
#include <span>
#include <vector>

namespace rookery::colony {

// The last iteration that one has finished.
struct Voice {
    int depth = 0;
    Score score;
    std::vector<Move> line;  // of one move at least
};

// Nothing if the report is not of a finished iteration's best line.
[[nodiscard]] std::optional<Voice> voice_of(const LineReport& report);

// Whom to believe rather than `own`: who has gone deeper and promises no less, or has a better mate. Of several the deepest;
// nothing if there is none.
[[nodiscard]] const Voice* more_convincing(const Voice& own, std::span<const Voice> others);

}  // namespace rookery::colony
