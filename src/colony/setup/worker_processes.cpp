#include "colony/setup/worker_processes.h"

#include "base/files.h"
#include "base/text.h"
#include "colony/setup/colony_folder.h"
#include "colony/setup/members.h"
#include "colony/setup/private_file.h"
#include "colony/setup/server_config.h"
#include "colony/setup/server_process.h"

#include <fmt/format.h>

#include <algorithm>
#include <csignal>
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
bool is_our_worker(const ProcessHandle& process, const fs::path& folder, const std::string& name) {
    const std::vector<std::string> words = process.command_line();
    return words.size() >= 3 && words[1] == "worker" && words[2] == invitation_of(folder, name);
}

std::optional<ProcessHandle> find_worker(const fs::path& folder, const std::string& name) {
    const auto text = text_of_file((folder / (name + ".pid")).string());
    if (!text) return std::nullopt;
    const auto number = parse_number<pid_t>(text->substr(0, text->find('\n')));
    if (!number) return std::nullopt;
    auto process = ProcessHandle::open(*number);
    if (!process || !is_our_worker(*process, folder, name)) return std::nullopt;
    return process;
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

}  // namespace rookery::colony
