// Old games with new scores: what a better evaluator thinks of the same moves.
//
// Moves and results stay; only the scores of positions that training takes are looked at again. A
// short look shows whether the old score and the new evaluator agree; where they differ, and there
// alone unless everything is asked for, a search of its own tells who is right.
#pragma once

#include "base/result.h"
#include "search/searcher.h"
#include "training/game_codec.h"
#include "training/game_file.h"
#include "training/position_set.h"

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>

namespace rookery::training {

struct RescoreSettings {
    std::uint64_t soft_nodes = 1000;
    std::uint64_t hard_factor = 4;
    std::size_t hash_mib = 4;
    // Units of the evaluation by which the short look must differ from the old score; 0: everything
    // is searched.
    int disagreement = 0;
};

struct RescoreCounts {
    std::atomic<std::uint64_t> games = 0;
    std::atomic<std::uint64_t> looked_at = 0;  // positions
    std::atomic<std::uint64_t> searched = 0;   // of those
    std::atomic<std::uint64_t> moved = 0;      // units by which scores changed, all together
};

class Rescorer {
  public:
    Rescorer(std::unique_ptr<Searcher> searcher, const RescoreSettings& settings,
             RescoreCounts& counts);

    // Nothing if it was stopped, or cannot be played.
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

// Games of a source one after another, into a file in the same order. The first so many are there
// already.
class RescoreRun {
  public:
    using SearcherMaker = std::function<Result<std::unique_ptr<Searcher>, std::string>()>;

    RescoreRun(const RescoreSettings& settings, SearcherMaker make_searcher, std::size_t threads)
        : settings_(settings), make_searcher_(std::move(make_searcher)), threads_(threads) {}

    // The problem, if there can be no such searcher.
    [[nodiscard]] std::optional<std::string> prepare();
    // All or, if it was stopped, only the first of them. The problem, if one could not be kept.
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

}  // namespace rookery::training
