// `rookery selfplay`: plays games into a file until a goal is reached or Ctrl-C.
#pragma once

#include "engine/make_searcher.h"
#include "training/selfplay_run.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace rookery::training {

struct SelfplayOrder {
    SearcherChoice choice;  // an empty searcher means the engine's
    SelfplaySettings settings;
    SelfplayGoal goal;
    std::string output;  // a file; empty: named after the player, in the folder for training
    std::size_t threads = 1;
    std::optional<std::uint64_t> seed;  // empty: random
    bool json = false;                  // statistics on standard output
};

// Finds the executor that plays the games of this player with that seed; if null, they are played
// on this machine.
using SelfplayExecutorFinder = std::function<Result<std::unique_ptr<SelfplayExecutor>, std::string>(
    const SearcherChoice& player, std::uint64_t seed)>;

// Returns the exit code.
[[nodiscard]] int play_selfplay(SelfplayOrder order, SearcherTable searchers,
                                const SelfplayExecutorFinder& find_executor = {});

}  // namespace rookery::training
