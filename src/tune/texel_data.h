// Positions read, sifted and traced, those to learn from and those to check with.
#pragma once

#include "base/result.h"
#include "base/threads.h"
#include "eval/classical/gradient.h"
#include "tune/training_positions.h"

#include <algorithm>
#include <limits>
#include <stop_token>
#include <vector>

namespace rookery::tune {

// Millions of compact traces with how their games ended.

// What a position is to be worth.
struct TracedOutcome {
    std::int16_t score = no_score;
    std::uint8_t result = 1;
};

// A few thousand at most: one thread makes it and nobody changes it afterwards.
struct TracePiece {
    std::vector<classical::TraceHead> heads;
    std::vector<classical::TraceCount> counts;
    std::vector<TracedOutcome> outcomes;

    // False, and nothing is added, if the position teaches nothing about weights.
    [[nodiscard]] bool add(const classical::TermTrace& trace, const TracedOutcome& outcome) {
        const auto head = classical::compacted(trace, counts);
        if (!head) return false;
        heads.push_back(*head);
        outcomes.push_back(outcome);
        return true;
    }
};

// In pieces, so that growing never copies what is there already.
class TracePool {
  public:
    static constexpr std::size_t most_in_piece = 4096;

    // A piece and a place in it.
    using Id = std::uint32_t;

    void add(TracePiece piece);

    [[nodiscard]] std::size_t size() const { return ids_.size(); }
    // All of them, in the order they came.
    [[nodiscard]] const std::vector<Id>& ids() const { return ids_; }
    [[nodiscard]] classical::CompactTrace trace(Id id) const {
        const TracePiece& piece = pieces_[id / most_in_piece];
        return {&piece.heads[id % most_in_piece], piece.counts.data()};
    }
    [[nodiscard]] const TracedOutcome& outcome(Id id) const {
        return pieces_[id / most_in_piece].outcomes[id % most_in_piece];
    }
    // Of memory.
    [[nodiscard]] std::size_t bytes() const { return bytes_; }

  private:
    std::vector<TracePiece> pieces_;
    std::vector<Id> ids_;
    std::size_t bytes_ = 0;
};

// What becomes of positions in which something is about to be taken.
enum class Noise : std::uint8_t {
    Keep,     // whoever made the file has chosen already
    Drop,     // left out
    Resolve,  // replaced by the end of their captures
};

struct LoadSettings {
    Noise noise = Noise::Keep;
    // Noisy: captures change the value by more than this.
    int noise_limit = 60;
    // One game in so many is kept for checking; 0 for none.
    std::uint32_t validation_one_in = 20;
    // For another look at those alone.
    bool validation_only = false;
    // Positions the search thought further from even than this are left out: how a game that is
    // won ends says more about blunders than about what decides games.
    int highest_score = std::numeric_limits<int>::max();
    std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
    std::size_t threads = 1;
};

struct TexelData {
    TracePool training;
    TracePool validation;
    // That the training positions come from; positions of one follow one another.
    std::uint64_t training_games = 0;

    std::uint64_t read = 0;
    // Left out, and why.
    std::uint64_t in_check = 0;
    std::uint64_t noisy = 0;
    std::uint64_t one_sided = 0;
    std::uint64_t known = 0;  // endings that no weight takes part in
};

// Whether the positions of a game are for checking; the same for ever.
[[nodiscard]] bool is_for_validation(std::uint32_t game, std::uint32_t one_in);

// Traces are made with `traced_with`, noise is judged with `judged_with`; usually the same. Ends
// early with what it has when stopped. `progress` hears now and then how many were read.
[[nodiscard]] Result<TexelData, std::string>
load_texel_data(const PositionSource& source, const classical::Weights& traced_with,
                const classical::Weights& judged_with, const LoadSettings& settings,
                const std::stop_token& stop,
                const std::function<void(std::uint64_t)>& progress = {});

// Work cut into slices whose number does not depend on the number of threads: what the slices find
// is added up in their order, so sums of real numbers are the same however many threads there are.

// work(slice) once for every slice; each thread takes its turn.
template <class Work>
void for_each_slice(std::size_t threads, std::size_t slices, Work work) {
    const std::size_t used = std::max<std::size_t>(1, std::min(threads, slices));
    run_on_threads(used, [&](std::size_t thread) {
        for (std::size_t slice = thread; slice < slices; slice += used) work(slice);
    });
}

inline constexpr std::size_t items_in_slice = 8192;

// work(i) for every i below count.
template <class Work>
void for_each_item(std::size_t threads, std::size_t count, Work work) {
    const std::size_t slices = (count + items_in_slice - 1) / items_in_slice;
    for_each_slice(threads, slices, [&](std::size_t slice) {
        const std::size_t end = std::min(count, (slice + 1) * items_in_slice);
        for (std::size_t i = slice * items_in_slice; i < end; ++i) work(i);
    });
}

// The sum of of_item(i) for all i below count.
template <class Sum, class OfItem>
[[nodiscard]] Sum sum_over(std::size_t threads, std::size_t count, OfItem of_item) {
    std::vector<Sum> sums((count + items_in_slice - 1) / items_in_slice);
    // The items of a slice are done one after another by one thread.
    for_each_item(threads, count, [&](std::size_t i) { sums[i / items_in_slice] += of_item(i); });
    Sum total{};
    for (const Sum& sum : sums) total += sum;
    return total;
}

}  // namespace rookery::tune
