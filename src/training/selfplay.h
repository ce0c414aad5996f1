// One game of the engine against itself.
//
// A game begins with a few random moves, or with moves drawn from the good ones, so that no two
// games are alike. Then every move is searched with a soft limit of nodes, and its score is stored.
// A game is adjudicated only when the result has been clear for some time, because an evaluation
// needs positions of won games and of endgames.
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
    // The hard limit of nodes, as a multiple of the soft limit.
    std::uint64_t hard_factor = 4;
    std::size_t hash_mib = 4;

    // Random plies; half of the games, drawn at random, have one more.
    int opening_plies = 8;
    // Until this ply a move is drawn from those whose score is at most the margin below the best:
    // games for an opening book. Then no ply of the opening is random by chance.
    int varied_plies = 0;
    int varied_margin = 30;
    static constexpr int varied_factor = 8;  // so many times the nodes, for several lines
    // Percentage of games from a double Chess960 position.
    int chess960_percent = 0;
    // An opening with a larger score is discarded.
    int balanced = 300;

    // Decided: beyond this score for this number of plies in a row.
    int decided_score = 2500;
    int decided_plies = 5;
    // Level: within this score for this number of plies in a row, not before this ply.
    int level_score = 10;
    int level_plies = 12;
    int level_from_ply = 80;
    int longest = 600;
};

// The seed of a game by its number in a run.
[[nodiscard]] std::uint64_t seed_of_game(std::uint64_t seed, std::uint64_t number);

// A game of random legal moves that is not over.
[[nodiscard]] Game random_opening(Random& random, const SelfplaySettings& settings);

// Checks whether a game can have been played with these settings. Returns why not: it has an
// illegal move, ends too early or too late, or in another way than its scores say.
[[nodiscard]] std::optional<std::string> validate(const SelfplayGame& record,
                                                  const SelfplaySettings& settings);

class SelfplayPlayer {
  public:
    SelfplayPlayer(std::unique_ptr<Searcher> searcher, const SelfplaySettings& settings);

    // The same seed gives the same game. Empty if it was stopped.
    [[nodiscard]] std::optional<SelfplayGame> play(std::uint64_t seed, const std::stop_token& stop);
    // All games so far.
    [[nodiscard]] std::uint64_t nodes() const { return nodes_; }

  private:
    // Empty if the opening was one-sided or it was stopped.
    [[nodiscard]] std::optional<SelfplayGame> play_from(Game game, Random& random,
                                                        const std::stop_token& stop);
    [[nodiscard]] SearchResult choose_move(const Game& game, Random& random,
                                           const std::stop_token& stop);

    std::unique_ptr<Searcher> searcher_;
    SelfplaySettings settings_;
    std::uint64_t nodes_ = 0;
};

}  // namespace rookery::training
