#include "search/transposition_table.h"

#include "base/threads.h"

#include <sys/mman.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <new>

namespace rookery {
namespace {

constexpr std::size_t mebibyte = std::size_t{1} << 20;
// Huge pages, where the system has them, mean fewer misses of the TLB.
constexpr std::size_t huge_page = 2 * mebibyte;

// From low to high: move 16, value 16, evaluation 16, depth + 1 8, bound 2, on_pv 1, generation 5.
constexpr int value_shift = 16;
constexpr int evaluation_shift = 32;
constexpr int depth_shift = 48;
constexpr int bound_shift = 56;
constexpr int pv_shift = 58;
constexpr int generation_shift = 59;

std::uint64_t in_16_bits(Score score) {
    return static_cast<std::uint16_t>(static_cast<std::int16_t>(score.value()));
}
Score score_at(std::uint64_t word, int shift) {
    return Score(static_cast<std::int16_t>(static_cast<std::uint16_t>(word >> shift)));
}
int depth_in(std::uint64_t word) { return static_cast<int>(word >> depth_shift & 0xFF) - 1; }
Bound bound_in(std::uint64_t word) { return static_cast<Bound>(word >> bound_shift & 3); }
Move move_in(std::uint64_t word) { return Move::from_code(static_cast<std::uint16_t>(word)); }

Score counted_from_root(Score score, int ply) { return counted_from_node(score, -ply); }

std::uint64_t packed(const TranspositionEntry& entry, int ply, int generation) {
    return entry.move.code() | in_16_bits(counted_from_node(entry.value, ply)) << value_shift |
           in_16_bits(entry.evaluation) << evaluation_shift |
           static_cast<std::uint64_t>(entry.depth + 1) << depth_shift |
           static_cast<std::uint64_t>(entry.bound) << bound_shift |
           static_cast<std::uint64_t>(entry.on_pv) << pv_shift |
           static_cast<std::uint64_t>(generation) << generation_shift;
}

}  // namespace

void TranspositionTable::Release::operator()(Cluster* clusters) const { std::free(clusters); }

TranspositionTable::TranspositionTable(std::size_t mebibytes) { resize(mebibytes, 1); }

void TranspositionTable::resize(std::size_t mebibytes, std::size_t threads) {
    const std::size_t bytes = std::max<std::size_t>(1, mebibytes) * mebibyte;
    clusters_.reset();
    count_ = 0;
    const std::size_t whole_pages = (bytes + huge_page - 1) / huge_page * huge_page;
    void* memory = std::aligned_alloc(huge_page, whole_pages);
    if (memory == nullptr) {
        // The search needs a table, even a small one.
        if (mebibytes > 1) resize(1, threads);
        throw std::bad_alloc();
    }
    madvise(memory, whole_pages, MADV_HUGEPAGE);
    clusters_.reset(static_cast<Cluster*>(memory));
    count_ = bytes / sizeof(Cluster);
    clear(threads);
}

void TranspositionTable::clear(std::size_t threads) {
    threads = std::max<std::size_t>(1, threads);
    run_on_threads(threads, [&](std::size_t part) {
        const std::size_t begin = count_ * part / threads;
        const std::size_t end = count_ * (part + 1) / threads;
        std::memset(static_cast<void*>(clusters_.get() + begin), 0,
                    (end - begin) * sizeof(Cluster));
    });
    generation_ = 0;
}

int TranspositionTable::age_of(std::uint64_t word) const {
    return (generation_ - static_cast<int>(word >> generation_shift)) & generation_mask;
}

bool TranspositionTable::probe(Key key, int ply, TranspositionEntry& entry) const {
    const Cluster& cluster = cluster_of(key);
    const auto short_key = static_cast<std::uint16_t>(key);
    for (std::size_t i = 0; i < entries_per_cluster; ++i) {
        if (cluster.keys[i].load(std::memory_order_relaxed) != short_key) continue;
        const std::uint64_t word = cluster.words[i].load(std::memory_order_relaxed);
        if (bound_in(word) == Bound::None && depth_in(word) < 0) continue;
        entry.move = move_in(word);
        entry.value = counted_from_root(score_at(word, value_shift), ply);
        entry.evaluation = score_at(word, evaluation_shift);
        entry.depth = depth_in(word);
        entry.bound = bound_in(word);
        entry.on_pv = (word >> pv_shift & 1) != 0;
        return true;
    }
    return false;
}

void TranspositionTable::store(Key key, int ply, const TranspositionEntry& entry) {
    Cluster& cluster = cluster_of(key);
    const auto short_key = static_cast<std::uint16_t>(key);
    std::size_t worst = 0;
    int worst_worth = 1 << 20;
    for (std::size_t i = 0; i < entries_per_cluster; ++i) {
        const std::uint64_t word = cluster.words[i].load(std::memory_order_relaxed);
        if (cluster.keys[i].load(std::memory_order_relaxed) == short_key) {
            TranspositionEntry updated = entry;
            if (!updated.move) updated.move = move_in(word);
            // An entry of this search that was searched much deeper is kept.
            const bool keep_old = entry.bound != Bound::Exact && age_of(word) == 0 &&
                                  entry.depth + 4 + 2 * entry.on_pv <= depth_in(word);
            if (keep_old) return;
            cluster.words[i].store(packed(updated, ply, generation_), std::memory_order_relaxed);
            return;
        }
        const int worth = depth_in(word) - 8 * age_of(word);
        if (worth < worst_worth) {
            worst_worth = worth;
            worst = i;
        }
    }
    cluster.keys[worst].store(short_key, std::memory_order_relaxed);
    cluster.words[worst].store(packed(entry, ply, generation_), std::memory_order_relaxed);
}

int TranspositionTable::hashfull() const {
    // A sample of a thousand entries: more would slow down searches of a few hundred nodes.
    const std::size_t sample = std::min<std::size_t>(1000 / entries_per_cluster, count_);
    std::size_t used = 0;
    for (std::size_t i = 0; i < sample; ++i)
        for (const auto& slot : clusters_[i].words) {
            const std::uint64_t word = slot.load(std::memory_order_relaxed);
            used += word != 0 && age_of(word) == 0;
        }
    return static_cast<int>(used * 1000 / (sample * entries_per_cluster));
}

}  // namespace rookery
