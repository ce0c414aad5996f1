// The transposition table (TT, hash table): results of searches by the key of the position.
//
// Clusters of three entries in 32 bytes, two clusters to a cache line. An entry is one 64-bit word
// and 16 bits of the key; both are relaxed atomics, so threads may share the table without locks. A
// key and a word that do not belong together are possible and harmless: moves are tested for
// legality, and a wrong value is as rare as two positions with the same 16 bits.
#pragma once

#include "chess/move.h"
#include "chess/zobrist.h"
#include "eval/score.h"

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>

namespace rookery {

enum class Bound : std::uint8_t { None, Upper, Lower, Exact };

// An entry as a search uses it; mate values count from the root of the search.
struct TranspositionEntry {
    Move move;
    Score value;
    Score evaluation;  // static, without corrections; no_evaluation in check
    int depth = -1;
    Bound bound = Bound::None;
    bool on_pv = false;  // is or was on a principal variation
};

// Distances to a mate or a known result, which a search counts from its root, counted from a node
// at that ply.
[[nodiscard]] constexpr Score counted_from_node(Score score, int ply) {
    if (!score.is_decided()) return score;
    return score.value() > 0 ? score + ply : score - ply;
}

class TranspositionTable {
  public:
    // Stands for a missing evaluation.
    static constexpr Score no_evaluation = Score(Score::mate_value + 2);

    // At least one cluster. May throw std::bad_alloc.
    explicit TranspositionTable(std::size_t mebibytes);

    // The contents are lost. If the memory is missing, throws std::bad_alloc and keeps the smallest
    // table.
    void resize(std::size_t mebibytes, std::size_t threads);
    void clear(std::size_t threads);
    // Begins a new generation: entries of earlier searches are replaced first.
    void new_search() { generation_ = (generation_ + 1) & generation_mask; }

    void prefetch(Key key) const { __builtin_prefetch(&cluster_of(key)); }
    // False, and `entry` unchanged, if the position is not in the table.
    [[nodiscard]] bool probe(Key key, int ply, TranspositionEntry& entry) const;
    // An entry without a move keeps the move of the old entry.
    void store(Key key, int ply, const TranspositionEntry& entry);

    // How full the table is with entries of this search, in thousandths (UCI hashfull).
    [[nodiscard]] int hashfull() const;

  private:
    static constexpr std::size_t entries_per_cluster = 3;
    static constexpr int generation_mask = 31;

    struct alignas(32) Cluster {
        std::array<std::atomic<std::uint64_t>, entries_per_cluster> words;
        std::array<std::atomic<std::uint16_t>, entries_per_cluster> keys;
    };
    static_assert(sizeof(Cluster) == 32);

    struct Release {
        void operator()(Cluster* clusters) const;
    };

    [[nodiscard]] Cluster& cluster_of(Key key) const {
        return clusters_[multiply_high(key, count_)];
    }
    [[nodiscard]] int age_of(std::uint64_t word) const;

    std::unique_ptr<Cluster[], Release> clusters_;
    std::size_t count_ = 0;
    int generation_ = 0;
};

}  // namespace rookery
