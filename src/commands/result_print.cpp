#include "commands/result_print.h"

#include "notation/printable.h"
#include "terminal/match_view.h"
#include "terminal/opening_view.h"
#include "terminal/tournament_view.h"

#include <fmt/format.h>

namespace rookery {
namespace {

void print(const std::vector<std::string>& lines) {
    for (const std::string& line : lines) fmt::print("{}\n", line);
}

void print_table(const std::vector<std::string>& lines) {
    print(lines);
    fmt::print("\n");
}

}  // namespace

void print_result(const arena::MatchSnapshot& now, const arena::MatchTables& tables) {
    if (tables.tournament) {
        print_table(rating_lines(*tables.tournament, now.players));
        print_table(simple_rating_lines(*tables.tournament, now.players));
        print_table(cross_lines(*tables.tournament, now.players));
        print_table(color_lines(*tables.tournament, now.players));
        print(opening_summary(now));
        print(latency_lines(now));
        print(failure_lines(now));
    } else {
        print(result_lines(now));
    }
    if (!tables.openings) return;
    fmt::print("\n");
    print_table(opening_lines(*tables.openings, now.players));
}

void print_notes(const arena::MatchTables& tables) {
    for (const std::string& note : tables.notes)
        fmt::print(stderr, "Note: {}\n", printable(note, 500));
}

}  // namespace rookery
