// Shows a match on stderr while it goes on: a block that is updated on a terminal, lines elsewhere.
#pragma once

#include "arena/match/match_session.h"
#include "arena/match/rating_settings.h"
#include "base/measure.h"
#include "ui/screen.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rookery {

class MatchDisplay {
  public:
    // The ratings are those a tournament's standings are anchored to.
    MatchDisplay(std::string title, const arena::RatingSettings& ratings);

    // Shows what is new if it is time to.
    void show(arena::MatchSession& session);
    void say(std::string_view text);
    // The last news; a block is taken away, for the result follows.
    void finish(arena::MatchSession& session);

  private:
    void show_lines(arena::MatchSession& session, bool last);
    [[nodiscard]] std::optional<arena::RatingList> rate(const arena::MatchSession& session) const;
    void refresh_standings(const arena::MatchSession& session, const arena::MatchSnapshot& now);

    const std::string title_;
    const bool terminal_;
    const Style style_;
    LiveBlock block_;
    Stopwatch watch_;
    double next_show_ = 0;
    const arena::RatingOptions rating_options_;
    std::vector<std::string> standings_;
    double next_standings_ = 0;       // on a terminal
    std::size_t standings_part_ = 0;  // elsewhere: of how many parts the last line told
};

}  // namespace rookery
