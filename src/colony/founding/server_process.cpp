#include "colony/founding/server_process.h"

#include "base/file_text.h"
#include "colony/founding/colony_folder.h"
#include "colony/founding/ports.h"
#include "colony/founding/private_file.h"
#include "colony/founding/process_handle.h"
#include "colony/founding/server_config.h"
#include "notation/printable.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstring>
#include <fstream>
#include <thread>

namespace rookery::colony {
namespace {

using namespace std::chrono_literals;
namespace fs = std::filesystem;
using Problem = std::optional<std::string>;
using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

constexpr const char* output_file = "server.out";
constexpr std::size_t kept_logs = 3;
constexpr auto pause_between_looks = 20ms;

std::vector<std::string> command_for(const std::string& program, const fs::path& folder) {
    return {program, "-c", (folder / server_config_file).string()};
}

// Whatever the path by which it was started: a nats-server, with our configuration and nothing else.
bool is_our_server(const ProcessHandle& process, const fs::path& folder) {
    std::vector<std::string> words = process.command_line();
    if (words.empty()) return false;
    words.front() = fs::path(words.front()).filename().string();
    return words == command_for("nats-server", folder);
}

std::optional<ProcessHandle> find_server(const fs::path& folder) {
    const auto text = text_of_file((folder / server_pid_file).string());
    if (!text) return std::nullopt;
    pid_t number = 0;
    const char* end = text->data() + text->size();
    const auto [rest, error] = std::from_chars(text->data(), end, number);
    if (error != std::errc{} || (rest != end && *rest != '\n')) return std::nullopt;
    auto process = ProcessHandle::open(number);
    if (!process || !is_our_server(*process, folder)) return std::nullopt;
    return process;
}

// What was added to a file since it had that size. A file that has shrunk is a new one.
std::string text_since(const fs::path& path, std::uintmax_t size) {
    std::ifstream file(path, std::ios::binary | std::ios::ate);
    if (!file) return {};
    const auto end = static_cast<std::uintmax_t>(file.tellg());
    file.seekg(static_cast<std::streamoff>(size <= end ? size : 0));
    return {std::istreambuf_iterator<char>(file), {}};
}

std::uintmax_t size_of(const fs::path& path) {
    std::error_code missing;
    const std::uintmax_t size = fs::file_size(path, missing);
    return missing ? 0 : size;
}

// The last lines, made fit for a terminal, each indented on a line of its own.
std::string last_lines(std::string_view text) {
    constexpr std::size_t count = 5;
    std::vector<std::string> lines;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        if (end > 0) lines.push_back("\n    " + printable(text.substr(0, end), 300));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    std::string last;
    for (std::size_t i = lines.size() > count ? lines.size() - count : 0; i < lines.size(); ++i)
        last += lines[i];
    return last.empty() ? "\n    (nothing)" : last;
}

// This server begins a new log when one is full and keeps the old ones for ever. Their names end with the time.
void remove_old_logs(const fs::path& folder) {
    std::vector<fs::path> old;
    std::error_code error;
    const std::string prefix = std::string(server_log_file) + ".";
    for (fs::directory_iterator entry(folder, error), end; !error && entry != end;
         entry.increment(error))
        if (entry->path().filename().string().starts_with(prefix)) old.push_back(entry->path());
    std::ranges::sort(old, std::ranges::greater());
    for (std::size_t i = kept_logs; i < old.size(); ++i) fs::remove(old[i], error);
}

// Debian puts the program where only root looks for programs.
SpawnResult spawn_server(const std::string& program, const fs::path& folder) {
    SpawnResult spawned = spawn_detached(command_for(program, folder), folder / output_file);
    const bool is_name = program.find('/') == std::string::npos;
    for (const char* place : {"/usr/sbin/", "/usr/local/sbin/"})
        if (is_name && spawned.error == ENOENT)
            spawned = spawn_detached(command_for(place + program, folder), folder / output_file);
    return spawned;
}

std::string spawn_problem(const std::string& program, int error) {
    if (error == ENOENT)
        return fmt::format("the program {} is missing; run: ./rookery install colony",
                           printable(program));
    return fmt::format("{} cannot be started: {}", printable(program), std::strerror(error));
}

// It prints what is wrong with its configuration, and writes everything else to its log.
std::string end_report(const fs::path& folder, std::uintmax_t log_size, const char* what) {
    const std::string printed = text_since(folder / output_file, 0);
    return fmt::format("the server {}; its last words:{}", what,
                       last_lines(printed + text_since(folder / server_log_file, log_size)));
}

Problem wait_until_ready(const fs::path& folder, const Address& listen, const ProcessHandle& server,
                         std::uintmax_t log_size, milliseconds patience) {
    const auto give_up = Clock::now() + patience;
    while (true) {
        // Its number is the last thing that a later command needs to find it.
        const bool ready = is_greeted(listen, 1s) && find_server(folder).has_value();
        if (server.has_ended()) return end_report(folder, log_size, "ended at once");
        if (ready) return std::nullopt;
        if (Clock::now() > give_up)
            return end_report(folder, log_size, "does not accept connections");
        std::this_thread::sleep_for(pause_between_looks);
    }
}

void end_process(const ProcessHandle& process, milliseconds grace) {
    process.send(SIGTERM);
    if (process.has_ended(grace)) return;
    process.send(SIGKILL);
    static_cast<void>(process.has_ended(10s));
}

Result<RunningServer, std::string> launch(const fs::path& folder, const Address& listen,
                                          const ServerStart& start) {
    if (auto problem = listen_problem(listen)) return failure(std::move(*problem));
    remove_old_logs(folder);
    const std::uintmax_t log_size = size_of(folder / server_log_file);
    const SpawnResult spawned = spawn_server(start.program, folder);
    if (spawned.process < 0) return failure(spawn_problem(start.program, spawned.error));
    const auto server = ProcessHandle::open(spawned.process);
    if (!server)
        return failure(std::string("the server cannot be watched: this needs Linux 5.4 or newer"));
    if (auto problem = wait_until_ready(folder, listen, *server, log_size, start.patience)) {
        end_process(*server, 2s);
        return failure(std::move(*problem));
    }
    return RunningServer{spawned.process, false};
}

}  // namespace

Result<RunningServer, std::string> start_server(const fs::path& where, const ServerStart& start) {
    const ColonyFolder folder(where);
    if (auto problem = folder.colony_problem()) return failure(std::move(*problem));
    const auto lock = FolderLock::take(folder.path());
    if (!lock) return failure(lock.error());
    if (const auto server = find_server(folder.path()))
        return RunningServer{server->process(), true};
    const auto colony = folder.read();
    if (!colony) return failure(colony.error());
    // Members may have expired since it was written.
    if (auto problem = folder.write_config(*colony, std::chrono::system_clock::now()))
        return failure(std::move(*problem));
    return launch(folder.path(), colony->listen, start);
}

std::optional<pid_t> running_server(const fs::path& where) {
    const auto server = find_server(ColonyFolder(where).path());
    if (!server) return std::nullopt;
    return server->process();
}

Problem reload_server(const fs::path& where, milliseconds patience) {
    const ColonyFolder colony(where);
    if (auto problem = colony.colony_problem()) return problem;
    const fs::path& folder = colony.path();
    const auto lock = FolderLock::take(folder);
    if (!lock) return lock.error();
    const auto server = find_server(folder);
    if (!server) return fmt::format("no server runs for {}", folder.string());
    const fs::path log = folder / server_log_file;
    const std::uintmax_t log_size = size_of(log);
    server->send(SIGHUP);
    // A signal has no answer: the log says what has become of it.
    const auto give_up = Clock::now() + patience;
    while (Clock::now() < give_up) {
        const std::string news = text_since(log, log_size);
        // The line is not merely mentioned: members can have words of theirs written there, within a line.
        if (news.find("[INF] Reloaded server configuration\n") != std::string::npos)
            return std::nullopt;
        if (news.find("[ERR] Failed to reload server configuration") != std::string::npos)
            return "the server refuses its new configuration; its last words:" + last_lines(news);
        if (server->has_ended(pause_between_looks))
            return end_report(folder, log_size, "has ended");
    }
    return end_report(folder, log_size, "does not take its new configuration");
}

Problem stop_server(const fs::path& where, milliseconds grace) {
    const auto server = find_server(ColonyFolder(where).path());
    if (!server) return std::nullopt;
    end_process(*server, grace);
    if (server->has_ended()) return std::nullopt;
    return fmt::format("the server, process {}, cannot be ended", server->process());
}

}  // namespace rookery::colony
