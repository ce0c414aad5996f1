// What searches have found out about positions, by key.
//
// Clusters of three entries in 32 bytes, two of them to a cache line. An entry is one 64-bit word
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

// As a search wants it: values count from the node, not from the root.
struct TranspositionEntry {
    Move move;
    Score value;
    Score evaluation;  // as the evaluator gave it; none if the side to move was in check
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
    // An evaluation that was never made.
    static constexpr Score no_evaluation = Score(Score::mate_value + 2);

    // At least one cluster. May throw std::bad_alloc.
    explicit TranspositionTable(std::size_t mebibytes);

    // The contents are lost. Where there is not so much memory it throws std::bad_alloc and is left
    // with the smallest table.
    void resize(std::size_t mebibytes, std::size_t threads);
    void clear(std::size_t threads);
    // Entries of earlier searches are replaced first from now on.
    void new_search() { generation_ = (generation_ + 1) & generation_mask; }

    void prefetch(Key key) const { __builtin_prefetch(&cluster_of(key)); }
    // False, and the entry untouched, if nothing is known.
    [[nodiscard]] bool probe(Key key, int ply, TranspositionEntry& entry) const;
    // An entry without a move keeps the one that was known.
    void store(Key key, int ply, const TranspositionEntry& entry);

    // Of a sample, in thousandths.
    [[nodiscard]] int used_permille() const;

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
