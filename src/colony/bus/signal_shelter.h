// Threads that are started while this lives are never interrupted by Ctrl-C or a request to end: whoever waits for these
// (terminal/interrupts.h) could not hold them back from threads that were there before.
#pragma once

#include <csignal>

namespace rookery::colony {

class SignalShelter {
  public:
    SignalShelter() {
        sigset_t kept_away;
        sigemptyset(&kept_away);
        sigaddset(&kept_away, SIGINT);
        sigaddset(&kept_away, SIGTERM);
        pthread_sigmask(SIG_BLOCK, &kept_away, &before_);
    }
    SignalShelter(const SignalShelter&) = delete;
    SignalShelter& operator=(const SignalShelter&) = delete;
    // What has come meanwhile comes now.
    ~SignalShelter() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }

  private:
    sigset_t before_;
};

}  // namespace rookery::colony
