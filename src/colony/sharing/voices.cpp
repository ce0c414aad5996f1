#include "colony/sharing/voices.h"

namespace rookery::colony {

std::optional<Voice> voice_of(const LineReport& report) {
    if (report.line != 1 || report.bound != LineReport::Bound::Exact || report.moves.empty()) return std::nullopt;
    return Voice{report.depth, report.score, report.moves};
}

const Voice* more_convincing(const Voice& own, std::span<const Voice> others) {
    const Voice* best = &own;
    for (const Voice& voice : others) {
        const bool mates = voice.score.is_mate() && voice.score.value() > 0 && voice.score > best->score;
        const bool deeper = voice.depth > best->depth && voice.score >= best->score;
        if (!voice.line.empty() && (mates || deeper)) best = &voice;
    }
    return best == &own ? nullptr : best;
}

}  // namespace rookery::colony
