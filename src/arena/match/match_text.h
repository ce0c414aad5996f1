// A match as lines of text: while it goes on, and when it is over. Nothing is printed here.
#pragma once

#include "arena/match/match_session.h"
#include "arena/match/match_tables.h"
#include "ui/screen.h"

#include <cstddef>
#include <string>
#include <vector>

namespace rookery::arena {

// The block that is shown on a terminal; no line is wider, none contains escape sequences. More
// than two players have standings, which are computed more rarely; see standings_block().
[[nodiscard]] std::vector<std::string> match_block(const MatchSnapshot& now,
                                                   const std::string& title, const Style& style,
                                                   std::size_t width,
                                                   const std::vector<std::string>& standings = {});

// Without a terminal: a line for a game that has ended, "game 12: A - B 1-0, checkmate, 87 plies",
// and one for how it stands.
[[nodiscard]] std::string game_line(const FinishedGame& game,
                                    const std::vector<std::string>& players);
[[nodiscard]] std::string standing_line(const MatchSnapshot& now);

// The results as far as statistics go, a line each: score, colours, Elo, pairs, openings, failures.
[[nodiscard]] std::vector<std::string> result_lines(const MatchSnapshot& now);
// How many openings were used and what White made of them; empty before the first game.
[[nodiscard]] std::vector<std::string> opening_summary(const MatchSnapshot& now);
// How often each player failed and how; empty if none did.
[[nodiscard]] std::vector<std::string> failure_lines(const MatchSnapshot& now);
// The latency of each player; empty if none was measured.
[[nodiscard]] std::vector<std::string> latency_lines(const MatchSnapshot& now);

// "+4 =1 -1".
[[nodiscard]] std::string counts_text(const GameCounts& games);

// "+0.35", "#5", "#-3".
[[nodiscard]] std::string score_text(const EngineScore& score);

// The tables of a tournament as lines of text.

// The strongest first, with errors and the likelihood to be stronger than the next.
[[nodiscard]] std::vector<std::string> rating_lines(const TournamentTables& tables,
                                                    const std::vector<std::string>& names);
// In the same order, ratings by the simple formulas.
[[nodiscard]] std::vector<std::string> simple_rating_lines(const TournamentTables& tables,
                                                           const std::vector<std::string>& names);
// In the same order, points against each other.
[[nodiscard]] std::vector<std::string> cross_lines(const TournamentTables& tables,
                                                   const std::vector<std::string>& names);
// The results of each player with White and with Black, in the same order.
[[nodiscard]] std::vector<std::string> color_lines(const TournamentTables& tables,
                                                   const std::vector<std::string>& names);

// During the tournament: the top of the list, a line each, and one for how many are left out.
[[nodiscard]] std::vector<std::string> standings_block(const RatingList& list,
                                                       const std::vector<std::string>& names,
                                                       std::size_t most = 12);
// The same in one line.
[[nodiscard]] std::string standings_line(const RatingList& list,
                                         const std::vector<std::string>& names,
                                         std::size_t most = 12);

// White's results with each opening, and between two players those of the first and its pairs.
[[nodiscard]] std::vector<std::string> opening_lines(const std::vector<OpeningResult>& openings,
                                                     const std::vector<std::string>& players);

}  // namespace rookery::arena
