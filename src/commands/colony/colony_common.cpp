#include "commands/colony/colony_common.h"

#include "base/files.h"
#include "base/machine.h"
#include "base/text.h"
#include "colony/setup/server_process.h"
#include "colony/setup/setup.h"
#include "colony/setup/worker_processes.h"
#include "ui/exit_codes.h"
#include "ui/messages.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <chrono>

namespace rookery {

using namespace colony;

std::filesystem::path folder_of(const ColonyArguments& arguments) {
    if (!arguments.folder.empty()) return arguments.folder;
    const auto data = data_folder();
    return data ? *data / "colony" : std::filesystem::path("colony");
}

std::filesystem::path invitation_in(const std::filesystem::path& folder, const std::string& name) {
    return folder / fmt::format("{}.rookery", name);
}

int failed(const std::string& problem) {
    print_error(printable(problem, 2000));
    return exit_failed;
}

// A server that runs must be told who is a member now; one that does not reads it when it starts.
std::optional<std::string> tell_server(const std::filesystem::path& folder) {
    if (!running_server(folder)) return std::nullopt;
    return reload_server(folder);
}

Result<Colony, std::string> found_colony(const std::filesystem::path& folder,
                                         const SetupPlan& plan) {
    auto founded = found(folder, plan);
    if (!founded) return founded;
    for (const auto& [name, role] :
         {std::pair(coordinator_name, Role::Coordinator), std::pair(watcher_name, Role::Watcher)}) {
        const auto invited =
            invite(folder,
                   {.name = name, .role = role, .days = 3650, .file = invitation_in(folder, name)});
        if (!invited) return failure(invited.error());
    }
    return founded;
}

namespace {

// Invited before, and still welcome.
bool is_welcome(const std::filesystem::path& folder, const std::string& name) {
    const auto colony = load_colony(folder);
    const auto invitation =
        read_invitation(invitation_in(folder, name), std::chrono::system_clock::now());
    if (!colony || !invitation) return false;
    const Member* member = colony->members.find(name);
    return member != nullptr && member->id == invitation->id &&
           member->may_connect(std::chrono::system_clock::now());
}

std::optional<std::string> invite_local(const std::filesystem::path& folder,
                                        const std::string& name) {
    if (is_welcome(folder, name)) return std::nullopt;
    std::error_code none;
    std::filesystem::remove(invitation_in(folder, name), none);
    const auto invited = invite(folder, {.name = name, .file = invitation_in(folder, name)});
    if (!invited) return invited.error();
    return tell_server(folder);
}

}  // namespace

std::optional<std::string> start_local_workers(const std::filesystem::path& folder,
                                               std::size_t count) {
    std::error_code error;
    const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe", error);
    if (error) return "the program does not know where it is: " + error.message();
    const std::size_t threads =
        std::max<std::size_t>(1, usable_processors().size() / std::max<std::size_t>(1, count));
    for (std::size_t i = 1; i <= count; ++i) {
        const std::string name = fmt::format("local-{}", i);
        if (auto problem = invite_local(folder, name)) return problem;
        const auto started =
            start_worker(folder, {name, program, {"--threads", std::to_string(threads)}});
        if (!started) return started.error();
    }
    return std::nullopt;
}

std::string day_of(Time time) {
    return fmt::format("{:%F}", fmt::gmtime(std::chrono::system_clock::to_time_t(time)));
}

void warn_of_expiry(const std::filesystem::path& folder) {
    constexpr int days = 30;
    const auto ends = expiring(folder, days, std::chrono::system_clock::now());
    if (!ends) return;
    for (const Expiry& one : *ends)
        print_error(fmt::format("the certificate of {} ends on {}", printable(one.what, 100),
                                day_of(one.expires)));
}

}  // namespace rookery
