#include "colony/sharing.h"

namespace rookery::colony {
namespace {

// Unless the table has as deep an entry already.
void learn(TranspositionTable& table, const Discovery& discovery) {
    TranspositionEntry known;
    if (table.probe(discovery.key, 0, known) && known.depth >= discovery.entry.depth) return;
    table.store(discovery.key, 0, discovery.entry);
}

}  // namespace

void SharingCompanion::on_pause(TranspositionTable& table, std::uint64_t nodes) {
    const Pace::Time now = pace_.reach(nodes);
    if (now >= next_sending_) {
        next_sending_ = now + settings_.interval;
        Discoveries found = outbox_.take();
        adjust(found.size());
        if (!found.empty()) channel_.send(std::move(found));
    }
    for (const Discovery& discovery : channel_.receive()) learn(table, discovery);
}

void SharingCompanion::adjust(std::size_t sent) {
    const std::size_t most = settings_.most_at_once();
    const int from = told_from_.load(std::memory_order_relaxed);
    if (sent >= most)
        told_from_.store(from + 1, std::memory_order_relaxed);
    else if (sent < most / 2 && from > 1)
        told_from_.store(from - 1, std::memory_order_relaxed);
}

SharingSettings sharing_among(std::size_t members) {
    constexpr std::uint64_t most_to_take_in = 60'000;
    const std::size_t others = std::max<std::size_t>(1, members - 1);
    SharingSettings settings;
    settings.entries_per_second = std::min<std::uint64_t>(20'000, most_to_take_in / others);
    settings.interval = std::chrono::milliseconds(std::clamp<std::size_t>(2 * members, 4, 32));
    return settings;
}

std::optional<CandidatePv> voice_of(const LineReport& report) {
    if (report.line != 1 || report.bound != LineReport::Bound::Exact || report.moves.empty())
        return std::nullopt;
    return CandidatePv{report.depth, report.score, report.moves};
}

const CandidatePv* more_convincing(const CandidatePv& own, std::span<const CandidatePv> others) {
    const CandidatePv* best = &own;
    for (const CandidatePv& candidate : others) {
        const bool mates = candidate.score.is_mate() && candidate.score.value() > 0 &&
                           candidate.score > best->score;
        const bool deeper = candidate.depth > best->depth && candidate.score >= best->score;
        if (!candidate.line.empty() && (mates || deeper)) best = &candidate;
    }
    return best == &own ? nullptr : best;
}

}  // namespace rookery::colony
