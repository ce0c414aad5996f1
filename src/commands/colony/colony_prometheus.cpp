#include "commands/colony/colony_sight.h"

#include <fmt/format.h>

#include <functional>
#include <map>

namespace rookery {

using namespace colony;

namespace {

// One metric: what it is, and its values with their labels.
class Metric {
  public:
    Metric(const char* name, const char* kind, const char* help) : name_(fmt::format("rookery_colony_{}", name)) {
        text_ = fmt::format("# HELP {} {}\n# TYPE {} {}\n", name_, help, name_, kind);
    }
    // Labels hold names of members, roles and states: nothing that would have to be escaped.
    void add(const std::string& labels, double value) {
        text_ +=
            labels.empty() ? fmt::format("{} {}\n", name_, value) : fmt::format("{}{{{}}} {}\n", name_, labels, value);
    }
    [[nodiscard]] const std::string& text() const { return text_; }

  private:
    std::string name_;
    std::string text_;
};

std::string worker_label(const MemberSight& one) { return fmt::format("worker=\"{}\"", one.member.name()); }

// A value of everybody who is there.
std::string of_workers(const ColonySight& sight, const char* name, const char* kind, const char* help,
                       const std::function<double(const WorkerRecord&)>& value) {
    Metric metric(name, kind, help);
    for (const MemberSight& one : sight.members)
        if (one.worker) metric.add(worker_label(one), value(*one.worker));
    return metric.text();
}

// Whether something holds of every worker.
std::string flags(const ColonySight& sight, const char* name, const char* help,
                  const std::function<bool(const MemberSight&)>& holds) {
    Metric metric(name, "gauge", help);
    for (const MemberSight& one : sight.members)
        if (one.member.role() == Role::Worker) metric.add(worker_label(one), holds(one) ? 1 : 0);
    return metric.text();
}

std::string activities(const ColonySight& sight) {
    Metric metric("worker_activity", "gauge", "What a worker does.");
    for (const MemberSight& one : sight.members)
        if (one.worker)
            metric.add(fmt::format("{},activity=\"{}\"", worker_label(one), name_of(one.worker->last.activity)), 1);
    return metric.text();
}

std::string members(const ColonySight& sight) {
    std::map<std::string, int> counts;
    for (const MemberSight& one : sight.members) {
        const std::string state = state_of(one, sight.now);
        ++counts[fmt::format("role=\"{}\",state=\"{}\"", role_name(one.member.role()),
                             state.empty() ? "invited" : state)];
    }
    Metric metric("members", "gauge", "Members by role and state.");
    for (const auto& [labels, count] : counts) metric.add(labels, count);
    return metric.text();
}

std::string expiries(const ColonySight& sight) {
    Metric metric("certificate_expiry_timestamp_seconds", "gauge", "When the certificate of a member ends.");
    for (const MemberSight& one : sight.members)
        metric.add(fmt::format("member=\"{}\"", one.member.name()),
                   static_cast<double>(std::chrono::system_clock::to_time_t(one.member.expires)));
    return metric.text();
}

}  // namespace

std::string prometheus_text(const ColonySight& sight) {
    Metric server("server_up", "gauge", "Whether the colony's server runs.");
    server.add("", sight.server ? 1 : 0);
    Metric refused("refused_connections_total", "counter", "Connections that the server did not let in.");
    refused.add("", static_cast<double>(sight.refused_connections));
    const auto seconds = [](std::uint64_t milliseconds) { return static_cast<double>(milliseconds) / 1000; };
    return server.text() + refused.text() + members(sight) +
           flags(sight, "worker_present", "Whether a worker is there.",
                 [](const MemberSight& one) { return one.worker.has_value(); }) +
           flags(sight, "worker_quarantined", "Whether a worker was caught reporting what is not true.",
                 [](const MemberSight& one) { return one.quarantine.has_value(); }) +
           flags(sight, "worker_refused", "Whether a worker was sent away for running another engine.",
                 [](const MemberSight& one) { return one.refusal.has_value(); }) +
           flags(sight, "worker_timed", "Whether a worker plays games by the wall clock.",
                 [](const MemberSight& one) { return one.worker && one.worker->last.timed_speed > 0; }) +
           of_workers(sight, "worker_threads", "gauge", "Threads of a worker.",
                      [](const WorkerRecord& worker) { return worker.last.threads; }) +
           of_workers(sight, "worker_speed_nodes_per_second", "gauge", "Measured speed of a worker.",
                      [](const WorkerRecord& worker) { return static_cast<double>(worker.last.speed); }) +
           of_workers(sight, "worker_search_nodes", "gauge", "Nodes of a worker in its present search.",
                      [](const WorkerRecord& worker) { return static_cast<double>(worker.last.nodes); }) +
           of_workers(sight, "worker_up_seconds_total", "counter", "How long a worker has been there.",
                      [&](const WorkerRecord& worker) { return seconds(worker.last.up_ms); }) +
           of_workers(sight, "worker_busy_seconds_total", "counter", "How long a worker has been at work.",
                      [&](const WorkerRecord& worker) { return seconds(worker.last.busy_ms); }) +
           of_workers(sight, "worker_unreadable_messages", "gauge",
                      "Messages in a worker's name that could not be read.",
                      [](const WorkerRecord& worker) { return static_cast<double>(worker.refused); }) +
           activities(sight) + expiries(sight);
}

}  // namespace rookery
