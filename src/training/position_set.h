// Positions of self-play games for a trainer: records of 32 bytes, and nothing else in the file.
//
// A record is a packed position (packed_position.h), whose four free bytes hold
//
//     2 bytes  the score of the search, in White's view
//     1        the result, in White's view: 0 lost, 1 drawn, 2 won
//     1        zero
//
// Only positions that the filter takes are written, each once. Some games, chosen by a hash of
// their moves, are held back: their positions go to a second file, which a trainer uses for
// validation.
#pragma once

#include "training/game_codec.h"
#include "training/packed_position.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace rookery::training {

// The positions of a game that an evaluation learns from: quiet ones, because the search evaluates
// only quiet positions.
struct PositionFilter {
    int first_ply = 16;
    int fewest_pieces = 4;
    bool drop_checks = true;
    // Positions whose best move captures or promotes.
    bool drop_captures = true;
    bool drop_decided = true;  // mates and other proven results
    // Larger scores say little about what decides games.
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

// The record of a position.
[[nodiscard]] PackedPosition labelled(const Position& position, int white_score, GameResult result);

// A set of keys in an open hash table that is three eighths to three quarters full: 11 to 21 bytes
// a key, and up to 32 while it grows.
class KeySet {
  public:
    // False if the key was in the set already.
    [[nodiscard]] bool insert(Key key);
    [[nodiscard]] std::size_t size() const { return size_; }

  private:
    void grow();

    std::vector<Key> slots_ = std::vector<Key>(1024);  // zero: free
    std::size_t size_ = 0;
    bool has_zero_ = false;
};

// The positions of some games that the filter takes, in order. Batches can be filled on several
// threads.
class PositionBatch {
  public:
    struct Counts {
        std::uint64_t games = 0, held_games = 0;
        std::uint64_t positions = 0, held_positions = 0;
        std::uint64_t filtered = 0, repeated = 0;

        void add(const Counts& others);
    };

    // One game in this number is held back; 0: none.
    PositionBatch(const PositionFilter& filter, std::uint64_t held_back_of)
        : filter_(filter), held_back_of_(held_back_of) {}

    void add(const SelfplayGame& game);

    // These are complete after PositionSet::insert(): the records of the positions that were new.
    [[nodiscard]] const std::vector<PackedPosition>& taken() const { return taken_; }
    [[nodiscard]] const std::vector<PackedPosition>& held_back() const { return held_back_; }
    [[nodiscard]] const Counts& counts() const { return counts_; }

  private:
    friend class PositionSet;
    // A part of all keys, each with a set of its own, so that several threads can look up keys.
    static constexpr std::size_t shards = 64;

    struct Candidate {
        Key key;
        PackedPosition record;
        bool is_held_back = false;
        bool is_new = false;
    };

    [[nodiscard]] bool is_held_back(const SelfplayGame& game) const;
    void keep_new();

    PositionFilter filter_;
    std::uint64_t held_back_of_;
    std::vector<Candidate> candidates_;
    std::array<std::vector<std::uint32_t>, shards> by_shard_;  // which candidates
    std::vector<PackedPosition> taken_, held_back_;
    Counts counts_;
};

// The keys of all positions so far.
class PositionSet {
  public:
    // Removes the positions that are in an earlier batch, in an earlier place of their own batch or
    // in the set already, and adds the others. The result does not depend on the number of threads.
    void insert(std::span<PositionBatch* const> batches, std::size_t threads);
    [[nodiscard]] const PositionBatch::Counts& counts() const { return counts_; }

  private:
    std::array<KeySet, PositionBatch::shards> seen_;
    PositionBatch::Counts counts_;
};

}  // namespace rookery::training
