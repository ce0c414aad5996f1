// Shows a match on stderr while it goes on: a block that is updated on a terminal, lines otherwise.
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

namespace rookery::arena {

class MatchDisplay {
  public:
    // The standings of a tournament are anchored to the known ratings.
    MatchDisplay(std::string title, const RatingSettings& ratings);

    // Shows what is new, unless it did a moment ago.
    void show(MatchSession& session);
    void print_line(std::string_view text);
    // Shows the last news and removes the block, for the result follows.
    void finish(MatchSession& session);

  private:
    void show_lines(MatchSession& session, bool last);
    [[nodiscard]] std::optional<RatingList> rate(const MatchSession& session) const;
    void refresh_standings(const MatchSession& session, const MatchSnapshot& now);

    const std::string title_;
    const bool terminal_;
    const Style style_;
    LiveBlock block_;
    Stopwatch watch_;
    double next_show_ = 0;
    const RatingOptions rating_options_;
    std::vector<std::string> standings_;
    double next_standings_ = 0;       // on a terminal
    std::size_t standings_part_ = 0;  // without a terminal: the last part that was printed
};

}  // namespace rookery::arena
