// For measurements: elapsed time, and values that the compiler must not leave out.
#pragma once

#include <chrono>

namespace rookery {

// Wall time on a clock that never jumps.
class Stopwatch {
  public:
    using Clock = std::chrono::steady_clock;

    [[nodiscard]] double seconds() const {
        return std::chrono::duration<double>(Clock::now() - start_).count();
    }
    [[nodiscard]] std::chrono::milliseconds milliseconds() const {
        return std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - start_);
    }
    void restart() { start_ = Clock::now(); }

  private:
    Clock::time_point start_ = Clock::now();
};

// Makes the compiler compute the whole object although no code reads it.
template <class Value>
inline void do_not_optimize(const Value& value) {
    __asm__ volatile("" : : "r"(&value) : "memory");
}

}  // namespace rookery
