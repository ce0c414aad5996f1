#include "colony/setup/local_colony.h"

#include "base/files.h"
#include "base/machine.h"
#include "base/text.h"
#include "colony/setup/server_process.h"
#include "colony/setup/worker_processes.h"
#include "ui/messages.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>

namespace rookery::colony {
namespace {

// Invited before, and still a member.
bool is_member(const std::filesystem::path& folder, const std::string& name) {
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
    if (is_member(folder, name)) return std::nullopt;
    std::error_code none;
    std::filesystem::remove(invitation_in(folder, name), none);
    const auto invited = invite(folder, {.name = name, .file = invitation_in(folder, name)});
    if (!invited) return invited.error();
    return reload_if_running(folder);
}

}  // namespace

std::filesystem::path usual_colony_folder() {
    const auto data = data_folder();
    return data ? *data / "colony" : std::filesystem::path("colony");
}

std::filesystem::path invitation_in(const std::filesystem::path& folder, const std::string& name) {
    return folder / fmt::format("{}.rookery", name);
}

std::optional<std::string> reload_if_running(const std::filesystem::path& folder) {
    if (!running_server(folder)) return std::nullopt;
    return reload_server(folder);
}

Result<Colony, std::string> set_up_with_owner(const std::filesystem::path& folder,
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

Result<std::unique_ptr<RunningColony>, std::string>
RunningColony::find_or_start(const std::filesystem::path& usual, std::size_t workers) {
    if (running_server(usual))
        return std::unique_ptr<RunningColony>(new RunningColony(usual, false));
    std::string name = (std::filesystem::temp_directory_path() / "rookery-colony-XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr) return failure(name + " cannot be made");
    std::unique_ptr<RunningColony> made(new RunningColony(name, true));
    const auto founded = set_up_with_owner(
        made->folder_ / "colony",
        {.name = "trial", .addresses = {"127.0.0.1"}, .listen = "127.0.0.1", .port = 0});
    if (!founded) return failure(founded.error());
    made->colony_ = made->folder_ / "colony";
    if (const auto server = start_server(made->colony_); !server) return failure(server.error());
    if (auto problem = start_local_workers(made->colony_, workers))
        return failure(std::move(*problem));
    return made;
}

RunningColony::~RunningColony() {
    if (!is_temporary_) return;
    for (const auto& problem : {stop_workers(colony_), stop_server(colony_)})
        if (problem) print_printable_error(*problem);
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
}

}  // namespace rookery::colony
