// Rescoring: old games with new scores by a better evaluator.
//
// Moves and results stay; only positions that training uses get a new score. A search of depth 1
// compares the evaluator with the old score. Only where they differ enough a full search finds the
// new score, or everywhere if no difference is asked for.
#pragma once

#include "base/result.h"
#include "engine/make_searcher.h"
#include "search/searcher.h"
#include "training/game_codec.h"
#include "training/game_file.h"
#include "training/position_set.h"

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace rookery::training {

struct RescoreSettings {
    std::uint64_t soft_nodes = 1000;
    std::uint64_t hard_factor = 4;
    std::size_t hash_mib = 4;
    // Units of the evaluation by which the search of depth 1 must differ from the old score; 0: all
    // positions are searched.
    int disagreement = 0;
};

struct RescoreCounts {
    std::atomic<std::uint64_t> games = 0;
    std::atomic<std::uint64_t> looked_at = 0;  // positions
    std::atomic<std::uint64_t> searched = 0;   // of those
    std::atomic<std::uint64_t> moved = 0;      // sum of the changes of scores, in units
};

class Rescorer {
  public:
    Rescorer(std::unique_ptr<Searcher> searcher, const RescoreSettings& settings,
             RescoreCounts& counts);

    // Empty if it was stopped or the game has an illegal move.
    [[nodiscard]] std::optional<SelfplayGame> rescored(SelfplayGame game,
                                                       const std::stop_token& stop);

  private:
    [[nodiscard]] std::int16_t score_of(const Game& game, std::int16_t old,
                                        const std::stop_token& stop);
    [[nodiscard]] int white_score(const Game& game, const Limits& limits,
                                  const std::stop_token& stop);

    std::unique_ptr<Searcher> searcher_;
    const RescoreSettings settings_;
    const PositionFilter filter_;
    RescoreCounts& counts_;
};

// Rescores games on several threads and writes them in their order.
class RescoreRun {
  public:
    using SearcherMaker = std::function<Result<std::unique_ptr<Searcher>, std::string>()>;

    RescoreRun(const RescoreSettings& settings, SearcherMaker make_searcher, std::size_t threads)
        : settings_(settings), make_searcher_(std::move(make_searcher)), threads_(threads) {}

    // Makes the searchers. Returns the problem if that is not possible.
    [[nodiscard]] std::optional<std::string> prepare();
    // If stopped, only the first games are added. Returns the problem if one could not be written.
    [[nodiscard]] std::optional<std::string> add(std::vector<SelfplayGame> games,
                                                 GameFileWriter& file, const std::stop_token& stop);
    [[nodiscard]] const RescoreCounts& counts() const { return counts_; }

  private:
    const RescoreSettings settings_;
    const SearcherMaker make_searcher_;
    const std::size_t threads_;
    RescoreCounts counts_;
    std::vector<Rescorer> rescorers_;  // one for each thread
};

// `rookery selfplay --rescore`
struct RescoreOrder {
    std::vector<std::string> files;
    std::string output;
    SearcherChoice choice;  // an empty searcher means the engine's
    RescoreSettings settings;
    std::size_t threads = 1;
};

// Started again with the same order, it continues where it was stopped. Returns the exit code,
// which is a failure also if something of the files was left out.
[[nodiscard]] int rescore_games(const RescoreOrder& order, SearcherTable searchers);

}  // namespace rookery::training
