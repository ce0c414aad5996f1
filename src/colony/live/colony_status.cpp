#include "colony/live/colony_status.h"

#include "base/text.h"
#include "colony/setup/local_colony.h"
#include "colony/setup/server.h"
#include "colony/setup/setup.h"
#include "colony/strict_json.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <thread>

namespace rookery::colony {
namespace {

std::string cut(std::string line, std::size_t width) {
    if (line.size() > width) line.resize(width);
    return line;
}

std::string activity_text(const MemberStatus& one) {
    if (one.quarantine) return "quarantine: " + *one.quarantine;
    if (!one.worker) return one.refusal ? "sent away: " + *one.refusal : "";
    const std::uint64_t unreadable = one.worker->refused;
    return one.worker->last.search +
           (unreadable > 0 ? fmt::format(" ({} unreadable messages)", unreadable) : "");
}

std::string member_line(const MemberStatus& one, Time now) {
    std::string threads;
    std::string speed;
    std::string busy;
    std::string timed;
    if (one.worker) {
        threads = std::to_string(one.worker->last.threads);
        speed = std::to_string(one.worker->last.speed);
        busy = fmt::format("{:.0f} %", utilisation_of(one.worker->last) * 100);
        timed = one.worker->last.timed_speed > 0 ? "yes" : "no";
    }
    return fmt::format("{:<20} {:<12} {:<10} {:>7} {:>11} {:>6} {:>5}  {:<10}  {}",
                       one.member.name(), role_name(one.member.role()), state_of(one, now), threads,
                       speed, busy, timed, day_of(one.member.expires),
                       printable(activity_text(one), 500));
}

std::string sum_line(const ColonyStatus& status) {
    std::size_t there = 0;
    std::uint64_t threads = 0;
    std::uint64_t speed = 0;
    for (const MemberStatus& one : status.members) {
        if (!one.worker) continue;
        ++there;
        threads += static_cast<std::uint64_t>(one.worker->last.threads);
        speed += one.worker->last.speed;
    }
    return fmt::format("{} worker{} there, {} thread{}, {} nodes a second", there,
                       there == 1 ? "" : "s", threads, threads == 1 ? "" : "s", speed);
}

Json json_of(const MemberStatus& one, Time now) {
    Json row = {{"name", one.member.name()},
                {"role", role_name(one.member.role())},
                {"state", state_of(one, now)},
                {"expires", day_of(one.member.expires)}};
    if (one.quarantine) row["quarantine"] = *one.quarantine;
    if (one.refusal) row["refusal"] = *one.refusal;
    if (!one.worker) return row;
    const Heartbeat& last = one.worker->last;
    row["version"] = last.version;
    row["protocol"] = last.protocol;
    row["bench"] = last.bench;
    row["threads"] = last.threads;
    row["speed"] = last.speed;
    row["activity"] = name_of(last.activity);
    row["search"] = last.search;
    row["nodes"] = last.nodes;
    row["up_seconds"] = static_cast<double>(last.up_ms) / 1000;
    row["busy_seconds"] = static_cast<double>(last.busy_ms) / 1000;
    row["utilisation"] = utilisation_of(last);
    row["timed_speed"] = last.timed_speed;
    row["unreadable_messages"] = one.worker->refused;
    return row;
}

// One metric: what it is, and its values with their labels.
class Metric {
  public:
    Metric(const char* name, const char* kind, const char* help)
        : name_(fmt::format("rookery_colony_{}", name)) {
        text_ = fmt::format("# HELP {} {}\n# TYPE {} {}\n", name_, help, name_, kind);
    }
    // Labels hold names of members, roles and states: nothing that would have to be escaped.
    void add(const std::string& labels, double value) {
        text_ += labels.empty() ? fmt::format("{} {}\n", name_, value)
                                : fmt::format("{}{{{}}} {}\n", name_, labels, value);
    }
    [[nodiscard]] const std::string& text() const { return text_; }

