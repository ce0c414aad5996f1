// Ctrl-C as something to wait for instead of a blow: while this lives, it and a request to end
// (SIGTERM) do not kill the program.
//
// It works on the thread that makes it and on those started from there later.
#pragma once

#include <csignal>

namespace rookery {

class Interrupts {
  public:
    Interrupts();
    ~Interrupts();
    Interrupts(const Interrupts&) = delete;
    Interrupts& operator=(const Interrupts&) = delete;

    // Whether one has come; returns at once.
    [[nodiscard]] bool pending() const;

    // The signal that has come, which is then forgotten; 0 if none has.
    [[nodiscard]] int take() const;

    // Waits until the file has something to read, or its end. False if an interrupt came first.
    [[nodiscard]] bool wait_for_input(int file) const;

  private:
    sigset_t before_;
    int signals_;
};

}  // namespace rookery
