// The status of a colony and its members: as text, as JSON and in the format of Prometheus.
#pragma once

#include "colony/live/coordinator_link.h"
#include "colony/live/roster.h"
#include "colony/setup/members.h"

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace rookery::colony {

struct MemberStatus {
    Member member;
    std::optional<WorkerRecord> worker;     // while it is there
    std::optional<std::string> quarantine;  // why it is in it
    std::optional<std::string> refusal;     // why it was sent away
};

struct ColonyStatus {
    std::string name;
    std::optional<int> server;              // its process, if it runs
    std::optional<std::string> problem;     // why the workers could not be asked
    std::uint64_t refused_connections = 0;  // of clients that are no members
    std::vector<MemberStatus> members;
    Time now;
};

// "idle", "searching", "away", "quarantine", "revoked", ...; empty for those who do no work.
[[nodiscard]] std::string state_of(const MemberStatus& one, Time now);
// How much of its time a worker has been at work since it came: 0 to 1.
[[nodiscard]] double utilisation_of(const Heartbeat& worker);

// No line is longer than the width. Text from members is made printable, so that it cannot control
// the terminal.
[[nodiscard]] std::vector<std::string> text_lines(const ColonyStatus& status, std::size_t width);
[[nodiscard]] std::string json_text(const ColonyStatus& status);
[[nodiscard]] std::string prometheus_text(const ColonyStatus& status);

// Reads the status again and again, also where the server was not there at first.
class StatusReader {
  public:
    explicit StatusReader(std::filesystem::path folder) : folder_(std::move(folder)) {}

    // The error is that of the folder. That the server does not run is a part of the status.
    [[nodiscard]] Result<ColonyStatus, std::string> read();

  private:
    // Why the workers cannot be monitored.
    [[nodiscard]] std::optional<std::string> connect(bool server_runs);

    const std::filesystem::path folder_;
    std::unique_ptr<Monitor> monitor_;
};

}  // namespace rookery::colony
