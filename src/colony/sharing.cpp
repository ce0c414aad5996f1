#include "colony/sharing.h"

#include "base/bytes.h"

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
    const int from = least_depth_.load(std::memory_order_relaxed);
    if (sent >= most)
        least_depth_.store(from + 1, std::memory_order_relaxed);
    else if (sent < most / 2 && from > 1)
        least_depth_.store(from - 1, std::memory_order_relaxed);
}

SharingSettings sharing_among(std::size_t members) {
    constexpr std::uint64_t most_to_take_in = 60'000;
    const std::size_t others = std::max<std::size_t>(1, members - 1);
    SharingSettings settings;
    settings.entries_per_second = std::min<std::uint64_t>(20'000, most_to_take_in / others);
    settings.interval = std::chrono::milliseconds(std::clamp<std::size_t>(2 * members, 4, 32));
    return settings;
}

std::optional<CandidatePv> candidate_of(const LineReport& report) {
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

namespace {

constexpr std::string_view magic = "rks1";
constexpr std::size_t head_size = magic.size() + 8;
constexpr std::size_t discovery_size = 16;
constexpr unsigned pv_flag = 4;
constexpr int deepest = 254;

void write(ByteWriter& writer, const Discovery& discovery) {
    const TranspositionEntry& entry = discovery.entry;
    writer.fixed(discovery.key, 8);
    writer.fixed(entry.move.code(), 2);
    writer.fixed(static_cast<std::uint16_t>(entry.value.value()), 2);
    writer.fixed(static_cast<std::uint16_t>(entry.evaluation.value()), 2);
    writer.byte(static_cast<unsigned>(std::clamp(entry.depth, 0, deepest)));
    writer.byte(static_cast<unsigned>(entry.bound) | (entry.on_pv ? pv_flag : 0));
}

Score read_score(ByteReader& reader) { return Score(static_cast<std::int16_t>(reader.fixed(2))); }

// False if no search gives such an entry.
bool read(ByteReader& reader, Discovery& discovery) {
    TranspositionEntry& entry = discovery.entry;
    discovery.key = reader.fixed(8);
    entry.move = Move::from_code(static_cast<std::uint16_t>(reader.fixed(2)));
    entry.value = read_score(reader);
    entry.evaluation = read_score(reader);
    entry.depth = static_cast<int>(reader.byte());
    const unsigned flags = reader.byte();
    entry.bound = static_cast<Bound>(flags & 3);
    entry.on_pv = (flags & pv_flag) != 0;
    const bool is_value =
        entry.value <= Score(Score::mate_value) && entry.value >= Score(-Score::mate_value);
    const bool is_evaluation =
        entry.evaluation == TranspositionTable::no_evaluation || !entry.evaluation.is_decided();
    return entry.bound != Bound::None && flags < 2 * pv_flag && entry.depth <= deepest &&
           is_value && is_evaluation;
}

}  // namespace

std::string to_bytes(std::uint64_t search, const Discoveries& discoveries) {
    ByteWriter writer;
    writer.text(magic);
    writer.fixed(search, 8);
    for (const Discovery& discovery : discoveries) write(writer, discovery);
    return writer.take();
}

bool looks_like_batch(std::string_view bytes) { return bytes.starts_with(magic); }

Result<ShareBatch, std::string> parse_share_batch(std::string_view bytes) {
    if (!looks_like_batch(bytes) || bytes.size() < head_size)
        return failure("it is no batch of entries");
    const std::size_t rest = bytes.size() - head_size;
    if (rest % discovery_size != 0) return failure("its length does not fit");
    if (rest / discovery_size > most_discoveries_in_batch) return failure("it is too long");
    ByteReader reader(bytes.substr(magic.size()));
    ShareBatch batch;
    batch.search = reader.fixed(8);
    batch.discoveries.resize(rest / discovery_size);
    for (Discovery& discovery : batch.discoveries)
        if (!read(reader, discovery)) return failure("it holds an entry that no search makes");
    return batch;
}

}  // namespace rookery::colony
