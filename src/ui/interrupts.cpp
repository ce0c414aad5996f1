#include "ui/interrupts.h"

#include <poll.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include <cerrno>

namespace rookery {

Interrupts::Interrupts() {
    sigset_t wanted;
    sigemptyset(&wanted);
    sigaddset(&wanted, SIGINT);
    sigaddset(&wanted, SIGTERM);
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

bool Interrupts::wait_for_input(int file) const {
    for (;;) {
        pollfd waiting[] = {{signals_, POLLIN, 0}, {file, POLLIN, 0}};
        if (poll(waiting, 2, -1) < 0) {
            if (errno == EINTR) continue;
            return true;  // reading will say what is wrong
        }
        if (waiting[0].revents != 0) return false;
        if (waiting[1].revents != 0) return true;
    }
}

}  // namespace rookery
