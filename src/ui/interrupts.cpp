#include "ui/interrupts.h"

#include <poll.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

namespace rookery {

Interrupts::Interrupts() {
    sigset_t wanted;
    sigemptyset(&wanted);
    sigaddset(&wanted, SIGINT);
    sigaddset(&wanted, SIGTERM);
    // A blocked signal would come although it is ignored.
    struct sigaction on_hangup {};
    sigaction(SIGHUP, nullptr, &on_hangup);
    if (on_hangup.sa_handler != SIG_IGN) sigaddset(&wanted, SIGHUP);
    pthread_sigmask(SIG_BLOCK, &wanted, &before_);
    signals_ = signalfd(-1, &wanted, SFD_CLOEXEC | SFD_NONBLOCK);
    // Without a file to read them from, the signals keep their usual effect.
    if (signals_ < 0) pthread_sigmask(SIG_SETMASK, &before_, nullptr);
}

Interrupts::~Interrupts() {
    // A signal that was not read is dropped: the caller is about to end anyway.
    signalfd_siginfo unseen;
    while (read(signals_, &unseen, sizeof unseen) > 0) {
    }
    close(signals_);
    pthread_sigmask(SIG_SETMASK, &before_, nullptr);
}

bool Interrupts::pending() const {
    pollfd waiting{signals_, POLLIN, 0};
    return poll(&waiting, 1, 0) > 0;
}

int Interrupts::take() const {
    signalfd_siginfo signal;
    return read(signals_, &signal, sizeof signal) == sizeof signal
               ? static_cast<int>(signal.ssi_signo)
               : 0;
}

Interrupts::Wait Interrupts::wait_for_input(int file,
                                            std::optional<std::chrono::milliseconds> most) const {
    using Clock = std::chrono::steady_clock;
    const Clock::time_point end = Clock::now() + most.value_or(std::chrono::milliseconds(0));
    for (;;) {
        int timeout = -1;
        if (most) {
            const auto left = std::chrono::ceil<std::chrono::milliseconds>(end - Clock::now());
            timeout = static_cast<int>(std::max<std::int64_t>(left.count(), 0));
        }
        pollfd waiting[] = {{signals_, POLLIN, 0}, {file, POLLIN, 0}};
        const int ready = poll(waiting, 2, timeout);
        if (ready == 0) return Wait::Timeout;
        if (ready < 0) {
            if (errno == EINTR) continue;
            return Wait::Input;  // reading will say what is wrong
        }
        if (waiting[0].revents != 0) return Wait::Interrupt;
        if (waiting[1].revents != 0) return Wait::Input;
    }
}

}  // namespace rookery
