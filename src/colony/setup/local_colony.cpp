#include "colony/setup/local_colony.h"

#include "base/files.h"
#include "base/machine.h"
#include "base/text.h"
#include "colony/setup/members.h"
#include "colony/setup/private_file.h"
#include "colony/setup/server.h"
#include "ui/messages.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <cstring>

namespace rookery::colony {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

std::string invitation_of(const fs::path& folder, const std::string& name) {
    return (folder / (name + ".rookery")).string();
}

std::vector<std::string> command_for(const fs::path& folder, const WorkerProcessPlan& plan) {
    std::vector<std::string> words = {plan.program.string(), "worker",
                                      invitation_of(folder, plan.name)};
    words.insert(words.end(), plan.arguments.begin(), plan.arguments.end());
    return words;
}

// A worker with that invitation, started by any path and with any other arguments.
std::optional<ProcessHandle> find_worker(const fs::path& folder, const std::string& name) {
    return ProcessHandle::find(folder / (name + ".pid"),
                               [&](const std::vector<std::string>& words) {
                                   return words.size() >= 3 && words[1] == "worker" &&
                                          words[2] == invitation_of(folder, name);
                               });
}

}  // namespace

Result<pid_t, std::string> start_worker(const fs::path& where, const WorkerProcessPlan& plan) {
    const ColonyFolder folder(where);
    if (auto problem = folder.colony_problem()) return failure(std::move(*problem));
    if (!is_valid_name(plan.name)) return failure(name_problem(plan.name));
    const auto lock = FolderLock::take(folder.path());
    if (!lock) return failure(lock.error());
    if (const auto running = find_worker(folder.path(), plan.name)) return running->process();
    const SpawnResult spawned =
        spawn_detached(command_for(folder.path(), plan), folder.path() / (plan.name + ".log"));
    if (spawned.process < 0)
        return failure(fmt::format("{} cannot be started: {}", plan.program.string(),
                                   std::strerror(spawned.error)));
    if (auto problem = replace_private_file(folder.path() / (plan.name + ".pid"),
                                            std::to_string(spawned.process))) {
        // Without the file it could not be found again.
        if (const auto process = ProcessHandle::open(spawned.process)) process->send(SIGTERM);
        return failure(std::move(*problem));
    }
    return spawned.process;
}

std::vector<LocalWorker> local_workers(const fs::path& where) {
    const ColonyFolder folder(where);
    std::vector<LocalWorker> found;
    std::error_code error;
    for (fs::directory_iterator entry(folder.path(), error), end; !error && entry != end;
         entry.increment(error)) {
        const std::string name = entry->path().stem().string();
        if (entry->path().extension() != ".pid" || entry->path().filename() == server_pid_file)
            continue;
        if (const auto process = find_worker(folder.path(), name))
            found.push_back({name, process->process()});
    }
    std::ranges::sort(found, {}, &LocalWorker::name);
    return found;
}

std::optional<std::string> stop_workers(const fs::path& where, std::chrono::milliseconds grace) {
    const ColonyFolder folder(where);
    std::vector<ProcessHandle> processes;
    for (const LocalWorker& worker : local_workers(where))
        if (auto process = find_worker(folder.path(), worker.name))
            processes.push_back(std::move(*process));
    for (const ProcessHandle& process : processes) process.send(SIGTERM);
    const auto give_up = std::chrono::steady_clock::now() + grace;
    for (const ProcessHandle& process : processes) {
        const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(
            give_up - std::chrono::steady_clock::now());
        if (process.has_ended(std::max(left, 0ms))) continue;
        process.send(SIGKILL);
        if (!process.has_ended(10s))
            return fmt::format("the worker that is process {} cannot be ended", process.process());
    }
    return std::nullopt;
}

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
