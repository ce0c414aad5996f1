#include "commands/colony/colony_sight.h"

#include "commands/colony/colony_common.h"
#include "notation/printable.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace rookery {

using namespace colony;

namespace {

using Json = nlohmann::ordered_json;

std::string cut(std::string line, std::size_t width) { return line.size() > width ? line.substr(0, width) : line; }

std::string what_it_does(const MemberSight& one) {
    if (one.quarantine) return "quarantine: " + *one.quarantine;
    if (!one.worker) return one.refusal ? "sent away: " + *one.refusal : "";
    const std::uint64_t unreadable = one.worker->refused;
    return one.worker->last.search + (unreadable > 0 ? fmt::format(" ({} unreadable messages)", unreadable) : "");
}

std::string member_line(const MemberSight& one, Time now) {
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
    return fmt::format("{:<20} {:<12} {:<10} {:>7} {:>11} {:>6} {:>5}  {:<10}  {}", one.member.name(),
                       role_name(one.member.role()), state_of(one, now), threads, speed, busy, timed,
                       day_of(one.member.expires), printable(what_it_does(one), 500));
}

std::string sum_line(const ColonySight& sight) {
    std::size_t there = 0;
    std::uint64_t threads = 0;
    std::uint64_t speed = 0;
    for (const MemberSight& one : sight.members) {
        if (!one.worker) continue;
        ++there;
        threads += static_cast<std::uint64_t>(one.worker->last.threads);
        speed += one.worker->last.speed;
    }
    return fmt::format("{} workers there, {} threads, {} nodes a second", there, threads, speed);
}

Json json_of(const MemberSight& one, Time now) {
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

std::string state_of(const MemberSight& one, Time now) {
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

std::vector<std::string> text_lines(const ColonySight& sight, std::size_t width) {
    std::vector<std::string> lines;
    lines.push_back(fmt::format("colony {}: the server {}", sight.name,
                                sight.server ? fmt::format("runs, process {}", *sight.server) : "does not run"));
    lines.push_back(sum_line(sight));
    if (sight.refused_connections > 0)
        lines.push_back(fmt::format("{} connections were refused; server.log says whose", sight.refused_connections));
    lines.push_back(fmt::format("{:<20} {:<12} {:<10} {:>7} {:>11} {:>6} {:>5}  {:<10}  {}", "member", "role", "state",
                                "threads", "nodes/s", "busy", "timed", "until", "what it does"));
    for (const MemberSight& one : sight.members) lines.push_back(member_line(one, sight.now));
    for (std::string& line : lines) line = cut(std::move(line), width);
    return lines;
}

std::string json_text(const ColonySight& sight) {
    Json members = Json::array();
    for (const MemberSight& one : sight.members) members.push_back(json_of(one, sight.now));
    return Json{{"colony", sight.name},
                {"server", sight.server.has_value()},
                {"problem", sight.problem.value_or("")},
                {"refused_connections", sight.refused_connections},
                {"members", std::move(members)}}
        .dump(1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace rookery
