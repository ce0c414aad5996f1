#include "arena/store/match_lock.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>

namespace rookery::arena {
namespace {

struct flock byte_of(std::int64_t match, short type) {
    struct flock lock {};
    lock.l_type = type;
    lock.l_whence = SEEK_SET;
    lock.l_start = static_cast<off_t>(match);
    lock.l_len = 1;
    return lock;
}

}  // namespace

MatchLocks::~MatchLocks() {
    if (file_ >= 0) close(file_);
}

bool MatchLocks::open_to_write() {
    if (writable_) return true;
    // Engines that are started must not inherit the file, or they would keep the locks.
    const int file = ::open(path_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644);
    if (file < 0) return false;
    if (file_ >= 0) close(file_);
    file_ = file;
    writable_ = true;
    return true;
}

// Locks of the open file, not of the process (F_SETLK): those would vanish as soon as anything in
// this process closed the same file, and two stores in one process would not see each other.
MatchLocks::Outcome MatchLocks::take(std::int64_t match) {
    if (!open_to_write()) return Outcome::Failed;
    struct flock lock = byte_of(match, F_WRLCK);
    if (fcntl(file_, F_OFD_SETLK, &lock) == 0) return Outcome::Taken;
    return errno == EAGAIN || errno == EACCES ? Outcome::HeldElsewhere : Outcome::Failed;
}

void MatchLocks::release(std::int64_t match) {
    if (!writable_) return;
    struct flock lock = byte_of(match, F_UNLCK);
    fcntl(file_, F_OFD_SETLK, &lock);
}

bool MatchLocks::held_elsewhere(std::int64_t match) {
    if (file_ < 0) file_ = ::open(path_.c_str(), O_RDONLY | O_CLOEXEC);
    if (file_ < 0) return false;
    struct flock lock = byte_of(match, F_WRLCK);
    return fcntl(file_, F_OFD_GETLK, &lock) == 0 && lock.l_type != F_UNLCK;
}

}  // namespace rookery::arena
