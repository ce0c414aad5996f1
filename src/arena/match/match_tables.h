// The tables of a match or tournament: cross table, ratings and results by opening.
#pragma once

#include "arena/match/match_settings.h"
#include "arena/match/rating_settings.h"
#include "arena/statistics/elo.h"
#include "arena/statistics/ratings.h"
#include "arena/store/store.h"

#include <cstddef>
#include <optional>
#include <string>
#include <unordered_set>
#include <vector>

namespace rookery::arena {

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

// Counts different openings as the games come in.
class OpeningsUsed {
  public:
    void add(const GameSummary& game) { keys_.insert(opening_key(game)); }
    [[nodiscard]] std::size_t count() const { return keys_.size(); }

  private:
    std::unordered_set<std::size_t> keys_;
};

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
