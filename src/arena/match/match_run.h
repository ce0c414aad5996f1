// Matches and tournaments on the command line: set up, resumed, shown, or played again to compare
// every move. The functions return exit codes and print errors on stderr.
#pragma once

#include "arena/match/lineup.h"
#include "arena/match/match_output.h"
#include "arena/match/match_session.h"
#include "arena/match/match_settings.h"
#include "arena/store/store.h"

#include <cstddef>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace rookery::arena {

// For games that other machines play. Connecting may adapt the settings, as for clocks that are
// meant for one of the machines; the executor is made once the match is in the database.
using ExecutorMaker = std::function<Result<std::unique_ptr<MatchExecutor>, std::string>(
    const std::filesystem::path& database, MatchId match)>;
using ConnectExecutor = std::function<Result<ExecutorMaker, std::string>(const Lineup& lineup,
                                                                         MatchSettings& settings)>;

struct MatchContext {
    SearcherTable searchers;
    MatchOutput output;
    ConnectExecutor connect;  // empty: the games are played here
    // The options that say so, to be repeated in hints; with a blank before each.
    std::string remote_options{};
};

struct NewMatch {
    std::vector<std::string> players;  // as on the command line
    std::string name;                  // empty: made from the players' names
    MatchSettings settings;
    LineupRequest lineup;
};
[[nodiscard]] int begin_match(NewMatch match, const MatchContext& context);

// Settings that may be different when a stored match is resumed.
struct MatchChanges {
    std::optional<std::size_t> length;  // games of a match, pairs of each encounter of a tournament
    std::optional<std::size_t> concurrency;
    bool pin = false;
};
[[nodiscard]] int resume_match(MatchId match, const MatchChanges& changes,
                               const MatchContext& context);

[[nodiscard]] int list_matches(const MatchOutput& output);
[[nodiscard]] int show_match(MatchId match, const MatchOutput& output);
// Succeeds only if every game comes out as it is stored.
[[nodiscard]] int verify_match(MatchId match, const MatchChanges& changes,
                               const MatchOutput& output, SearcherTable searchers);

}  // namespace rookery::arena
