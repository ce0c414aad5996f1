// The players of a match as they were asked for, looked up and tried out before anything is stored.
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
    // Of each player; not all of them can keep every kind of limit.
    std::vector<TimeControl> controls;
    // Searchers without a seed of their own get one that follows from this and their place.
    std::uint64_t seed = 0;
};

struct Lineup {
    std::vector<PlayerSpec> specs;
    std::vector<PlayerEntry> entries;  // for the store

    [[nodiscard]] std::vector<std::string> names() const;
};

// Two of one name are told apart by a number. The error says who cannot be found.
[[nodiscard]] Result<Lineup, std::string> look_up(const std::vector<std::string>& texts,
                                                  const EngineRegistry& registry,
                                                  SearcherTable searchers);

// Starts every player once and grants the request: one that cannot play is told now, not after
// hours. The problem, if there is one.
[[nodiscard]] std::optional<std::string> try_out(Lineup& lineup, const LineupRequest& request,
                                                 SearcherTable searchers);

// Nodes a second of the players on this machine, their geometric mean, from a second of thinking
// each. The error says who told no nodes.
[[nodiscard]] Result<double, std::string> measured_speed(const Lineup& lineup,
                                                         SearcherTable searchers);

// The same players again.
[[nodiscard]] Result<Lineup, std::string> line_up_again(const std::vector<PlayerEntry>& entries);

// Gives every game that is played at the same time processors of its own, as many as its hungriest
// player has threads. The problem, if there are not enough of them.
[[nodiscard]] std::optional<std::string> pin(RunnerSettings& runner, const Lineup& lineup);

// One for each player of the lineup.
[[nodiscard]] std::vector<PlayerMaker> makers_of(const Lineup& lineup, SearcherTable searchers);
void seat(RunnerSettings& runner, const Lineup& lineup, SearcherTable searchers);

}  // namespace rookery::arena
