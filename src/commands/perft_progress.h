// How far a long count is, on stderr: a line that is updated on a terminal, a line now and then
// elsewhere.
#pragma once

#include "base/stopwatch.h"
#include "chess/perft.h"

#include <mutex>
#include <string>

namespace rookery {

// "37 %, 1234.5 million nodes, 231.0 million/s, 12 s left".
[[nodiscard]] std::string progress_text(const PerftProgress& progress, double seconds);

// "45 s", "3 min 20 s", "2 h 5 min".
[[nodiscard]] std::string duration_text(double seconds);

class ProgressDisplay {
  public:
    ProgressDisplay();

    // From any thread.
    void update(const PerftProgress& progress);
    // Shows the latest if it is time to; from one thread.
    void show();
    // Removes the line, if there is one that can be removed.
    void clear();

  private:
    const bool terminal_;
    Stopwatch watch_;
    double next_show_;
    bool line_shown_ = false;
    std::mutex mutex_;
    PerftProgress latest_;
};

}  // namespace rookery
