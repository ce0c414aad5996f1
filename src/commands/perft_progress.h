// How far a long count is, on stderr.
#pragma once

#include "chess/perft.h"
#include "commands/progress_line.h"

#include <mutex>
#include <string>

namespace rookery {

// "37 %, 1234.5 million nodes, 231.0 million/s, 12 s left".
[[nodiscard]] std::string progress_text(const PerftProgress& progress, double seconds);

// "45 s", "3 min 20 s", "2 h 5 min".
[[nodiscard]] std::string duration_text(double seconds);

class ProgressDisplay {
  public:
    // From any thread.
    void update(const PerftProgress& progress);
    // Shows the latest if it is time to; from one thread.
    void show();
    void clear() { line_.clear(); }

  private:
    ProgressLine line_;
    std::mutex mutex_;
    PerftProgress latest_;
};

}  // namespace rookery
