// Tells all programs on this machine which matches are being run.
#pragma once

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <filesystem>

namespace rookery::arena {

// Each match has one byte of a file beside the database to lock. The system takes such locks away
// when a program ends, however it ends, so no lock is ever left behind. The file itself stays and
// is always empty.
class MatchLocks {
  public:
    explicit MatchLocks(std::filesystem::path path) : path_(std::move(path)) {}
    MatchLocks(const MatchLocks&) = delete;
    MatchLocks& operator=(const MatchLocks&) = delete;
    ~MatchLocks() {
        if (file_ >= 0) close(file_);
    }

    enum class Outcome : std::uint8_t { Taken, HeldElsewhere, Failed };
    // Harmless if this object has it already.
    //
    // Locks of the open file, not of the process (F_SETLK): those would vanish as soon as anything
    // in this process closed the same file, and two stores in one process would not see each other.
    [[nodiscard]] Outcome take(std::int64_t match) {
        if (!open_to_write()) return Outcome::Failed;
        struct flock lock = byte_of(match, F_WRLCK);
        if (fcntl(file_, F_OFD_SETLK, &lock) == 0) return Outcome::Taken;
        return errno == EAGAIN || errno == EACCES ? Outcome::HeldElsewhere : Outcome::Failed;
    }
    void release(std::int64_t match) {
        if (!writable_) return;
        struct flock lock = byte_of(match, F_UNLCK);
        fcntl(file_, F_OFD_SETLK, &lock);
    }
    // By another program, or by another object in this one.
    [[nodiscard]] bool held_elsewhere(std::int64_t match) {
        if (file_ < 0) file_ = ::open(path_.c_str(), O_RDONLY | O_CLOEXEC);
        if (file_ < 0) return false;
        struct flock lock = byte_of(match, F_WRLCK);
        return fcntl(file_, F_OFD_GETLK, &lock) == 0 && lock.l_type != F_UNLCK;
    }

  private:
    [[nodiscard]] static struct flock byte_of(std::int64_t match, short type) {
        return {.l_type = type, .l_whence = SEEK_SET, .l_start = match, .l_len = 1, .l_pid = 0};
    }

    [[nodiscard]] bool open_to_write() {
        if (writable_) return true;
        // Engines that are started must not inherit the file, or they would keep the locks.
        const int file = ::open(path_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644);
        if (file < 0) return false;
        if (file_ >= 0) close(file_);
        file_ = file;
        writable_ = true;
        return true;
    }

    std::filesystem::path path_;
    int file_ = -1;
    bool writable_ = false;
};

}  // namespace rookery::arena
