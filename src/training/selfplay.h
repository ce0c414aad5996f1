// One game of the engine against itself.
//
// A few random moves, so that no two games are alike; then every move is searched to a soft number
// of nodes, and its score is kept. A game is broken off only when its outcome has been beyond doubt
// for some time: positions of conversion and of endings are what an evaluation lacks most.
#pragma once

#include "base/random.h"
#include "search/searcher.h"
#include "training/game_codec.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>

namespace rookery::training {

struct SelfplaySettings {
    std::uint64_t soft_nodes = 5000;
    // A search that finds no end is cut off after so many times the soft nodes.
    std::uint64_t hard_factor = 4;
    std::size_t hash_mib = 4;

    // Random plies: so many, and in every other game one more.
    int opening_plies = 8;
    // So many games in a hundred begin from a Chess960 position, White's and Black's chosen apart.
    int chess960_percent = 0;
    // An opening that leaves one side this far ahead is thrown away.
    int balanced = 300;

    // Decided: beyond this score for so many plies in a row.
    int decided_score = 2500;
    int decided_plies = 5;
    // Level: within this score for so many plies in a row, not before that ply.
    int level_score = 10;
    int level_plies = 12;
    int level_from_ply = 80;
    int longest = 600;
};

// Of the game of that number in a run.
[[nodiscard]] std::uint64_t seed_of_game(std::uint64_t seed, std::uint64_t number);

// A position after random legal moves in which somebody can move; the moves lead to it.
[[nodiscard]] Game random_opening(Random& random, const SelfplaySettings& settings);

// Why no such game could have been played with these settings, whatever the searches found: it ends
// too early or too late, or in another way than its scores say. The moves must be legal.
[[nodiscard]] std::optional<std::string> validate(const SelfplayGame& record,
                                                  const SelfplaySettings& settings);

class SelfplayPlayer {
  public:
    SelfplayPlayer(std::unique_ptr<Searcher> searcher, const SelfplaySettings& settings);

    // The same seed gives the same game. Nothing if it was stopped.
    [[nodiscard]] std::optional<SelfplayGame> play(std::uint64_t seed, const std::stop_token& stop);
    // Since it was made.
    [[nodiscard]] std::uint64_t nodes() const { return nodes_; }

  private:
    // Until a result is there; nothing if the opening was no good.
    [[nodiscard]] std::optional<SelfplayGame> play_from(Game game, const std::stop_token& stop);

    std::unique_ptr<Searcher> searcher_;
    SelfplaySettings settings_;
    std::uint64_t nodes_ = 0;
};

}  // namespace rookery::training
