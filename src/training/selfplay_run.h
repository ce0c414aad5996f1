// Many games at once, each on a thread of its own, into one file.
#pragma once

#include "base/result.h"
#include "training/game_file.h"
#include "training/game_statistics.h"
#include "training/selfplay.h"

#include <atomic>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>

namespace rookery::training {

struct SelfplayGoal {
    std::optional<std::uint64_t> games;      // in this run
    std::optional<std::uint64_t> positions;  // likewise
};

// Who plays games instead of us.
class SelfplayExecutor {
  public:
    virtual ~SelfplayExecutor() = default;

    // The games of that seed from number 0 on, in any order, as long as `take` says true. The
    // problem, if one ended it.
    [[nodiscard]] virtual std::optional<std::string>
    play(std::uint64_t seed, std::optional<std::uint64_t> games,
         const std::function<bool(const SelfplayGame&)>& take, const std::stop_token& stop) = 0;
    // How many they are now; from any thread.
    [[nodiscard]] virtual std::size_t count() const = 0;
};

class SelfplayRun {
  public:
    // Asked once by every thread; an error ends the run.
    using SearcherMaker = std::function<Result<std::unique_ptr<Searcher>, std::string>()>;

    // Game n of a seed is the same game whatever the number of threads.
    SelfplayRun(SelfplaySettings settings, SearcherMaker make_searcher, std::uint64_t seed)
        : settings_(settings), make_searcher_(std::move(make_searcher)), seed_(seed) {}

    // Blocks until the goal is reached or it is stopped; games that are not over are then
    // forgotten. The problem, if one ended it.
    [[nodiscard]] std::optional<std::string> run(GameFileWriter& file, std::size_t threads,
                                                 const SelfplayGoal& goal,
                                                 const std::stop_token& stop);

    // The same by others.
    [[nodiscard]] std::optional<std::string> run(GameFileWriter& file, SelfplayExecutor& others,
                                                 const SelfplayGoal& goal,
                                                 const std::stop_token& stop);

    // Of this run so far; from any thread.
    [[nodiscard]] GameStatistics statistics() const;
    [[nodiscard]] std::uint64_t nodes() const { return nodes_.load(std::memory_order_relaxed); }

  private:
    void work(std::unique_ptr<Searcher> searcher, GameFileWriter& file, const SelfplayGoal& goal,
              std::stop_source& end);
    // Keeps a game that is over. False when it is time to end.
    [[nodiscard]] bool keep(const SelfplayGame& game, GameFileWriter& file,
                            const SelfplayGoal& goal);

    SelfplaySettings settings_;
    SearcherMaker make_searcher_;
    std::uint64_t seed_;
    std::atomic<std::uint64_t> next_game_ = 0;
    std::atomic<std::uint64_t> nodes_ = 0;
    mutable std::mutex mutex_;
    GameStatistics statistics_;
    std::optional<std::string> problem_;
};

}  // namespace rookery::training
