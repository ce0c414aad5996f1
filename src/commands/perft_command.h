// How far a long count is, on stderr.
#pragma once

#include "chess/perft.h"
#include "ui/progress.h"

#include <mutex>

namespace rookery {

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
