// Positions of self-play games as a trainer wants them: one after another, 32 bytes each, nothing
// else in the file.
//
// A position is packed (packed_position.h), and in its four free bytes stand
//
//     2 bytes  the score of the search, in White's view
//     1        the result, in White's view: 0 lost, 1 drawn, 2 won
//     1        zero
//
// Only what the filter takes, and every position once, as it came first. Some games, drawn by what
// they are, are held back: their positions go into a second file, by which a trainer sees whether
// it learns chess or games by heart.
#pragma once

#include "training/game_codec.h"
#include "training/packed_position.h"

#include <cstdint>
#include <functional>
#include <vector>

namespace rookery::training {

// Which positions of a game an evaluation should learn from: those in which nothing is about to
// happen, for an evaluation is asked about no others.

struct PositionFilter {
    int first_ply = 16;
    int fewest_pieces = 4;
    bool drop_checks = true;
    // The best move takes or promotes: the material is about to change.
    bool drop_captures = true;
    bool drop_decided = true;  // mates and the like
    // A score beyond this teaches little about what decides games.
    int highest_score = Score::max_evaluation;

    [[nodiscard]] bool takes(const Position& position, const ScoredMove& next,
                             std::size_t ply) const {
        if (ply < static_cast<std::size_t>(first_ply)) return false;
        if (popcount(position.occupied()) < fewest_pieces) return false;
        if (drop_checks && position.in_check()) return false;
        if (drop_captures && (position.is_capture(next.move) || next.move.is_promotion()))
            return false;
        const Score score(next.white_score);
        if (drop_decided && score.is_decided()) return false;
        return score.value() <= highest_score && score.value() >= -highest_score;
    }
};

// Calls visit(position, scored move, ply) for every searched position of a game.
template <class Visit>
void for_each_position(const SelfplayGame& game, Visit visit) {
    Position position = game.start;
    for (std::size_t ply = 0; ply < game.moves.size(); ++ply) {
        if (ply >= game.opening_plies) visit(position, game.moves[ply], ply);
        position = position.after(game.moves[ply].move);
    }
}

// The packed position with its label.
[[nodiscard]] PackedPosition labelled(const Position& position, int white_score, GameResult result);

// Remembers keys, in a table that is three eighths to three quarters full: 11 to 21 bytes each, and
// up to 32 while it grows.
class KeySet {
  public:
    // False if it was there.
    [[nodiscard]] bool insert(Key key);
    [[nodiscard]] std::size_t size() const { return size_; }

  private:
    void grow();

    std::vector<Key> slots_ = std::vector<Key>(1024);  // zero: free
    std::size_t size_ = 0;
    bool has_zero_ = false;
};

class PositionSet {
  public:
    using Take = std::function<void(const PackedPosition& position, bool is_held_back)>;

    struct Counts {
        std::uint64_t games = 0, held_games = 0;
        std::uint64_t positions = 0, held_positions = 0;
        std::uint64_t filtered = 0, repeated = 0;
    };

    // One game of so many is held back; 0: none.
    PositionSet(const PositionFilter& filter, std::uint64_t held_back_of, Take take)
        : filter_(filter), held_back_of_(held_back_of), take_(std::move(take)) {}

    void add(const SelfplayGame& game);
    [[nodiscard]] const Counts& counts() const { return counts_; }

  private:
    [[nodiscard]] bool is_held_back(const SelfplayGame& game) const;

    const PositionFilter filter_;
    const std::uint64_t held_back_of_;
    const Take take_;
    KeySet seen_;
    Counts counts_;
};

}  // namespace rookery::training
