// Workers on the machine of the server, as processes: start, find, stop.
//
// They run in sessions of their own and outlive the program that started them. A worker NAME is
// known by the file NAME.pid and by its command line: no other process is ever sent a signal.
#pragma once

#include "base/result.h"

#include <sys/types.h>

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace rookery::colony {

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

}  // namespace rookery::colony
