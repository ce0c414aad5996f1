// The options that `match` and `tournament` share.
#pragma once

#include "arena/match/match_run.h"
#include "commands/cli.h"
#include "commands/colony_choice.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace rookery {

struct GameOptions {
    std::string control = "3+0.03";
    std::string openings;
    std::optional<std::size_t> plies;
    std::string order = "random";
    std::optional<std::uint64_t> seed;
    bool chess960 = false;
    std::optional<std::size_t> concurrency;
    bool pin = false;
    std::optional<std::string> draw;
    std::optional<std::string> resign;
    std::optional<int> max_moves;
    int grace_ms = 0;
    std::optional<double> timeout_seconds;
    std::string clock = "wall";
    std::optional<std::size_t> hash_mib;
    std::optional<std::size_t> threads;
    std::string name;

    // The object must live as long as the command.
    void add_to(Command command);

    // All but the format, the number of games and the test.
    [[nodiscard]] Result<arena::MatchSettings, std::string> settings(std::size_t players) const;
    [[nodiscard]] arena::LineupRequest request(const arena::MatchSettings& settings) const;
    [[nodiscard]] arena::MatchChanges changes(std::optional<std::size_t> length) const;
};

// The options about the database and the files; these also go with --resume and --show.
struct ResultOptions {
    arena::MatchOutput output;
    ColonyChoice colony;

    void add_to(Command command, const Context& context);
    // The options of `tournament` about the ratings of its players.
    void add_ratings_to(Command command);
};

// The options about stored matches.
struct StoredOptions {
    std::optional<arena::MatchId> resume;
    std::optional<arena::MatchId> show;
    std::optional<arena::MatchId> verify;
    bool list = false;

    // The noun is "match" or "tournament".
    void add_to(Command command, const std::string& noun);
    // How many of them were given.
    [[nodiscard]] int count() const;
};

}  // namespace rookery
