#include "colony/live/register.h"

#include <fmt/format.h>

#include <algorithm>

namespace rookery::colony {

std::optional<std::string> difference(const Kinship& ours, const AliveMessage& theirs) {
    if (ours.protocol != theirs.protocol)
        return fmt::format("it speaks protocol {}, we speak {}: upgrade the {} of the two ({} and {})", theirs.protocol,
                           ours.protocol, theirs.protocol < ours.protocol ? "worker" : "coordinator", theirs.version,
                           ours.version);
    if (ours.bench != theirs.bench)
        return fmt::format("its engine is another: bench {} (version {}), ours {} (version {}); build both from the same "
                           "source",
                           theirs.bench, theirs.version, ours.bench, ours.version);
    return std::nullopt;
}

bool Register::hear(std::string_view member, std::string_view text, Instant now) {
    auto message = parse_alive(text);
    const auto [place, is_new] = workers_.try_emplace(std::string(member));
    WorkerRecord& record = place->second;
    record.name = member;
    if (!message) {
        // The server's own answers can be sent to a subject by another: only who never made sense is not used.
        ++record.refused;
        if (is_new) record.mismatch = "its messages cannot be read: it " + message.error();
        if (record.mismatch) record.heard = now;
        return false;
    }
    record.heard = now;
    record.mismatch = difference(ours_, *message);
    record.last = std::move(*message);
    return true;
}

void Register::forget(std::string_view member) {
    const auto found = workers_.find(member);
    // What it was caught at is not forgotten.
    if (found == workers_.end()) return;
    if (found->second.quarantine)
        found->second.heard = {};
    else
        workers_.erase(found);
}

void Register::quarantine(std::string_view member, const std::string& why) {
    WorkerRecord& record = workers_[std::string(member)];
    record.name = member;
    if (!record.quarantine) record.quarantine = why;
}

bool Register::is_trusted(std::string_view member) const {
    const auto found = workers_.find(member);
    return found != workers_.end() && !found->second.quarantine && !found->second.mismatch;
}

std::vector<WorkerRecord> Register::present(Instant now) const {
    std::vector<WorkerRecord> there;
    for (const auto& [name, record] : workers_)
        if (record.quarantine || now - record.heard <= silence) there.push_back(record);
    return there;
}

std::vector<WorkerRecord> Register::fit(Instant now) const {
    std::vector<WorkerRecord> fit;
    for (const auto& [name, record] : workers_) {
        const bool is_free = record.last.activity == Activity::Idle || record.last.activity == Activity::Searching;
        if (now - record.heard <= silence && is_free && is_trusted(name)) fit.push_back(record);
    }
    std::ranges::stable_sort(fit, std::greater<>(), [](const WorkerRecord& record) { return record.last.speed; });
    return fit;
}

}  // namespace rookery::colony
