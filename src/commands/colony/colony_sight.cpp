#include "commands/colony/colony_sight.h"

#include "base/text.h"
#include "colony/live/coordinator_link.h"
#include "colony/setup/server_process.h"
#include "colony/setup/setup.h"
#include "colony/trust/member_notes.h"
#include "commands/colony/colony_common.h"
#include "ui/exit_codes.h"
#include "ui/interrupts.h"
#include "ui/messages.h"
#include "ui/screen.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>

namespace rookery {

using namespace colony;

namespace {

using Json = nlohmann::ordered_json;

std::string cut(std::string line, std::size_t width) {
    return line.size() > width ? line.substr(0, width) : line;
}

std::string what_it_does(const MemberStatus& one) {
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
                       printable(what_it_does(one), 500));
}

std::string sum_line(const ColonyStatus& sight) {
    std::size_t there = 0;
    std::uint64_t threads = 0;
    std::uint64_t speed = 0;
    for (const MemberStatus& one : sight.members) {
        if (!one.worker) continue;
        ++there;
        threads += static_cast<std::uint64_t>(one.worker->last.threads);
        speed += one.worker->last.speed;
    }
    return fmt::format("{} workers there, {} threads, {} nodes a second", there, threads, speed);
}

Json json_of(const MemberStatus& one, Time now) {
    Json row = {{"name", one.member.name()},
                {"role", role_name(one.member.role())},
                {"state", state_of(one, now)},
                {"expires", day_of(one.member.expires)}};
    if (one.quarantine) row["quarantine"] = *one.quarantine;
    if (one.refusal) row["refusal"] = *one.refusal;
    if (!one.worker) return row;
    const AliveMessage& last = one.worker->last;
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

}  // namespace

std::string state_of(const MemberStatus& one, Time now) {
    if (one.member.state == MemberState::Revoked) return "revoked";
    if (!one.member.may_connect(now)) return "expired";
    if (one.member.role() != Role::Worker) return "";
    if (one.quarantine) return "quarantine";
    if (one.worker) return std::string(name_of(one.worker->last.activity));
    return one.refusal ? "refused" : "away";
}

double utilisation_of(const AliveMessage& worker) {
    if (worker.up_ms == 0) return 0;
    return std::min(1.0, static_cast<double>(worker.busy_ms) / static_cast<double>(worker.up_ms));
}

std::vector<std::string> text_lines(const ColonyStatus& sight, std::size_t width) {
    std::vector<std::string> lines;
    lines.push_back(fmt::format("colony {}: the server {}", sight.name,
                                sight.server ? fmt::format("runs, process {}", *sight.server)
                                             : "does not run"));
    lines.push_back(sum_line(sight));
    if (sight.refused_connections > 0)
        lines.push_back(fmt::format("{} connections were refused; server.log says whose",
                                    sight.refused_connections));
    lines.push_back(fmt::format("{:<20} {:<12} {:<10} {:>7} {:>11} {:>6} {:>5}  {:<10}  {}",
                                "member", "role", "state", "threads", "nodes/s", "busy", "timed",
                                "until", "what it does"));
    for (const MemberStatus& one : sight.members) lines.push_back(member_line(one, sight.now));
    for (std::string& line : lines) line = cut(std::move(line), width);
    return lines;
}

std::string json_text(const ColonyStatus& sight) {
    Json members = Json::array();
    for (const MemberStatus& one : sight.members) members.push_back(json_of(one, sight.now));
    return Json{{"colony", sight.name},
                {"server", sight.server.has_value()},
                {"problem", sight.problem.value_or("")},
                {"refused_connections", sight.refused_connections},
                {"members", std::move(members)}}
        .dump(1, ' ', false, Json::error_handler_t::replace);
}

using namespace colony;

namespace {

constexpr auto between_looks = std::chrono::milliseconds(500);
constexpr auto between_looks_without_terminal = std::chrono::seconds(5);

std::optional<std::string> reason_for(const Result<std::vector<MemberNote>, std::string>& notes,
                                      const std::string& name) {
    if (!notes) return std::nullopt;
    const auto found = std::ranges::find(*notes, name, &MemberNote::name);
    if (found == notes->end()) return std::nullopt;
    return found->reason;
}

// Goes on looking where the server was not there at first.
class Sentry {
  public:
    explicit Sentry(std::filesystem::path folder) : folder_(std::move(folder)) {}

