#include "colony/setup/server.h"

#include "base/files.h"
#include "base/text.h"
#include "colony/setup/private_file.h"
#include "colony/setup/setup.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <spawn.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fstream>
#include <iterator>
#include <thread>

namespace rookery::colony {
namespace {

// The server waits a second for the answer to a ping, twice, so a worker that hangs is noticed
// soon. The limits on messages are far above what members need and far below what would hurt. No
// line opens a port for monitoring or for other servers.
constexpr const char* server_limits = R"(max_payload: 256KB
max_pending: 16MB
max_connections: 256
max_subscriptions: 256
max_control_line: 4KB
write_deadline: "5s"
ping_interval: "1s"
ping_max: 2
authorization { timeout: 5 }
)";

// The server always allows TLS 1.2 and 1.3. From TLS 1.2 it gets only ciphers with forward secrecy.
constexpr const char* ciphers = R"(    cipher_suites: [
        "TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384"
        "TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256"
        "TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305"
    ]
)";

// The system account has no users. The events that coordinators need are exported under a subject
// of ours.
constexpr const char* system_account = R"(    SYSTEM {
        exports: [ { stream: "$SYS.ACCOUNT.*.DISCONNECT", accounts: ["COLONY"] } ]
    }
)";

std::string allowed(const std::vector<std::string>& subjects) {
    // An empty list of allowed subjects would allow all.
    if (subjects.empty()) return R"({ deny: ">" })";
    std::string list;
    for (const std::string& subject : subjects)
        list += (list.empty() ? "" : ", ") + config_quoted(subject);
    return fmt::format("{{ allow: [{}] }}", list);
}

std::string user_of(const Member& member) {
    const Permissions permissions = permissions_of(member.role(), member.name());
    return fmt::format("            {{ user: {}, permissions: {{\n"
                       "                publish: {}\n"
                       "                subscribe: {}\n"
                       "            }} }}\n",
                       config_quoted(member.id.text()), allowed(permissions.publish),
                       allowed(permissions.subscribe));
}

std::string colony_account(const Members& members, Time now) {
    std::string users;
    for (const Member& member : members.list())
        if (member.may_connect(now)) users += user_of(member);
    return fmt::format("    COLONY {{\n"
                       "        jetstream: enabled\n"
                       "        imports: [ {{ stream: {{ account: SYSTEM, subject: "
                       "\"$SYS.ACCOUNT.COLONY.DISCONNECT\" }}, "
                       "to: {} }} ]\n"
                       "        default_permissions: {{ publish: {{ deny: \">\" }}, subscribe: {{ "
                       "deny: \">\" }} }}\n"
                       "        users: [\n{}        ]\n"
                       "    }}\n",
                       config_quoted(gone_subject), users);
}

}  // namespace

std::string config_quoted(std::string_view text) {
    std::string quoted = "\"";
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (c == '"' || c == '\\')
            quoted += {'\\', c};
        else if (byte < 0x20 || byte == 0x7F)
            quoted += fmt::format("\\x{:02X}", byte);
        else
            quoted += c;
    }
    return quoted + '"';
}

std::string server_config(const std::filesystem::path& folder, const Address& listen,
                          const Members& members, Time now) {
    const auto file = [&](const char* name) { return config_quoted((folder / name).string()); };
    std::string text =
        "# Written by rookery whenever members change: what is edited here is lost.\n";
    text += fmt::format("listen: {}\n", config_quoted(listen.text()));
    text += fmt::format("pid_file: {}\n", file(server_pid_file));
    text += fmt::format("log_file: {}\nlogfile_size_limit: 8MB\n", file(server_log_file));
    text += server_limits;
    text += fmt::format("tls {{\n    cert_file: {}\n    key_file: {}\n    ca_file: {}\n"
                        "    verify_and_map: true\n    timeout: 5\n",
                        file(server_certificate_file), file(server_key_file),
                        file(authority_certificate_file));
    text += ciphers;
    text += fmt::format(
        "}}\njetstream {{ store_dir: {}, max_memory_store: 64MB, max_file_store: 4GB }}\n",
        file(queue_folder));
    text += "system_account: SYSTEM\naccounts {\n";
    text += system_account;
    text += colony_account(members, now);
    return text + "}\n";
}

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

// A nats-server with our configuration and nothing else, started by any path.
std::optional<ProcessHandle> find_server(const fs::path& folder) {
    return ProcessHandle::find(folder / server_pid_file, [&](std::vector<std::string> words) {
        if (words.empty()) return false;
        words.front() = fs::path(words.front()).filename().string();
        return words == command_for("nats-server", folder);
    });
}

// The text that was added to a file since it had that size. A file that has shrunk is a new one.
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

// The last lines, printable, each indented on a line of its own.
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

// The server begins a new log when one is full and keeps the old ones. Their names end with the
// time.
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

// Debian installs the program in a folder that is only on root's PATH. The launcher unpacks it
// beside the folder of the build, in which this program is bin/rookery.
std::vector<fs::path> server_places() {
    std::vector<fs::path> places = {"/usr/sbin", "/usr/local/sbin"};
    std::error_code error;
    const fs::path self = fs::read_symlink("/proc/self/exe", error);
    if (!error)
        places.push_back(self.parent_path().parent_path().parent_path() /
                         "packages/nats-server/usr/sbin");
    return places;
}

SpawnResult spawn_server(const std::string& program, const fs::path& folder) {
    SpawnResult spawned = spawn_detached(command_for(program, folder), folder / output_file);
    if (program.find('/') != std::string::npos) return spawned;
    // EACCES: a folder on PATH may not be read, as root's after "su USER".
    for (const fs::path& place : server_places())
        if (spawned.error == ENOENT || spawned.error == EACCES)
            spawned = spawn_detached(command_for((place / program).string(), folder),
                                     folder / output_file);
    return spawned;
}

