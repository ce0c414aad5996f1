#include "terminal/suggest.h"

#include "base/text.h"

namespace rookery {

std::string_view nearest(std::string_view word, std::span<const std::string_view> candidates) {
    // A long word is none of ours, and comparing it would take time for nothing.
    if (word.size() > 30) return {};
    std::string_view best;
    int best_distance = 3;
    for (std::string_view candidate : candidates) {
        // Of a short word at least half must be right.
        const int distance = edit_distance(word, candidate);
        if (distance < best_distance && 2 * distance <= static_cast<int>(candidate.size())) {
            best = candidate;
            best_distance = distance;
        }
    }
    return best;
}

}  // namespace rookery