    // The error is that of the folder; that the server does not run is something that is seen.
    [[nodiscard]] Result<ColonyStatus, std::string> look() {
        const auto colony = load_colony(folder_);
        if (!colony) return failure(colony.error());
        ColonyStatus sight{.name = colony->name, .now = std::chrono::system_clock::now()};
        if (const auto server = running_server(folder_)) sight.server = *server;
        sight.refused_connections = count_refused_connections(folder_);
        sight.problem = try_to_enter(sight.server.has_value());
        const std::filesystem::path home = invitation_in(folder_, coordinator_name);
        const auto quarantine = MemberNotes::quarantine_beside(home).read();
        const auto refusals = MemberNotes::refusals_beside(home).read();
        if (!quarantine) sight.problem = quarantine.error();
        const std::vector<WorkerRecord> present =
            monitor_ ? monitor_->present() : std::vector<WorkerRecord>();
        for (const Member& member : colony->members.list()) {
            MemberStatus one{.member = member};
            const auto there = std::ranges::find(present, member.name(), &WorkerRecord::name);
            if (there != present.end()) one.worker = *there;
            one.quarantine = reason_for(quarantine, member.name());
            one.refusal = reason_for(refusals, member.name());
            sight.members.push_back(std::move(one));
        }
        return sight;
    }

  private:
    // Why nobody can be asked.
    [[nodiscard]] std::optional<std::string> try_to_enter(bool server_runs) {
        if (!server_runs) return "the server does not run; 'rookery colony up' starts it";
        if (monitor_) return std::nullopt;
        const auto invitation =
            read_invitation(invitation_in(folder_, watcher_name), std::chrono::system_clock::now());
        if (!invitation) return invitation.error();
        auto entered = Monitor::enter(invitation->invitation);
        if (!entered) return entered.error();
        monitor_ = std::move(*entered);
        // Whoever is there says so within that time.
        std::this_thread::sleep_for(Monitor::first_look);
        return std::nullopt;
    }

