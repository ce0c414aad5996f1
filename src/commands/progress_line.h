// One line on stderr that says how far something is: updated in place on a terminal, written now and then
// elsewhere.
#pragma once

#include "base/stopwatch.h"

#include <string_view>

namespace rookery {

class ProgressLine {
  public:
    ProgressLine();

    [[nodiscard]] double seconds() const { return watch_.seconds(); }
    // Whether it is time for another line; nothing is shown of what takes a second only.
    [[nodiscard]] bool is_due() const { return seconds() >= next_show_; }
    void show(std::string_view text);
    // Removes the line, if there is one that can be removed.
    void clear();

  private:
    const bool terminal_;
    Stopwatch watch_;
    double next_show_;
    bool line_shown_ = false;
};

}  // namespace rookery
