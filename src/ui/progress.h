// One line on stderr that says how far something is: updated in place on a terminal, written now
// and then elsewhere.
#pragma once

#include "base/measure.h"

#include <string_view>

namespace rookery {

// Seconds until the first line and between lines: in place on a terminal, one under the other
// elsewhere.
struct ProgressPace {
    double first_in_place;
    double in_place;
    double first_below;
    double below;
};

// Who waits a second does not wonder yet.
inline constexpr ProgressPace usual_pace{
    .first_in_place = 1.0, .in_place = 0.2, .first_below = 5.0, .below = 5.0};
// For work of hours, begun by somebody who wants to see soon that it goes on, and whose log stays
// short.
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

}  // namespace rookery