  private:
    std::string name_;
    std::string text_;
};

std::string worker_label(const MemberStatus& one) {
    return fmt::format("worker=\"{}\"", one.member.name());
}

// A number about a worker; nothing if there is none.
struct WorkerMetric {
    const char* name;
    const char* kind;
    const char* help;
    std::optional<double> (*value)(const MemberStatus& one);
};

// A field of the last heartbeat of a worker that is there.
template <auto field>
std::optional<double> last(const MemberStatus& one) {
    if (!one.worker) return std::nullopt;
    return static_cast<double>(one.worker->last.*field);
}
template <auto field>
std::optional<double> last_seconds(const MemberStatus& one) {
    const auto milliseconds = last<field>(one);
    return milliseconds ? std::optional(*milliseconds / 1000) : std::nullopt;
}
// Whether something holds, of every worker that was invited.
template <auto holds>
std::optional<double> flag(const MemberStatus& one) {
    if (one.member.role() != Role::Worker) return std::nullopt;
    return holds(one) ? 1 : 0;
}

constexpr WorkerMetric worker_metrics[] = {
    {"worker_present", "gauge", "Whether a worker is there.",
     flag<[](const MemberStatus& one) { return one.worker.has_value(); }>},
    {"worker_quarantined", "gauge", "Whether a worker was caught reporting what is not true.",
     flag<[](const MemberStatus& one) { return one.quarantine.has_value(); }>},
    {"worker_refused", "gauge", "Whether a worker was sent away for running another engine.",
     flag<[](const MemberStatus& one) { return one.refusal.has_value(); }>},
    {"worker_timed", "gauge", "Whether a worker plays games by the wall clock.",
     flag<[](const MemberStatus& one) { return one.worker && one.worker->last.timed_speed != 0; }>},
    {"worker_threads", "gauge", "Threads of a worker.", last<&Heartbeat::threads>},
    {"worker_speed_nodes_per_second", "gauge", "Measured speed of a worker.",
     last<&Heartbeat::speed>},
    {"worker_search_nodes", "gauge", "Nodes of a worker in its present search.",
     last<&Heartbeat::nodes>},
    {"worker_up_seconds_total", "counter", "How long a worker has been there.",
     last_seconds<&Heartbeat::up_ms>},
    {"worker_busy_seconds_total", "counter", "How long a worker has been at work.",
     last_seconds<&Heartbeat::busy_ms>},
    {"worker_unreadable_messages", "gauge", "Messages in a worker's name that could not be read.",
     [](const MemberStatus& one) -> std::optional<double> {
         if (!one.worker) return std::nullopt;
         return static_cast<double>(one.worker->refused);
     }},
};

std::string worker_values(const ColonyStatus& status) {
    std::string text;
    for (const WorkerMetric& row : worker_metrics) {
        Metric metric(row.name, row.kind, row.help);
        for (const MemberStatus& one : status.members)
            if (const auto value = row.value(one)) metric.add(worker_label(one), *value);
        text += metric.text();
    }
    return text;
}

std::string activities(const ColonyStatus& status) {
    Metric metric("worker_activity", "gauge", "What a worker does.");
    for (const MemberStatus& one : status.members)
        if (one.worker)
            metric.add(fmt::format("{},activity=\"{}\"", worker_label(one),
                                   name_of(one.worker->last.activity)),
                       1);
    return metric.text();
}

std::string members(const ColonyStatus& status) {
    std::map<std::string, int> counts;
    for (const MemberStatus& one : status.members) {
        const std::string state = state_of(one, status.now);
        ++counts[fmt::format("role=\"{}\",state=\"{}\"", role_name(one.member.role()),
                             state.empty() ? "invited" : state)];
    }
    Metric metric("members", "gauge", "Members by role and state.");
    for (const auto& [labels, count] : counts) metric.add(labels, count);
    return metric.text();
}

std::string expiries(const ColonyStatus& status) {
    Metric metric("certificate_expiry_timestamp_seconds", "gauge",
                  "When the certificate of a member ends.");
    for (const MemberStatus& one : status.members)
        metric.add(fmt::format("member=\"{}\"", one.member.name()),
                   static_cast<double>(std::chrono::system_clock::to_time_t(one.member.expires)));
    return metric.text();
}

std::optional<std::string> reason_for(const Result<std::vector<MemberNote>, std::string>& notes,
                                      const std::string& name) {
    if (!notes) return std::nullopt;
    const auto found = std::ranges::find(*notes, name, &MemberNote::name);
    if (found == notes->end()) return std::nullopt;
    return found->reason;
}

}  // namespace

std::string state_of(const MemberStatus& one, Time now) {
    if (one.member.state == MemberState::Revoked) return "revoked";
    if (!one.member.may_connect(now)) return "expired";
    if (one.member.role() != Role::Worker) return "";
    if (one.quarantine) return "quarantine";
    if (one.worker) return std::string(name_of(one.worker->last.activity));
    return one.refusal ? "refused" : "away";
}

double utilisation_of(const Heartbeat& worker) {
    if (worker.up_ms == 0) return 0;
    return std::min(1.0, static_cast<double>(worker.busy_ms) / static_cast<double>(worker.up_ms));
}

std::vector<std::string> text_lines(const ColonyStatus& status, std::size_t width) {
    std::vector<std::string> lines;
    lines.push_back(fmt::format("colony {}: the server {}", status.name,
                                status.server ? fmt::format("runs, process {}", *status.server)
                                              : "does not run"));
    lines.push_back(sum_line(status));
    if (status.refused_connections > 0)
        lines.push_back(fmt::format("{} connections were refused; server.log says whose",
                                    status.refused_connections));
    lines.push_back(fmt::format("{:<20} {:<12} {:<10} {:>7} {:>11} {:>6} {:>5}  {:<10}  {}",
                                "member", "role", "state", "threads", "nodes/s", "busy", "timed",
                                "until", "what it does"));
    for (const MemberStatus& one : status.members) lines.push_back(member_line(one, status.now));
    for (std::string& line : lines) line = cut(std::move(line), width);
    return lines;
}

std::string json_text(const ColonyStatus& status) {
    Json members = Json::array();
    for (const MemberStatus& one : status.members) members.push_back(json_of(one, status.now));
    return Json{{"colony", status.name},
                {"server", status.server.has_value()},
                {"problem", status.problem.value_or("")},
                {"refused_connections", status.refused_connections},
                {"members", std::move(members)}}
        .dump(1);
}

std::string prometheus_text(const ColonyStatus& status) {
    Metric server("server_up", "gauge", "Whether the colony's server runs.");
    server.add("", status.server ? 1 : 0);
    Metric refused("refused_connections_total", "counter",
                   "Connections that the server did not let in.");
    refused.add("", static_cast<double>(status.refused_connections));
    return server.text() + refused.text() + members(status) + worker_values(status) +
           activities(status) + expiries(status);
}

Result<ColonyStatus, std::string> StatusReader::read() {
    const auto colony = load_colony(folder_);
    if (!colony) return failure(colony.error());
    ColonyStatus status{.name = colony->name, .now = std::chrono::system_clock::now()};
    if (const auto server = running_server(folder_)) status.server = *server;
    status.refused_connections = count_refused_connections(folder_);
    status.problem = connect(status.server.has_value());
    const std::filesystem::path home = invitation_in(folder_, coordinator_name);
    const auto quarantine = MemberNotes::quarantine_beside(home).read();
    const auto refusals = MemberNotes::refusals_beside(home).read();
    if (!quarantine) status.problem = quarantine.error();
    const std::vector<WorkerRecord> present =
        monitor_ ? monitor_->present() : std::vector<WorkerRecord>();
    for (const Member& member : colony->members.list()) {
        MemberStatus one{.member = member};
        const auto there = std::ranges::find(present, member.name(), &WorkerRecord::name);
        if (there != present.end()) one.worker = *there;
        one.quarantine = reason_for(quarantine, member.name());
        one.refusal = reason_for(refusals, member.name());
        status.members.push_back(std::move(one));
    }
    return status;
}

std::optional<std::string> StatusReader::connect(bool server_runs) {
    if (!server_runs)
        return fmt::format("the server does not run; '{}' starts it",
                           colony_command("up", folder_));
    if (monitor_) return std::nullopt;
    const auto invitation =
        read_invitation(invitation_in(folder_, watcher_name), std::chrono::system_clock::now());
    if (!invitation) return invitation.error();
    auto entered = Monitor::enter(invitation->invitation);
    if (!entered) return entered.error();
    monitor_ = std::move(*entered);
    // All workers that are there have sent a heartbeat within that time.
    std::this_thread::sleep_for(Monitor::first_look);
    return std::nullopt;
}

}  // namespace rookery::colony