std::string spawn_problem(const std::string& program, int error) {
    if (error == ENOENT)
        return fmt::format("the program {} is missing; './rookery install colony' fetches it, "
                           "without root, and starts no service",
                           printable(program));
    return fmt::format("{} cannot be started: {}", printable(program), std::strerror(error));
}

// The server prints errors of its configuration, and writes everything else to its log.
std::string end_report(const fs::path& folder, std::uintmax_t log_size, const char* what) {
    const std::string printed = text_since(folder / output_file, 0);
    return fmt::format("the server {}; its last words:{}", what,
                       last_lines(printed + text_since(folder / server_log_file, log_size)));
}

Problem wait_until_ready(const fs::path& folder, const Address& listen, const ProcessHandle& server,
                         std::uintmax_t log_size, milliseconds timeout) {
    const auto give_up = Clock::now() + timeout;
    while (true) {
        // A later command needs the process id to find it.
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
    if (!server) return failure("the server cannot be watched: this needs Linux 5.4 or newer");
    if (auto problem = wait_until_ready(folder, listen, *server, log_size, start.timeout)) {
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

Problem reload_server(const fs::path& where, milliseconds timeout) {
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
    // A signal has no answer, so the log is read for it.
    const auto give_up = Clock::now() + timeout;
    while (Clock::now() < give_up) {
        const std::string news = text_since(log, log_size);
        // It must be a whole line: members can have text of theirs logged within a line.
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

namespace {

constexpr std::array<std::string_view, 3> refusals = {
    "authentication error", "client didn't provide a certificate", "failed to verify"};

}  // namespace

std::uint64_t count_refused_connections(std::istream& log) {
    std::uint64_t count = 0;
    for (std::string line; std::getline(log, line);) {
        const bool is_refusal = std::ranges::any_of(refusals, [&](std::string_view words) {
            return line.find(words) != std::string::npos;
        });
        if (is_refusal && line.find("[ERR]") != std::string::npos) ++count;
    }
    return count;
}

std::uint64_t count_refused_connections(const std::filesystem::path& folder) {
    std::ifstream log(folder / server_log_file);
    return count_refused_connections(log);
}

namespace {

// The C library of Debian 12 has these calls, but its header lacks the declarations for C++.
OpenFile open_handle(pid_t process) {
    return OpenFile(static_cast<int>(::syscall(SYS_pidfd_open, process, 0)));
}

// The new program does not inherit our signal handling.
void set_session_and_signals(posix_spawnattr_t* attributes) {
    sigset_t all;
    sigset_t none;
    sigfillset(&all);
    sigemptyset(&none);
    posix_spawnattr_setsigdefault(attributes, &all);
    posix_spawnattr_setsigmask(attributes, &none);
    posix_spawnattr_setflags(attributes,
                             POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
}

}  // namespace

std::optional<ProcessHandle> ProcessHandle::open(pid_t process) {
    if (process <= 0) return std::nullopt;
    OpenFile handle = open_handle(process);
    if (!handle.ok()) return std::nullopt;
    return ProcessHandle(std::move(handle), process);
}

std::optional<ProcessHandle> ProcessHandle::find(const fs::path& pid_file,
                                                 const CommandCheck& is_expected) {
    const auto text = text_of_file(pid_file.string());
    const auto number =
        text ? parse_number<pid_t>(text->substr(0, text->find('\n'))) : std::nullopt;
    auto process = number ? open(*number) : std::nullopt;
    if (!process || !is_expected(process->command_line())) return std::nullopt;
    return process;
}

std::vector<std::string> ProcessHandle::command_line() const {
    std::ifstream file("/proc/" + std::to_string(process_) + "/cmdline", std::ios::binary);
    std::vector<std::string> words;
    for (std::string word; std::getline(file, word, '\0');) words.push_back(word);
    // If the process has ended, its id may have been given to another one before the file was read.
    return has_ended() ? std::vector<std::string>() : words;
}

void ProcessHandle::send(int signal) const {
    static_cast<void>(::syscall(SYS_pidfd_send_signal, handle_.number(), signal, nullptr, 0));
}

bool ProcessHandle::has_ended(std::chrono::milliseconds timeout) const {
    pollfd waiting{handle_.number(), POLLIN, 0};
    int ready = 0;
    do ready = ::poll(&waiting, 1, static_cast<int>(timeout.count()));
    while (ready < 0 && errno == EINTR);
    if (ready <= 0) return false;
    // Only a child of ours can be reaped.
    static_cast<void>(::waitpid(process_, nullptr, WNOHANG));
    return true;
}

SpawnResult spawn_detached(const std::vector<std::string>& command,
                           const std::filesystem::path& output) {
    std::vector<char*> arguments;
    for (const std::string& word : command) arguments.push_back(const_cast<char*>(word.c_str()));
    arguments.push_back(nullptr);
    posix_spawn_file_actions_t files;
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, output.c_str(),
                                     O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW, 0600);
    posix_spawn_file_actions_adddup2(&files, STDOUT_FILENO, STDERR_FILENO);
    posix_spawn_file_actions_addclosefrom_np(&files, STDERR_FILENO + 1);
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    set_session_and_signals(&attributes);
    SpawnResult result;
    result.error = posix_spawnp(&result.process, command.front().c_str(), &files, &attributes,
                                arguments.data(), environ);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&files);
    if (result.error != 0) result.process = -1;
    return result;
}

}  // namespace rookery::colony
