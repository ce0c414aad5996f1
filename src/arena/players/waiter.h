// Waits for files, until a deadline comes or another thread interrupts.
//
// An engine sends many lines for one deadline. A timeout given to every wait would be set up and taken
// down by the system for each of them, which costs more than reading the line; here a timer is set
// once and waited for like any other file.
#pragma once

#include <poll.h>

#include <chrono>
#include <span>

namespace rookery::arena {

class Waiter {
  public:
    using Clock = std::chrono::steady_clock;

    Waiter();
    ~Waiter();
    Waiter(const Waiter&) = delete;
    Waiter& operator=(const Waiter&) = delete;

    enum class Outcome { Ready, Timeout, Interrupted };
    enum class Interruption { Heeded, Ignored };
    // Ready if one of the files is, at most four of them, and nothing else has come before: a program
    // that never stops talking keeps neither a deadline nor an interruption away.
    [[nodiscard]] Outcome wait(std::span<pollfd> files, Clock::time_point deadline,
                               Interruption interruption = Interruption::Ignored);

    // From any thread: ends the waits that heed it until it is forgotten.
    void interrupt();
    void forget_interruption();

  private:
    [[nodiscard]] bool set_timer(Clock::time_point deadline);

    int timer_ = -1;
    int interruption_ = -1;
    Clock::time_point set_for_{};
};

}  // namespace rookery::arena
