// Elapsed wall time on a clock that never jumps.
#pragma once

#include <chrono>

namespace rookery {

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

// For measurements: the compiler must make this object in full although nobody reads it.

template <class Value>
inline void keep(const Value& value) {
    __asm__ volatile("" : : "r"(&value) : "memory");
}

}  // namespace rookery
