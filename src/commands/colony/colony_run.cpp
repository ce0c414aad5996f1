#include "commands/colony/colony_run.h"

#include "colony/founding/founding.h"
#include "colony/founding/server_process.h"
#include "colony/founding/worker_processes.h"
#include "colony/trust/member_notes.h"
#include "commands/colony/colony_common.h"
#include "commands/exit_codes.h"

#include <fmt/format.h>

#include <filesystem>

namespace rookery {

using namespace colony;

int init_colony(const ColonyArguments& arguments) {
    const std::filesystem::path folder = folder_of(arguments);
    FoundingPlan plan{.name = arguments.name, .addresses = arguments.addresses};
    plan.port = static_cast<std::uint16_t>(arguments.port);
    // Whom nobody else is to reach need not listen to them.
    if (plan.addresses.empty()) plan.listen = "127.0.0.1";
    plan.addresses.emplace_back("127.0.0.1");
    const auto founded = found_colony(folder, plan);
    if (!founded) return failed(founded.error());
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
    // Whoever is invited anew starts anew.
    const auto pardoned =
        MemberNotes::quarantine_beside(invitation_in(folder, coordinator_name)).remove(arguments.member);
    if (!pardoned) return failed(pardoned.error());
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
    fmt::print("The server {} as process {}.\n", running->was_running ? "was running already" : "runs",
               running->process);
    if (const auto problem = start_local_workers(folder, arguments.workers)) return failed(*problem);
    for (const LocalWorker& worker : local_workers(folder))
        fmt::print("The worker {} runs as process {}; its log is {}.\n", worker.name, worker.process,
                   (folder / (worker.name + ".log")).string());
    warn_of_expiry(folder);
    return exit_ok;
}

int stop_colony(const ColonyArguments& arguments) {
    const std::filesystem::path folder = folder_of(arguments);
    if (const auto problem = stop_workers(folder)) return failed(*problem);
    if (const auto problem = stop_server(folder)) return failed(*problem);
    return exit_ok;
}

}  // namespace rookery
