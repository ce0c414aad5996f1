// Self-play: many games of the engine against itself at once, added to one file, until a goal is
// reached or Ctrl-C.
#pragma once

#include "base/executor.h"
#include "base/result.h"
#include "engine/make_searcher.h"
#include "training/game_file.h"
#include "training/game_statistics.h"
#include "training/selfplay.h"

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>

namespace rookery::training {

struct SelfplayGoal {
    std::optional<std::uint64_t> games;      // in this run
    std::optional<std::uint64_t> positions;  // likewise
};

// A game of a seed, from 0.
struct SelfplayNumber {
    std::uint64_t value = 0;

    [[nodiscard]] std::uint64_t number() const { return value; }
};
using SelfplayExecutor = Executor<SelfplayNumber, SelfplayGame>;

class SelfplayRun {
  public:
    // Called once by every thread; an error ends the run.
    using SearcherMaker = std::function<Result<std::unique_ptr<Searcher>, std::string>()>;

    // Game n of a seed is the same game whatever the number of threads.
    SelfplayRun(SelfplaySettings settings, SearcherMaker make_searcher, std::uint64_t seed)
        : settings_(settings), make_searcher_(std::move(make_searcher)), seed_(seed) {}

    // Blocks until the goal is reached or it is stopped; games that are not over are then
    // forgotten. The problem, if one ended it.
    [[nodiscard]] std::optional<std::string> run(GameFileWriter& file, std::size_t threads,
                                                 const SelfplayGoal& goal,
                                                 const std::stop_token& stop);

    // The same by an executor that knows the seed; it must not withdraw games.
    [[nodiscard]] std::optional<std::string> run(GameFileWriter& file, SelfplayExecutor& executor,
                                                 const SelfplayGoal& goal,
                                                 const std::stop_token& stop);

    // The games of this run so far; from any thread.
    [[nodiscard]] GameStatistics statistics() const;
    [[nodiscard]] std::uint64_t nodes() const { return nodes_.load(std::memory_order_relaxed); }

  private:
    [[nodiscard]] std::optional<std::string> feed(SelfplayExecutor& executor, GameFileWriter& file,
                                                  const SelfplayGoal& goal,
                                                  const std::stop_token& stop);

    SelfplaySettings settings_;
    SearcherMaker make_searcher_;
    std::uint64_t seed_;
    std::atomic<std::uint64_t> nodes_ = 0;
    mutable std::mutex mutex_;
    GameStatistics statistics_;
};

// One run of `rookery selfplay`.
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
