// What the openings of a match or tournament led to.
#pragma once

#include "arena/statistics/pair_counts.h"
#include "arena/store/store.h"

#include <cstddef>
#include <optional>
#include <string>
#include <unordered_set>
#include <vector>

namespace rookery::arena {

// Games of one match that began alike have the same: the opening's index in its file, or the round
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
    GameCounts white;                  // from White's side, whoever that was
    // The games of player 0 among them and their complete pairs, from that player's side.
    GameCounts first;
    PairCounts pairs;
    std::string name;  // see opening_names.h

    // From 0 to 1.
    [[nodiscard]] double white_score() const;
    // The result of all its games, where they are at least two and agree.
    [[nodiscard]] std::optional<GameResult> always() const;
};

// The most played first; among these the most uneven.
[[nodiscard]] std::vector<OpeningResult> results_by_opening(const std::vector<GameSummary>& games);

}  // namespace rookery::arena
