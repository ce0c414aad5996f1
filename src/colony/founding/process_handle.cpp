#include "colony/founding/process_handle.h"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <fstream>
#include <iterator>

namespace rookery::colony {
namespace {

// The C library of Debian 12 has these calls, but its header lacks what C++ needs to link them.
int open_handle(pid_t process) { return static_cast<int>(::syscall(SYS_pidfd_open, process, 0)); }

struct FileActions {
    posix_spawn_file_actions_t actions;
    FileActions() { posix_spawn_file_actions_init(&actions); }
    FileActions(const FileActions&) = delete;
    FileActions& operator=(const FileActions&) = delete;
    ~FileActions() { posix_spawn_file_actions_destroy(&actions); }
};

struct Attributes {
    posix_spawnattr_t attributes;
    Attributes() { posix_spawnattr_init(&attributes); }
    Attributes(const Attributes&) = delete;
    Attributes& operator=(const Attributes&) = delete;
    ~Attributes() { posix_spawnattr_destroy(&attributes); }
};

// Our signals and those we ignore or hold back are not the new program's.
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
    const int handle = open_handle(process);
    if (handle < 0) return std::nullopt;
    return ProcessHandle(handle, process);
}

ProcessHandle::ProcessHandle(ProcessHandle&& other) noexcept
    : handle_(other.handle_), process_(other.process_) {
    other.handle_ = -1;
}

ProcessHandle::~ProcessHandle() {
    if (handle_ >= 0) ::close(handle_);
}

std::vector<std::string> ProcessHandle::command_line() const {
    std::ifstream file("/proc/" + std::to_string(process_) + "/cmdline", std::ios::binary);
    std::vector<std::string> words;
    for (std::string word; std::getline(file, word, '\0');) words.push_back(word);
    // Only if it lives after the reading was it this process whose line was read.
    return has_ended() ? std::vector<std::string>() : words;
}

void ProcessHandle::send(int signal) const {
    static_cast<void>(::syscall(SYS_pidfd_send_signal, handle_, signal, nullptr, 0));
}

bool ProcessHandle::has_ended(std::chrono::milliseconds patience) const {
    pollfd waiting{handle_, POLLIN, 0};
    int ready = 0;
    do ready = ::poll(&waiting, 1, static_cast<int>(patience.count()));
    while (ready < 0 && errno == EINTR);
    if (ready <= 0) return false;
    // Somebody else's child is somebody else's to bury.
    static_cast<void>(::waitpid(process_, nullptr, WNOHANG));
    return true;
}

SpawnResult spawn_detached(const std::vector<std::string>& command,
                           const std::filesystem::path& output) {
    std::vector<char*> arguments;
    for (const std::string& word : command) arguments.push_back(const_cast<char*>(word.c_str()));
    arguments.push_back(nullptr);
    FileActions files;
    posix_spawn_file_actions_addopen(&files.actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&files.actions, STDOUT_FILENO, output.c_str(),
                                     O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW, 0600);
    posix_spawn_file_actions_adddup2(&files.actions, STDOUT_FILENO, STDERR_FILENO);
    posix_spawn_file_actions_addclosefrom_np(&files.actions, STDERR_FILENO + 1);
    Attributes how;
    set_session_and_signals(&how.attributes);
    SpawnResult result;
    result.error = posix_spawnp(&result.process, command.front().c_str(), &files.actions,
                                &how.attributes, arguments.data(), environ);
    if (result.error != 0) result.process = -1;
    return result;
}

}  // namespace rookery::colony
