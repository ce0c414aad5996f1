// A progress line on stderr: updated in place on a terminal, written now and then elsewhere.
#pragma once

#include "base/measure.h"
#include "ui/interrupts.h"
#include "ui/text.h"

#include <fmt/format.h>

#include <functional>
#include <mutex>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>

namespace rookery {

// Seconds until the first line and between lines: in place on a terminal, one under the other
// elsewhere.
struct ProgressPace {
    double first_in_place;
    double in_place;
    double first_below;
    double below;
};

inline constexpr ProgressPace usual_pace{
    .first_in_place = 1.0, .in_place = 0.2, .first_below = 5.0, .below = 5.0};
// For work of hours: the first line comes early, and later lines are few so that a log stays short.
inline constexpr ProgressPace long_work_pace{
    .first_in_place = 0.0, .in_place = 0.5, .first_below = 2.0, .below = 30.0};

class ProgressLine {
  public:
    explicit ProgressLine(const ProgressPace& pace = usual_pace);

    [[nodiscard]] double seconds() const { return watch_.seconds(); }
    // Whether it is time for another line.
    [[nodiscard]] bool is_due() const { return seconds() >= next_show_; }
    void show(std::string_view text);
    // Removes the line, if there is one that can be removed.
    void clear();

  private:
    const bool terminal_;
    const double interval_;
    Stopwatch watch_;
    double next_show_;
    bool line_shown_ = false;
};

// Work calls it with what it does now, on the thread that does it. May be empty.
using Progress = std::function<void(std::string_view doing)>;

inline void report(const Progress& progress, std::string_view doing) {
    if (progress) progress(doing);
}

// The result of work, and whether Ctrl-C stopped it.
template <class Value>
struct Watched {
    Value value;
    bool stopped = false;
};

// Calls work(stop_token) on another thread; meanwhile the line shows text(). Ctrl-C stops the work.
template <class Work, class Text>
auto run_watched(ProgressLine& line, Work work, Text text) {
    bool stopped = false;
    auto value = run_interruptibly(
        std::move(work),
        [&] {
            if (line.is_due()) line.show(text());
        },
        [&] { stopped = true; });
    line.clear();
    return Watched<decltype(value)>{std::move(value), stopped};
}

// The same for work that describes its own progress: calls work(stop_token, progress), where
// progress(text) may be called from any thread.
template <class Work>
auto run_watched(Work work) {
    std::mutex mutex;
    std::string doing;
    ProgressLine line;
    const Progress progress = [&](std::string_view text) {
        const std::lock_guard lock(mutex);
        doing = text;
    };
    return run_watched(
        line, [&](const std::stop_token& stop) { return work(stop, progress); },
        [&] {
            const std::lock_guard lock(mutex);
            return fmt::format("{}, {}", doing, time_text(line.seconds()));
        });
}

}  // namespace rookery
