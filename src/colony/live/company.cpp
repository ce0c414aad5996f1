#include "colony/live/company.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace rookery::colony {
namespace {

constexpr std::string_view helping = "helps";

// Empty of somebody who is there and not at our disposal: that is nobody's concern.
std::string standing_of(const WorkerRecord& worker) {
    if (worker.quarantine) return fmt::format("is in quarantine: {}", *worker.quarantine);
    if (worker.mismatch) return fmt::format("cannot help: {}", *worker.mismatch);
    switch (worker.last.activity) {
        case Activity::Idle:
        case Activity::Searching: return std::string(helping);
        case Activity::Job:
        case Activity::Draining:
        case Activity::Resting: break;
    }
    return {};
}

bool is_helped(const std::map<std::string, std::string>& standings) {
    return std::ranges::any_of(standings, [](const auto& one) { return one.second == helping; });
}

}  // namespace

std::vector<std::string> Company::changes(const std::vector<WorkerRecord>& present) {
    std::map<std::string, std::string> now;
    for (const WorkerRecord& worker : present)
        if (std::string standing = standing_of(worker); !standing.empty())
            now.emplace(worker.name, std::move(standing));
    std::vector<std::string> changes;
    for (const auto& [name, standing] : now)
        if (const auto before = known_.find(name); before == known_.end() || before->second != standing)
            changes.push_back(fmt::format("colony: {} {}", name, standing));
    for (const auto& [name, standing] : known_)
        if (!now.contains(name)) changes.push_back(fmt::format("colony: {} is gone", name));
    if (is_helped(known_) && !is_helped(now)) changes.emplace_back("colony: nobody helps any more; searching alone");
    known_ = std::move(now);
    return changes;
}

}  // namespace rookery::colony
