// The colony's own nats-server as a process: started, found again, told of changes, stopped.
//
// It runs in a session of its own and outlives the program that started it. It is known by the file in which it writes
// its number, and by its command line: no other process is ever sent a signal, also not another nats-server.
#pragma once

#include "base/result.h"

#include <sys/types.h>

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>

namespace rookery::colony {

struct ServerStart {
    std::string program = "nats-server";  // a path, or a name to look for on PATH
    std::chrono::milliseconds patience =
        std::chrono::seconds(60);  // it reads its queues before it listens
};

struct RunningServer {
    pid_t process = -1;
    bool was_running = false;  // before we were asked to start it
};

// Returns once it accepts connections; the error says why it does not. One that runs already will do.
[[nodiscard]] Result<RunningServer, std::string> start_server(const std::filesystem::path& folder,
                                                              const ServerStart& start = {});

[[nodiscard]] std::optional<pid_t> running_server(const std::filesystem::path& folder);

// Returns once the server has read its configuration again, and thrown out whom it no longer knows. The problem, if it
// did not; that no server runs is one.
[[nodiscard]] std::optional<std::string>
reload_server(const std::filesystem::path& folder,
              std::chrono::milliseconds patience = std::chrono::seconds(30));

// Asks it to end, and after the grace makes it. Harmless if none runs. The problem, if it still does.
[[nodiscard]] std::optional<std::string>
stop_server(const std::filesystem::path& folder,
            std::chrono::milliseconds grace = std::chrono::seconds(10));

}  // namespace rookery::colony
