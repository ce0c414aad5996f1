#include "colony/setup/private_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstring>
#include <thread>

namespace rookery::colony {
namespace {

using namespace std::chrono_literals;

constexpr auto lock_timeout = 30s;

std::string system_problem(const std::filesystem::path& path, const char* what) {
    return fmt::format("{} {}: {}", path.string(), what, std::strerror(errno));
}

bool write_all(int file, std::string_view text) {
    while (!text.empty()) {
        const ssize_t written = ::write(file, text.data(), text.size());
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) return false;
        text.remove_prefix(static_cast<std::size_t>(written));
    }
    return ::fsync(file) == 0;
}

// A new name survives a loss of power only once its folder is written.
void sync_folder_of(const std::filesystem::path& path) {
    const std::filesystem::path folder = path.has_parent_path() ? path.parent_path() : ".";
    const OpenFile file(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (file.ok()) static_cast<void>(::fsync(file.number()));
}

// Gives the finished file its name. Some file systems cannot rename without replacing; a second
// link is then used.
bool rename_to_new(const std::string& from, const std::filesystem::path& to) {
    if (::renameat2(AT_FDCWD, from.c_str(), AT_FDCWD, to.c_str(), RENAME_NOREPLACE) == 0)
        return true;
    if (errno != EINVAL && errno != ENOSYS) return false;
    if (::link(from.c_str(), to.c_str()) != 0) return false;
    ::unlink(from.c_str());
    return true;
}

enum class Existing { Spare, Replace };

std::optional<std::string> write_private(const std::filesystem::path& path, std::string_view text,
                                         Existing existing) {
    std::string fresh = path.string() + ".XXXXXX";
    // mkostemp gives mode 0600 from the start and never opens an existing file.
    const OpenFile file(::mkostemp(fresh.data(), O_CLOEXEC));
    if (!file.ok()) return system_problem(path, "cannot be written");
    const bool done = write_all(file.number(), text) &&
                      (existing == Existing::Spare ? rename_to_new(fresh, path)
                                                   : ::rename(fresh.c_str(), path.c_str()) == 0);
    if (done) {
        sync_folder_of(path);
        return std::nullopt;
    }
    std::string problem =
        errno == EEXIST
            ? path.string() + " exists already and is not overwritten; choose another name"
            : system_problem(path, "cannot be written");
    ::unlink(fresh.c_str());
    return problem;
}

std::optional<std::string> privacy_problem(const std::filesystem::path& path,
                                           const struct stat& facts) {
    if (facts.st_uid != ::geteuid() && ::geteuid() != 0)
        return path.string() + " belongs to another user, who could read the key in it";
    if ((facts.st_mode & (S_IRWXG | S_IRWXO)) != 0)
        return fmt::format("others can read {}, and there is a key in it; run: chmod 600 {}",
                           path.string(), shell_quoted(path.string()));
    return std::nullopt;
}

}  // namespace

std::string shell_quoted(const std::string& text) {
    std::string quoted = "'";
    for (const char c : text) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return quoted + "'";
}

std::optional<std::string> write_new_private_file(const std::filesystem::path& path,
                                                  std::string_view text) {
    return write_private(path, text, Existing::Spare);
}

std::optional<std::string> replace_private_file(const std::filesystem::path& path,
                                                std::string_view text) {
    return write_private(path, text, Existing::Replace);
}

Result<std::string, std::string> read_private_file(const std::filesystem::path& path,
                                                   std::size_t max_size, const TextCheck& check) {
    // Non-blocking: a pipe of this name would block for ever.
    const OpenFile file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY));
    struct stat facts {};
    if (!file.ok() || ::fstat(file.number(), &facts) != 0)
        return failure(system_problem(path, "cannot be read"));
    if (S_ISDIR(facts.st_mode)) return failure(path.string() + " is a folder, not a file");
    if (!S_ISREG(facts.st_mode)) return failure(path.string() + " is no plain file");
    std::string text(max_size + 1, '\0');
    std::size_t size = 0;
    while (size < text.size()) {
        const ssize_t got = ::read(file.number(), text.data() + size, text.size() - size);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) return failure(system_problem(path, "cannot be read"));
        if (got == 0) break;
        size += static_cast<std::size_t>(got);
    }
    text.resize(size);
    if (auto problem = check ? check(text) : std::nullopt)
        return failure(fmt::format("{} {}", path.string(), *problem));
    if (size > max_size)
        return failure(fmt::format("{} is longer than {} bytes", path.string(), max_size));
    if (auto problem = privacy_problem(path, facts)) return failure(std::move(*problem));
    return text;
}

Result<FolderLock, std::string> FolderLock::take(const std::filesystem::path& folder) {
    const std::filesystem::path path = folder / "lock";
    OpenFile file(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600));
    if (!file.ok()) return failure(system_problem(path, "cannot be opened"));
    const auto give_up = std::chrono::steady_clock::now() + lock_timeout;
    while (::flock(file.number(), LOCK_EX | LOCK_NB) != 0) {
        if (errno != EWOULDBLOCK && errno != EINTR)
            return failure(system_problem(path, "cannot be locked"));
        if (std::chrono::steady_clock::now() > give_up)
            return failure(fmt::format(
                "another command is at work in {}: try again when it is done", folder.string()));
        std::this_thread::sleep_for(20ms);
    }
    return FolderLock(std::move(file));
}

OpenFile::~OpenFile() {
    if (number_ >= 0) ::close(number_);
}

}  // namespace rookery::colony
