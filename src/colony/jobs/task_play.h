// Plays what a job asks for: the same on a worker, on the coordinator and in a test.
#pragma once

#include "arena/players/searcher_player.h"
#include "colony/jobs/job.h"

#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace rookery::colony {

// Hears of nodes as they are searched; may take its time, and so slow the games down.
using NodeListener = std::function<void(std::uint64_t nodes)>;

struct PlayedTask {
    // As they travel: of a pair the moves of each game (move_blob.h), with the one that was too late where that was the
    // end; of self-play each game (game_codec.h).
    std::vector<std::string> results;
    bool stopped = false;
};

// The player as the arena knows it.
[[nodiscard]] arena::SearcherSpec spec_of(const JobPlayer& player);
// The error says what a job cannot carry: a file of weights, more threads than one.
[[nodiscard]] Result<JobPlayer, std::string> job_player_of(const arena::SearcherSpec& spec);
// Why nobody could play it: names and numbers that are not in the table of searchers.
[[nodiscard]] std::optional<std::string> problem_with(const Task& task, SearcherTable searchers);

// The error is that of a player that failed. Where clocks go by the wall they are stretched for a machine of that
// speed, of one thread; of speed 0 it plays no such games (timed_games.h).
[[nodiscard]] Result<PlayedTask, std::string> play_task(const Task& task, SearcherTable searchers,
                                                        const std::stop_token& stop, const NodeListener& on_nodes = {},
                                                        std::uint64_t own_speed = 0);

}  // namespace rookery::colony
