#include "commands/tournament_report.h"

#include "arena/match/cross_table.h"
#include "commands/match_run.h"
#include "terminal/match_view.h"
#include "terminal/tournament_view.h"

#include <fmt/format.h>

namespace rookery {

void print_tournament(const arena::MatchSnapshot& now,
                      const std::vector<arena::GameSummary>& games) {
    const arena::CrossTable table(now.players.size(), games);
    const auto list = arena::rate_players(now.players.size(), table.meetings());
    if (!list) {
        complain(list.error());
        return;
    }
    const auto print = [](const std::vector<std::string>& lines) {
        for (const std::string& line : lines) fmt::print("{}\n", line);
        fmt::print("\n");
    };
    print(rating_lines(*list, now.players));
    print(cross_lines(table, *list, now.players));
    print(color_lines(table, *list, now.players));
    if (const std::string line = latency_line(now); !line.empty()) fmt::print("{}\n", line);
    for (const std::string& line : failure_lines(now)) fmt::print("{}\n", line);
}

}  // namespace rookery
