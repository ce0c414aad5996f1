// Counts the games of a match as they end.
//
// A match is seen from its first player, number 0. In a tournament the same holds for the games
// that player takes part in; CrossTable (match_tables.h) has all of them.
#pragma once

#include "arena/statistics/chart.h"
#include "arena/statistics/elo.h"
#include "arena/statistics/sprt.h"
#include "arena/store/store.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace rookery::arena {

// The result for a player that took part in the game; an open game has none.
[[nodiscard]] std::optional<Outcome> outcome_for(std::size_t player, const GameSummary& game);

// How often a player lost by failing in that way.
struct FailureCount {
    std::size_t player = 0;
    Termination termination = Termination::Unfinished;
    std::uint64_t games = 0;

    [[nodiscard]] friend bool operator==(const FailureCount&, const FailureCount&) = default;
};

// The latency of a player over its games.
struct LatencySum {
    Duration sum{0};
    Duration worst{0};
    std::int64_t games = 0;

    [[nodiscard]] Duration mean() const { return sum / std::max<std::int64_t>(1, games); }
};

class Tally {
  public:
    // Every game once, in any order.
    void add(const GameSummary& game);

    // True if the last game added completed a pair.
    [[nodiscard]] bool pair_completed() const { return pair_completed_; }

    [[nodiscard]] std::size_t finished() const { return finished_; }
    [[nodiscard]] const GameCounts& games() const { return games_; }
    // The part of it in which the first player had that colour.
    [[nodiscard]] const ByColor<GameCounts>& by_color() const { return by_color_; }
    // All games, from White's side.
    [[nodiscard]] const GameCounts& white() const { return white_; }
    // Only pairs of which both games are there.
    [[nodiscard]] const PairCounts& pairs() const { return pairs_; }
    [[nodiscard]] std::vector<FailureCount> failures() const;
    [[nodiscard]] std::uint64_t failure_count() const;
    [[nodiscard]] std::map<Termination, std::uint64_t> terminations() const { return endings_; }
    // By player; those without a measurement are left out.
    [[nodiscard]] const std::map<std::size_t, LatencySum>& latencies() const { return latencies_; }

    // From pairs; before the first is complete, from games.
    [[nodiscard]] EloEstimate elo() const;

  private:
    std::size_t finished_ = 0;
    GameCounts games_;
    ByColor<GameCounts> by_color_{};
    GameCounts white_;
    PairCounts pairs_;
    std::map<std::size_t, Outcome> half_pairs_;  // the one game that is there, by pair
    std::map<std::pair<std::size_t, Termination>, std::uint64_t> failures_;
    std::map<Termination, std::uint64_t> endings_;
    std::map<std::size_t, LatencySum> latencies_;
    bool pair_completed_ = false;
};

// The course of a match for its charts, pair by pair in the order of their numbers; long matches
// are thinned. Without an SPRT the LLR is 0.
[[nodiscard]] std::vector<ProgressPoint> progress_of(const std::vector<GameSummary>& games,
                                                     const std::optional<SprtSettings>& sprt);

// The result of an SPRT that has ended. Pairs that were still being played at its end may have
// moved the LLR back between the bounds, so the first crossing decides.
[[nodiscard]] SprtStatus settled_sprt(const std::vector<GameSummary>& games,
                                      const SprtSettings& settings);

// An SVG of Elo and, with an SPRT, of the LLR below it.
[[nodiscard]] std::string chart_of(const std::string& title, const std::vector<GameSummary>& games,
                                   const std::optional<SprtSettings>& sprt);

}  // namespace rookery::arena
