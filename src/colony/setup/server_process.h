// The colony's own nats-server as a process: started, found again, told of changes, stopped.
//
// It runs in a session of its own and outlives the program that started it. It is known by the file
// in which it writes its number, and by its command line: no other process is ever sent a signal,
// also not another nats-server.
#pragma once

#include "base/result.h"

#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <istream>
#include <optional>
#include <string>
#include <vector>

namespace rookery::colony {

struct ServerStart {
    std::string program = "nats-server";  // a path, or a name to look for on PATH
    std::chrono::milliseconds timeout =
        std::chrono::seconds(60);  // it reads its queues before it listens
};

struct RunningServer {
    pid_t process = -1;
    bool was_running = false;  // before we were asked to start it
};

// Returns once it accepts connections; the error says why it does not. One that runs already will
// do.
[[nodiscard]] Result<RunningServer, std::string> start_server(const std::filesystem::path& folder,
                                                              const ServerStart& start = {});

[[nodiscard]] std::optional<pid_t> running_server(const std::filesystem::path& folder);

// Returns once the server has read its configuration again, and thrown out whom it no longer knows.
// The problem, if it did not; that no server runs is one.
[[nodiscard]] std::optional<std::string>
reload_server(const std::filesystem::path& folder,
              std::chrono::milliseconds timeout = std::chrono::seconds(30));

// Asks it to end, and after the grace makes it. Harmless if none runs. The problem, if it still
// does.
[[nodiscard]] std::optional<std::string>
stop_server(const std::filesystem::path& folder,
            std::chrono::milliseconds grace = std::chrono::seconds(10));

// What the server has written down about those whom it did not let in.

// Connections that were refused for their certificate: none, one of another authority, expired, or
// of nobody who is a member now. Who did not even try to show one, or hung up, does not count.
[[nodiscard]] std::uint64_t count_refused_connections(std::istream& log);
// Of the colony in that folder, since its present log began; none if there is no log.
[[nodiscard]] std::uint64_t count_refused_connections(const std::filesystem::path& folder);

// One process that is surely meant: a number can pass to another process, a handle cannot.

class ProcessHandle {
  public:
    // Nothing if no such process exists.
    [[nodiscard]] static std::optional<ProcessHandle> open(pid_t process);
    ProcessHandle(ProcessHandle&& other) noexcept;
    ProcessHandle& operator=(ProcessHandle&&) = delete;
    ~ProcessHandle();

    [[nodiscard]] pid_t process() const { return process_; }
    // Empty when it has ended.
    [[nodiscard]] std::vector<std::string> command_line() const;
    void send(int signal) const;
    // Whether it has ended by then. If it is a child of ours, nothing is left of it.
    [[nodiscard]] bool has_ended(std::chrono::milliseconds timeout = {}) const;

  private:
    ProcessHandle(int handle, pid_t process) : handle_(handle), process_(process) {}

    int handle_;
    pid_t process_;
};

// A program in a session of its own, which inherits no files and hears none of the signals meant
// for us. What it prints goes to a private file. Its number, or the number of the system's error.
struct SpawnResult {
    pid_t process = -1;
    int error = 0;
};
[[nodiscard]] SpawnResult spawn_detached(const std::vector<std::string>& command,
                                         const std::filesystem::path& output);

}  // namespace rookery::colony
