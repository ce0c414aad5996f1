// The players of a match, looked up and started once before anything is stored.
#pragma once

#include "arena/match/match_settings.h"
#include "arena/players/player_spec.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace rookery::arena {

struct LineupRequest {
    // Set on every player that knows the option, unless it was given a value of its own.
    std::optional<std::size_t> hash_mib;
    std::optional<std::size_t> threads;
    bool must_obey_nodes = false;
    // One for each player; not every protocol knows every kind of limit.
    std::vector<TimeControl> controls;
    // Searchers without a seed of their own get one that follows from this and their place.
    std::uint64_t seed = 0;
};

struct Lineup {
    std::vector<PlayerSpec> specs;
    std::vector<PlayerEntry> entries;  // for the store

    [[nodiscard]] std::vector<std::string> names() const;
};

// Players of the same name get a number. The error names the player that cannot be found.
[[nodiscard]] Result<Lineup, std::string> look_up(const std::vector<std::string>& texts,
                                                  const EngineRegistry& registry,
                                                  SearcherTable searchers);

// Starts every player once and applies the request, so that a player that cannot play is found
// before the match. The problem, if there is one.
[[nodiscard]] std::optional<std::string> try_out(Lineup& lineup, const LineupRequest& request,
                                                 SearcherTable searchers);

// Nodes a second of the players on this machine, their geometric mean, from a second of thinking
// each. The error names the player that reported no nodes.
[[nodiscard]] Result<double, std::string> measured_speed(const Lineup& lineup,
                                                         SearcherTable searchers);

// Restores the players of a stored match.
[[nodiscard]] Result<Lineup, std::string> line_up_again(const std::vector<PlayerEntry>& entries);

// Gives every concurrent game processors of its own, as many as the player with the most threads
// needs. The problem, if there are not enough processors.
[[nodiscard]] std::optional<std::string> pin(RunnerSettings& runner, const Lineup& lineup);

// One for each player of the lineup.
[[nodiscard]] std::vector<PlayerMaker> makers_of(const Lineup& lineup, SearcherTable searchers);
void seat(RunnerSettings& runner, const Lineup& lineup, SearcherTable searchers);

}  // namespace rookery::arena