    const std::filesystem::path folder_;
    std::unique_ptr<Monitor> monitor_;
};

std::string shown(const ColonyStatus& sight, const ColonyArguments& arguments) {
    if (arguments.json) return json_text(sight) + "\n";
    if (arguments.prometheus) return prometheus_text(sight);
    return fmt::format("{}\n", fmt::join(text_lines(sight, std::string::npos), "\n"));
}

// Until Ctrl-C, in place on a terminal, else one below the other.
int watch_colony(const std::filesystem::path& folder, const ColonyArguments& arguments) {
    const bool is_live = isatty(STDOUT_FILENO) != 0 && !arguments.json && !arguments.prometheus;
    return run_interruptibly(
        [&](const std::stop_token& stop) {
            Sentry sentry(folder);
            LiveBlock block(stdout);
            std::mutex mutex;
            std::condition_variable_any nothing;
            std::unique_lock lock(mutex);
            do {
                const auto sight = sentry.look();
                if (!sight) return failed(sight.error());
                if (is_live)
                    block.show(text_lines(*sight, block.width()));
                else
                    fmt::print("{}", shown(*sight, arguments));
                std::fflush(stdout);
            } while (!nothing.wait_for(lock, stop,
                                       is_live ? between_looks : between_looks_without_terminal,
                                       [&] { return stop.stop_requested(); }));
            return exit_ok;
        },
        [] {}, [] {});
}

}  // namespace

int show_colony(const ColonyArguments& arguments) {
    const std::filesystem::path folder = folder_of(arguments);
    if (arguments.watch) return watch_colony(folder, arguments);
    const auto sight = Sentry(folder).look();
    if (!sight) return failed(sight.error());
    fmt::print("{}", shown(*sight, arguments));
    if (sight->problem) print_error(printable(*sight->problem, 2000));
    warn_of_expiry(folder);
    return exit_ok;
}

using namespace colony;

namespace {

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

// A value of everybody who is there.
std::string of_workers(const ColonyStatus& sight, const char* name, const char* kind,
                       const char* help, const std::function<double(const WorkerRecord&)>& value) {
    Metric metric(name, kind, help);
    for (const MemberStatus& one : sight.members)
        if (one.worker) metric.add(worker_label(one), value(*one.worker));
    return metric.text();
}

// Whether something holds of every worker.
std::string flags(const ColonyStatus& sight, const char* name, const char* help,
                  const std::function<bool(const MemberStatus&)>& holds) {
    Metric metric(name, "gauge", help);
    for (const MemberStatus& one : sight.members)
        if (one.member.role() == Role::Worker) metric.add(worker_label(one), holds(one) ? 1 : 0);
    return metric.text();
}

std::string activities(const ColonyStatus& sight) {
    Metric metric("worker_activity", "gauge", "What a worker does.");
    for (const MemberStatus& one : sight.members)
        if (one.worker)
            metric.add(fmt::format("{},activity=\"{}\"", worker_label(one),
                                   name_of(one.worker->last.activity)),
                       1);
    return metric.text();
}

std::string members(const ColonyStatus& sight) {
    std::map<std::string, int> counts;
    for (const MemberStatus& one : sight.members) {
        const std::string state = state_of(one, sight.now);
        ++counts[fmt::format("role=\"{}\",state=\"{}\"", role_name(one.member.role()),
                             state.empty() ? "invited" : state)];
    }
    Metric metric("members", "gauge", "Members by role and state.");
    for (const auto& [labels, count] : counts) metric.add(labels, count);
    return metric.text();
}

std::string expiries(const ColonyStatus& sight) {
    Metric metric("certificate_expiry_timestamp_seconds", "gauge",
                  "When the certificate of a member ends.");
    for (const MemberStatus& one : sight.members)
        metric.add(fmt::format("member=\"{}\"", one.member.name()),
                   static_cast<double>(std::chrono::system_clock::to_time_t(one.member.expires)));
    return metric.text();
}

}  // namespace

std::string prometheus_text(const ColonyStatus& sight) {
    Metric server("server_up", "gauge", "Whether the colony's server runs.");
    server.add("", sight.server ? 1 : 0);
    Metric refused("refused_connections_total", "counter",
                   "Connections that the server did not let in.");
    refused.add("", static_cast<double>(sight.refused_connections));
    const auto seconds = [](std::uint64_t milliseconds) {
        return static_cast<double>(milliseconds) / 1000;
    };
    return server.text() + refused.text() + members(sight) +
           flags(sight, "worker_present", "Whether a worker is there.",
                 [](const MemberStatus& one) { return one.worker.has_value(); }) +
           flags(sight, "worker_quarantined",
                 "Whether a worker was caught reporting what is not true.",
                 [](const MemberStatus& one) { return one.quarantine.has_value(); }) +
           flags(sight, "worker_refused",
                 "Whether a worker was sent away for running another engine.",
                 [](const MemberStatus& one) { return one.refusal.has_value(); }) +
           flags(sight, "worker_timed", "Whether a worker plays games by the wall clock.",
                 [](const MemberStatus& one) {
                     return one.worker && one.worker->last.timed_speed > 0;
                 }) +
           of_workers(sight, "worker_threads", "gauge", "Threads of a worker.",
                      [](const WorkerRecord& worker) { return worker.last.threads; }) +
           of_workers(
               sight, "worker_speed_nodes_per_second", "gauge", "Measured speed of a worker.",
               [](const WorkerRecord& worker) { return static_cast<double>(worker.last.speed); }) +
           of_workers(
               sight, "worker_search_nodes", "gauge", "Nodes of a worker in its present search.",
               [](const WorkerRecord& worker) { return static_cast<double>(worker.last.nodes); }) +
           of_workers(sight, "worker_up_seconds_total", "counter",
                      "How long a worker has been there.",
                      [&](const WorkerRecord& worker) { return seconds(worker.last.up_ms); }) +
           of_workers(sight, "worker_busy_seconds_total", "counter",
                      "How long a worker has been at work.",
                      [&](const WorkerRecord& worker) { return seconds(worker.last.busy_ms); }) +
           of_workers(
               sight, "worker_unreadable_messages", "gauge",
               "Messages in a worker's name that could not be read.",
               [](const WorkerRecord& worker) { return static_cast<double>(worker.refused); }) +
           activities(sight) + expiries(sight);
}

}  // namespace rookery
