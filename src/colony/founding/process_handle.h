// One process that is surely meant: a number can pass to another process, a handle cannot.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace rookery::colony {

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
    [[nodiscard]] bool has_ended(std::chrono::milliseconds patience = {}) const;

  private:
    ProcessHandle(int handle, pid_t process) : handle_(handle), process_(process) {}

    int handle_;
    pid_t process_;
};

// A program in a session of its own, which inherits no files and hears none of the signals meant for us. What it prints
// goes to a private file. Its number, or the number of the system's error.
struct SpawnResult {
    pid_t process = -1;
    int error = 0;
};
[[nodiscard]] SpawnResult spawn_detached(const std::vector<std::string>& command,
                                         const std::filesystem::path& output);

}  // namespace rookery::colony
