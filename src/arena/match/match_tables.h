// Counts of the games of a match: its tally, its progress, its tables.
//
// A match is seen from its first player, number 0. In a tournament the same holds for the games
// that player takes part in; CrossTable has all of them.
#pragma once

#include "arena/match/match_settings.h"
#include "arena/statistics/chart.h"
#include "arena/statistics/elo.h"
#include "arena/statistics/ratings.h"
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

// Where a match stood after some number of games.
struct ProgressPoint {
    std::uint64_t games = 0;
    Bounded elo;
    double llr = 0;
};

// The course of a match for its charts, pair by pair in the order of their numbers; long matches
// are thinned. Without an SPRT the LLR is 0.
[[nodiscard]] std::vector<ProgressPoint> progress_of(const std::vector<GameSummary>& games,
                                                     const std::optional<SprtSettings>& sprt);

// The log-likelihood ratio between its bounds.
[[nodiscard]] Chart llr_chart(std::string title, const std::vector<ProgressPoint>& progress,
                              const SprtSettings& settings);

// Elo with its 95 % interval. The axis fits what came after the first tenth of the games, when the
// interval has shrunk to something worth looking at.
[[nodiscard]] Chart elo_chart(std::string title, const std::vector<ProgressPoint>& progress);

// The result of an SPRT that has ended. Pairs that were still being played at its end may have
// moved the LLR back between the bounds, so the first crossing decides.
[[nodiscard]] SprtStatus settled_sprt(const std::vector<GameSummary>& games,
                                      const SprtSettings& settings);

// An SVG of Elo and, with an SPRT, of the LLR below it.
[[nodiscard]] std::string chart_of(const std::string& title, const std::vector<GameSummary>& games,
                                   const std::optional<SprtSettings>& sprt);

// The score of every player against every other one.
class CrossTable {
  public:
    explicit CrossTable(std::size_t players, const std::vector<GameSummary>& games = {});
    void add(const GameSummary& game);

    [[nodiscard]] std::size_t players() const { return players_; }
    // From the first one's side.
    [[nodiscard]] const GameCounts& between(std::size_t one, std::size_t other) const {
        return cells_[one * players_ + other];
    }
    [[nodiscard]] GameCounts total(std::size_t player) const;
    [[nodiscard]] const GameCounts& with(std::size_t player, Color color) const {
        return by_color_[player][color];
    }
    // Every encounter once, as rate_players needs it.
    [[nodiscard]] std::vector<Meeting> meetings() const;

  private:
    std::size_t players_;
    std::vector<GameCounts> cells_;
    std::vector<ByColor<GameCounts>> by_color_;
};

// Identifies the opening of a game within its match: the index in the opening file, or the round
// for which it was drawn at random.
[[nodiscard]] std::size_t opening_key(const GameSummary& game);

struct OpeningResult {
    std::optional<std::size_t> index;  // in the opening file
    std::size_t example = 0;           // the number of a game that began with it
    GameCounts white;                  // from White's side
    // The games of player 0 among them and their complete pairs, from that player's side.
    GameCounts first;
    PairCounts pairs;
    std::string name;  // see name_openings()

    // From 0 to 1.
    [[nodiscard]] double white_score() const;
    // The result of all its games, where they are at least two and agree.
    [[nodiscard]] std::optional<GameResult> always() const;
};

// The most played first; among these the most uneven.
[[nodiscard]] std::vector<OpeningResult> results_by_opening(const std::vector<GameSummary>& games);

// Ratings of one player by the simple formulas in statistics/ratings.h. Performances and the first
// rating come from games against opponents of known rating only; without such games there are none.
struct SimpleRating {
    std::optional<double> known;
    GameCounts rated_games;
    std::optional<double> opponents;         // mean of their known ratings, game by game
    std::optional<double> performance;       // logistic; infinite for all or nothing
    std::optional<double> fide_performance;  // by the table
    // The first rating FIDE would publish: only for players without a rating that have scored at
    // all and have played five such games or more.
    std::optional<int> fide_initial;
    // R + K(S - E) after every game, in the order of their numbers, for both players at once.
    double updated = 0;
};

// By player. The games must come by number.
[[nodiscard]] std::vector<SimpleRating> simple_ratings(std::size_t players,
                                                       const std::vector<GameSummary>& games,
                                                       const RatingSettings& settings);

struct TournamentTables {
    RatingSettings settings;
    RatingList ratings;
    CrossTable cross;
    std::vector<SimpleRating> simple;  // by player
};

struct MatchTables {
    std::optional<TournamentTables> tournament;
    std::optional<std::vector<OpeningResult>> openings;  // if they were asked for
    // Sentences that explain what is missing.
    std::vector<std::string> notes;
};

// The games must come by number.
[[nodiscard]] Result<TournamentTables, std::string>
tournament_tables(std::size_t players, const std::vector<GameSummary>& games,
                  const RatingSettings& settings);

// The tables of a stored match. There is an error only where the data contradict themselves.
[[nodiscard]] Result<MatchTables, std::string>
match_tables(const Store& store, const MatchInfo& info, const MatchSettings& settings,
             const std::vector<GameSummary>& games, bool by_opening);

// Names the openings of a stored match. Names come from the opening file; an opening without one,
// or whose file is gone, is called by the moves or the position a stored game began with. Returns
// why some names are missing, if they are.
[[nodiscard]] std::optional<std::string> name_openings(std::vector<OpeningResult>& openings,
                                                       const Store& store, MatchId match,
                                                       const OpeningSettings& settings);

}  // namespace rookery::arena
