// A colony whose server runs on this machine: its usual folder, the invitations that stay in it,
// and workers beside the server.
#pragma once

#include "base/result.h"
#include "colony/setup/setup.h"

#include <sys/types.h>

#include <chrono>
#include <cstddef>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace rookery::colony {

// Workers as processes. They run in sessions of their own and outlive the program that started
// them. A worker NAME is known by the file NAME.pid and by its command line: no other process is
// ever sent a signal.
struct WorkerProcessPlan {
    std::string name;
    std::filesystem::path program;       // this program
    std::vector<std::string> arguments;  // after `worker INVITATION`
};

// NAME.rookery must be in the folder. Its output goes to NAME.log. A worker that runs already is
// used. It takes a while until it has connected.
[[nodiscard]] Result<pid_t, std::string> start_worker(const std::filesystem::path& folder,
                                                      const WorkerProcessPlan& plan);

struct LocalWorker {
    std::string name;
    pid_t process = -1;
};
// By name.
[[nodiscard]] std::vector<LocalWorker> local_workers(const std::filesystem::path& folder);

// Asks all to leave, and kills them after the grace time. The problem, if one still runs.
[[nodiscard]] std::optional<std::string>
stop_workers(const std::filesystem::path& folder,
             std::chrono::milliseconds grace = std::chrono::seconds(5));

// The coordinator and the watcher on the machine of the server; their invitations stay in the
// folder.
inline constexpr const char* coordinator_name = "home";
inline constexpr const char* watcher_name = "lookout";

[[nodiscard]] std::filesystem::path invitation_in(const std::filesystem::path& folder,
                                                  const std::string& name);

// Has a running server read who is a member now; one that does not run reads it when it starts. The
// problem, if it did not work.
[[nodiscard]] std::optional<std::string> reload_if_running(const std::filesystem::path& folder);

// Sets up a colony in a new folder, with the invitations of coordinator and watcher in it.
[[nodiscard]] Result<Colony, std::string> set_up_with_owner(const std::filesystem::path& folder,
                                                            const SetupPlan& plan);
// Starts so many workers on this machine, which share its processors, and invites those that are
// new. The problem, if it did not work.
[[nodiscard]] std::optional<std::string> start_local_workers(const std::filesystem::path& folder,
                                                             std::size_t count);

// 2026-11-16.
[[nodiscard]] std::string day_of(Time time);

// The usual colony if its server runs, else a temporary one, which ends with the object.
class RunningColony {
  public:
    [[nodiscard]] static Result<std::unique_ptr<RunningColony>, std::string>
    find_or_start(const std::filesystem::path& usual, std::size_t workers);
    RunningColony(const RunningColony&) = delete;
    RunningColony& operator=(const RunningColony&) = delete;
    ~RunningColony();

    [[nodiscard]] const std::filesystem::path& folder() const { return colony_; }
    [[nodiscard]] bool is_temporary() const { return is_temporary_; }

  private:
    RunningColony(std::filesystem::path folder, bool is_temporary)
        : folder_(std::move(folder)), colony_(folder_), is_temporary_(is_temporary) {}

    std::filesystem::path folder_;
    std::filesystem::path colony_;  // in the folder, if it is temporary
    const bool is_temporary_;
};

}  // namespace rookery::colony
