#include "commands/colony/colony_run.h"

#include "base/folders.h"
#include "colony/founding/founding.h"
#include "colony/founding/server_process.h"
#include "colony/live/attendance.h"
#include "commands/complain.h"
#include "commands/exit_codes.h"
#include "notation/printable.h"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <chrono>
#include <filesystem>
#include <optional>

namespace rookery {
namespace {

using namespace colony;
using Json = nlohmann::ordered_json;

// Who coordinates on the machine of the server, and who looks at it; their invitations stay in the folder.
constexpr const char* coordinator_name = "home";
constexpr const char* watcher_name = "lookout";

std::filesystem::path folder_of(const ColonyArguments& arguments) {
    if (!arguments.folder.empty()) return arguments.folder;
    const auto data = data_folder();
    return data ? *data / "colony" : std::filesystem::path("colony");
}

std::filesystem::path invitation_in(const std::filesystem::path& folder, const char* name) {
    return folder / fmt::format("{}.rookery", name);
}

int failed(const std::string& problem) {
    complain(printable(problem, 2000));
    return exit_failed;
}

// A server that runs must be told who is a member now; one that does not reads it when it starts.
std::optional<std::string> tell_server(const std::filesystem::path& folder) {
    if (!running_server(folder)) return std::nullopt;
    return reload_server(folder);
}

std::string day_of(Time time) {
    return fmt::format("{:%F}", fmt::gmtime(std::chrono::system_clock::to_time_t(time)));
}

void warn_of_expiry(const std::filesystem::path& folder) {
    constexpr int days = 30;
    const auto ends = expiring(folder, days, std::chrono::system_clock::now());
    if (!ends) return;
    for (const Expiry& one : *ends)
        complain(fmt::format("the certificate of {} ends on {}", printable(one.what, 100), day_of(one.expires)));
}

struct Seen {
    std::vector<Member> members;
    std::optional<pid_t> server;
    std::vector<WorkerRecord> present;
    std::optional<std::string> problem;  // why nobody could be asked
};

Seen look(const std::filesystem::path& folder, const Colony& colony) {
    Seen seen{colony.members.list(), running_server(folder), {}, {}};
    if (!seen.server) {
        seen.problem = "the server does not run; 'rookery colony up' starts it";
        return seen;
    }
    const auto invitation =
        read_invitation(invitation_in(folder, watcher_name), std::chrono::system_clock::now());
    if (!invitation) {
        seen.problem = invitation.error();
        return seen;
    }
    auto present = take_attendance(invitation->invitation);
    if (present)
        seen.present = std::move(*present);
    else
        seen.problem = present.error();
    return seen;
}

const WorkerRecord* find(const Seen& seen, const std::string& name) {
    for (const WorkerRecord& worker : seen.present)
        if (worker.name == name) return &worker;
    return nullptr;
}

std::string state_of(const Member& member, const WorkerRecord* worker) {
    if (!member.may_connect(std::chrono::system_clock::now()))
        return member.state == MemberState::Revoked ? "revoked" : "expired";
    if (member.role() != Role::Worker) return "";
    return worker == nullptr ? "away" : std::string(name_of(worker->last.activity));
}

Json json_of(const Seen& seen) {
    Json members = Json::array();
    for (const Member& member : seen.members) {
        const WorkerRecord* worker = find(seen, member.name());
        Json row = {{"name", member.name()}, {"role", role_name(member.role())}, {"state", state_of(member, worker)},
                    {"expires", day_of(member.expires)}};
        if (worker != nullptr) {
            row["version"] = worker->last.version;
            row["bench"] = worker->last.bench;
            row["threads"] = worker->last.threads;
            row["speed"] = worker->last.speed;
            row["search"] = worker->last.search;
        }
        members.push_back(std::move(row));
    }
    return {{"server", seen.server.has_value()}, {"problem", seen.problem.value_or("")}, {"members", members}};
}

void print_text(const Seen& seen) {
    fmt::print("server   {}\n", seen.server ? fmt::format("runs, process {}", *seen.server) : "does not run");
    fmt::print("{:<20} {:<12} {:<10} {:>8} {:>12}  {}\n", "member", "role", "state", "threads", "nodes/s", "until");
    for (const Member& member : seen.members) {
        const WorkerRecord* worker = find(seen, member.name());
        fmt::print("{:<20} {:<12} {:<10} {:>8} {:>12}  {}\n", member.name(), role_name(member.role()),
                   state_of(member, worker), worker != nullptr ? std::to_string(worker->last.threads) : "",
                   worker != nullptr ? std::to_string(worker->last.speed) : "", day_of(member.expires));
    }
}

}  // namespace

int init_colony(const ColonyArguments& arguments) {
    const std::filesystem::path folder = folder_of(arguments);
    FoundingPlan plan{.name = arguments.name, .addresses = arguments.addresses};
    plan.port = static_cast<std::uint16_t>(arguments.port);
    // Whom nobody else is to reach need not listen to them.
    if (plan.addresses.empty()) plan.listen = "127.0.0.1";
    plan.addresses.emplace_back("127.0.0.1");
    const auto founded = found(folder, plan);
    if (!founded) return failed(founded.error());
    for (const auto& [name, role] : {std::pair(coordinator_name, Role::Coordinator), std::pair(watcher_name, Role::Watcher)}) {
        const auto invited = invite(folder, {.name = name, .role = role, .days = 3650, .file = invitation_in(folder, name)});
        if (!invited) return failed(invited.error());
    }
    fmt::print("Colony {} in {}\n", founded->name, folder.string());
    fmt::print("Next: rookery colony up, then rookery colony invite NAME for every machine that is to help.\n");
    return exit_ok;
}

int invite_member(const ColonyArguments& arguments) {
    const std::filesystem::path folder = folder_of(arguments);
    const std::filesystem::path file = arguments.output.empty() ? arguments.member + ".rookery" : arguments.output;
    const auto invited = invite(folder, {.name = arguments.member,
                                         .role = role_of_name(arguments.role).value_or(Role::Worker),
                                         .days = arguments.days,
                                         .file = file});
    if (!invited) return failed(invited.error());
    if (const auto problem = tell_server(folder)) return failed(*problem);
    fmt::print("{} is the key of {}, a {}: keep it safe and carry it there.\n", file.string(), arguments.member,
               arguments.role);
    if (invited->role == Role::Worker) fmt::print("There: rookery worker {}\n", file.filename().string());
    warn_of_expiry(folder);
    return exit_ok;
}

int revoke_member(const ColonyArguments& arguments) {
    const std::filesystem::path folder = folder_of(arguments);
    if (const auto problem = revoke(folder, arguments.member)) return failed(*problem);
    if (const auto problem = tell_server(folder)) return failed(*problem);
    fmt::print("{} is no longer a member.\n", arguments.member);
    return exit_ok;
}

int start_colony(const ColonyArguments& arguments) {
    const std::filesystem::path folder = folder_of(arguments);
    if (const auto problem = refresh_config(folder)) return failed(*problem);
    const auto running = start_server(folder);
    if (!running) return failed(running.error());
    fmt::print("The server {} as process {}.\n", running->was_running ? "was running already" : "runs", running->process);
    warn_of_expiry(folder);
    return exit_ok;
}

int stop_colony(const ColonyArguments& arguments) {
    if (const auto problem = stop_server(folder_of(arguments))) return failed(*problem);
    return exit_ok;
}

int show_colony(const ColonyArguments& arguments) {
    const std::filesystem::path folder = folder_of(arguments);
    const auto colony = load_colony(folder);
    if (!colony) return failed(colony.error());
    const Seen seen = look(folder, *colony);
    if (arguments.json)
        fmt::print("{}\n", json_of(seen).dump(1));
    else
        print_text(seen);
    if (seen.problem) complain(printable(*seen.problem, 2000));
    warn_of_expiry(folder);
    return exit_ok;
}

}  // namespace rookery
