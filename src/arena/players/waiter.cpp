#include "arena/players/waiter.h"

#include <sys/eventfd.h>
#include <sys/timerfd.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <cerrno>
#include <cstdint>

namespace rookery::arena {
namespace {

constexpr std::size_t most_files = 4;

timespec as_timespec(std::chrono::nanoseconds time) {
    const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(time);
    timespec spec{};
    spec.tv_sec = static_cast<time_t>(seconds.count());
    spec.tv_nsec = static_cast<long>((time - seconds).count());
    return spec;
}

}  // namespace

Waiter::Waiter()
    : timer_(timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK)),
      interruption_(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {}

Waiter::~Waiter() {
    for (const int file : {timer_, interruption_})
        if (file >= 0) close(file);
}

void Waiter::interrupt() {
    const std::uint64_t one = 1;
    static_cast<void>(!::write(interruption_, &one, sizeof one));
}

void Waiter::forget_interruption() {
    std::uint64_t count = 0;
    static_cast<void>(!::read(interruption_, &count, sizeof count));
}

// False where there is no timer, for a program may run out of files.
bool Waiter::set_timer(Clock::time_point deadline) {
    if (timer_ < 0) return false;
    if (deadline == set_for_) return true;
    // The steady clock is the system's monotonic one, so its instants can be named as they are.
    itimerspec setting{};
    setting.it_value = as_timespec(std::max(deadline.time_since_epoch(), Clock::duration(1)));
    if (timerfd_settime(timer_, TFD_TIMER_ABSTIME, &setting, nullptr) != 0) return false;
    set_for_ = deadline;
    return true;
}

Waiter::Outcome Waiter::wait(std::span<pollfd> files, Clock::time_point deadline,
                             Interruption interruption) {
    assert(files.size() <= most_files);
    const bool timed = set_timer(deadline);
    std::array<pollfd, most_files + 2> all;
    std::copy(files.begin(), files.end(), all.begin());
    const std::size_t count = files.size();
    const bool heeded = interruption == Interruption::Heeded;
    all[count] = {heeded ? interruption_ : -1, POLLIN, 0};
    all[count + 1] = {timed ? timer_ : -1, POLLIN, 0};
    for (;;) {
        const auto now = timed ? Clock::time_point() : Clock::now();
        if (!timed && now >= deadline) return Outcome::Timeout;
        const timespec left = as_timespec(deadline - now);
        const int ready = ppoll(all.data(), count + 2, timed ? nullptr : &left, nullptr);
        if (ready < 0 && errno == EINTR) continue;
        std::copy_n(all.begin(), count, files.begin());
        const auto is_ready = [](const pollfd& file) { return file.revents != 0; };
        if (ready <= 0 || is_ready(all[count + 1])) return Outcome::Timeout;
        return is_ready(all[count]) ? Outcome::Interrupted : Outcome::Ready;
    }
}

}  // namespace rookery::arena
