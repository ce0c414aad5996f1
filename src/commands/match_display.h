// Shows a match on stderr while it goes on: a block that is updated on a terminal, lines elsewhere.
#pragma once

#include "arena/match/match_session.h"
#include "base/stopwatch.h"
#include "terminal/live_block.h"
#include "terminal/style.h"

#include <string>
#include <string_view>

namespace rookery {

class MatchDisplay {
  public:
    explicit MatchDisplay(std::string title);

    // Shows what is new if it is time to.
    void show(arena::MatchSession& session);
    void say(std::string_view text);
    // The last news; a block is taken away, for the result follows.
    void finish(arena::MatchSession& session);

  private:
    void show_lines(arena::MatchSession& session, bool last);

    const std::string title_;
    const bool terminal_;
    const Style style_;
    LiveBlock block_;
    Stopwatch watch_;
    double next_show_ = 0;
};

}  // namespace rookery
