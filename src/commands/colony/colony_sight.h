// What can be seen of a colony, and how it is shown: to people, as JSON, and as Prometheus reads
// it.
#pragma once

#include "colony/live/roster.h"
#include "colony/setup/members.h"

#include <optional>
#include <string>
#include <vector>

namespace rookery {

struct MemberStatus {
    colony::Member member;
    std::optional<colony::WorkerRecord> worker;  // while it is there
    std::optional<std::string> quarantine;       // why it is in it
    std::optional<std::string> refusal;          // why it was sent away
};

struct ColonyStatus {
    std::string name;
    std::optional<int> server;              // its process, if it runs
    std::optional<std::string> problem;     // why nobody could be asked
    std::uint64_t refused_connections = 0;  // of strangers, and of who is no member any more
    std::vector<MemberStatus> members;
    colony::Time now;
};

// "idle", "searching", "away", "quarantine", "revoked", ...; empty for those who do no work.
[[nodiscard]] std::string state_of(const MemberStatus& one, colony::Time now);
// How much of its time a worker has been at work since it came: 0 to 1.
[[nodiscard]] double utilisation_of(const colony::AliveMessage& worker);

// No line is longer than the width, and what members say of themselves cannot do anything to a
// terminal.
[[nodiscard]] std::vector<std::string> text_lines(const ColonyStatus& sight, std::size_t width);
[[nodiscard]] std::string json_text(const ColonyStatus& sight);
[[nodiscard]] std::string prometheus_text(const ColonyStatus& sight);

}  // namespace rookery
