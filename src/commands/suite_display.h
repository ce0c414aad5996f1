// Shows a test suite on stderr while it runs: a block that is updated on a terminal, lines
// elsewhere.
#pragma once

#include "arena/suite/suite_runner.h"
#include "arena/suite/suite_text.h"
#include "base/measure.h"
#include "ui/screen.h"

namespace rookery {

class SuiteDisplay {
  public:
    explicit SuiteDisplay(SuiteTitle title);

    // Shows what is new if it is time to.
    void show(arena::SuiteRunner& runner);
    // The last news; a block is taken away, for the result follows.
    void finish(arena::SuiteRunner& runner);

  private:
    void show_troubles(arena::SuiteRunner& runner);

    const SuiteTitle title_;
    const bool terminal_;
    const Style style_;
    LiveBlock block_;
    Stopwatch watch_;
    double next_show_ = 0;
    std::size_t shown_ = 0;  // answers, when it was last told how many there are
};

}  // namespace rookery
