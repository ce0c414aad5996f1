// The colony's own nats-server: its configuration, made from the members that may connect, and its
// process.
#pragma once

#include "base/result.h"
#include "colony/setup/address.h"
#include "colony/setup/members.h"
#include "colony/setup/private_file.h"

#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <istream>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rookery::colony {

// Names of files in the colony's folder.
inline constexpr const char* authority_certificate_file = "authority.pem";
inline constexpr const char* authority_key_file = "authority.key";
inline constexpr const char* server_certificate_file = "server.pem";
inline constexpr const char* server_key_file = "server.key";
inline constexpr const char* server_config_file = "server.conf";
inline constexpr const char* server_log_file = "server.log";
inline constexpr const char* server_pid_file = "server.pid";
inline constexpr const char* queue_folder = "queues";

// Without members that are revoked or have expired by then: the server checks a certificate's time
// only when a member connects, and disconnects members that it no longer knows. The folder is
// absolute.
[[nodiscard]] std::string server_config(const std::filesystem::path& folder, const Address& listen,
                                        const Members& members, Time now);

// A quoted text of the configuration.
[[nodiscard]] std::string config_quoted(std::string_view text);

// The process: start, find, reload, stop.
//
// It runs in a session of its own and outlives the program that started it. It is known by the file
// in which it writes its process id, and by its command line: no other process is ever sent a
// signal, not even another nats-server.
struct ServerStart {
    std::string program = "nats-server";  // a path, or a name to look for on PATH
    std::chrono::milliseconds timeout =
        std::chrono::seconds(60);  // it reads its queues before it listens
};

struct RunningServer {
    pid_t process = -1;
    bool was_running = false;  // before we were asked to start it
};

// Returns once it accepts connections; the error says why it does not. A server that runs already
// is used.
[[nodiscard]] Result<RunningServer, std::string> start_server(const std::filesystem::path& folder,
                                                              const ServerStart& start = {});

[[nodiscard]] std::optional<pid_t> running_server(const std::filesystem::path& folder);

// Returns once the server has read its configuration again and disconnected those who are no
// members any more. The problem, if it did not work; that no server runs is one.
[[nodiscard]] std::optional<std::string>
reload_server(const std::filesystem::path& folder,
              std::chrono::milliseconds timeout = std::chrono::seconds(30));

// Asks it to end, and kills it after the grace time. Harmless if none runs. The problem, if it
// still runs.
[[nodiscard]] std::optional<std::string>
stop_server(const std::filesystem::path& folder,
            std::chrono::milliseconds grace = std::chrono::seconds(10));

// Connections that the server's log says were refused for their certificate: none, of another
// authority, expired, or of no present member. Clients that did not try to show one, or hung up, do
// not count.
[[nodiscard]] std::uint64_t count_refused_connections(std::istream& log);
// The same for the colony in that folder, since its present log began; 0 if there is no log.
[[nodiscard]] std::uint64_t count_refused_connections(const std::filesystem::path& folder);

// A handle of one process. A process id can be given to another process, a handle cannot.
class ProcessHandle {
  public:
    // Nothing if no such process exists.
    [[nodiscard]] static std::optional<ProcessHandle> open(pid_t process);
    // The process whose id is in the file. Nothing if it has another command line: its id may have
    // been given to another process.
    using CommandCheck = std::function<bool(std::vector<std::string> words)>;
    [[nodiscard]] static std::optional<ProcessHandle> find(const std::filesystem::path& pid_file,
                                                           const CommandCheck& is_expected);

    [[nodiscard]] pid_t process() const { return process_; }
    // Empty if it has ended.
    [[nodiscard]] std::vector<std::string> command_line() const;
    void send(int signal) const;
    // Whether it has ended by then. A child of ours is then reaped.
    [[nodiscard]] bool has_ended(std::chrono::milliseconds timeout = {}) const;

  private:
    ProcessHandle(OpenFile handle, pid_t process) : handle_(std::move(handle)), process_(process) {}

    OpenFile handle_;
    pid_t process_;
};

// Starts a program in a session of its own, which inherits no files and gets none of the signals
// meant for us. Its output goes to a private file. Returns its process id, or the number of the
// system's error.
struct SpawnResult {
    pid_t process = -1;
    int error = 0;
};
[[nodiscard]] SpawnResult spawn_detached(const std::vector<std::string>& command,
                                         const std::filesystem::path& output);

}  // namespace rookery::colony
