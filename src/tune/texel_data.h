// Reads, filters and traces positions for training and for validation.
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

// Score of the search and result of the game, from which the target of a position is made.
struct TracedOutcome {
    std::int16_t score = no_score;
    std::uint8_t result = 1;
};

// Some thousand traces, made by one thread and then never changed.
struct TracePiece {
    std::vector<classical::TraceHead> heads;
    std::vector<classical::TraceCount> counts;
    std::vector<TracedOutcome> outcomes;

    // False, and nothing is added, if no weight takes part in the evaluation of the position.
    [[nodiscard]] bool add(const classical::TermTrace& trace, const TracedOutcome& outcome) {
        const auto head = classical::compacted(trace, counts);
        if (!head) return false;
        heads.push_back(*head);
        outcomes.push_back(outcome);
        return true;
    }
};

// Millions of compact traces. They are stored in pieces, so that adding never copies old ones.
class TracePool {
  public:
    static constexpr std::size_t most_in_piece = 4096;

    // Number of the piece and place in it.
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
    // Memory in use.
    [[nodiscard]] std::size_t bytes() const { return bytes_; }

  private:
    std::vector<TracePiece> pieces_;
    std::vector<Id> ids_;
    std::size_t bytes_ = 0;
};

// The treatment of positions that are not quiet.
enum class Noise : std::uint8_t {
    Keep,     // the file was filtered already
    Drop,     // left out
    Resolve,  // replaced by the end of their captures
};

struct LoadSettings {
    Noise noise = Noise::Keep;
    // Noisy: captures change the value by more than this.
    int noise_limit = 60;
    // One game in this number is for validation; 0 for none.
    std::uint32_t validation_one_in = 20;
    // Load only the games for validation.
    bool validation_only = false;
    // Positions with a larger score are left out, because the result of a won game says more about
    // blunders than about the evaluation.
    int highest_score = std::numeric_limits<int>::max();
    std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
    std::size_t threads = 1;
};

struct TexelData {
    TracePool training;
    TracePool validation;
    // Games of the training positions; the positions of a game are adjacent.
    std::uint64_t training_games = 0;

    std::uint64_t read = 0;
    // Positions that were left out, by reason.
    std::uint64_t in_check = 0;
    std::uint64_t noisy = 0;
    std::uint64_t one_sided = 0;
    std::uint64_t known = 0;  // endgames that no weight takes part in
};

// Whether the positions of a game are for validation; the same in every run.
[[nodiscard]] bool is_for_validation(std::uint32_t game, std::uint32_t one_in);

// Traces are made with `traced_with`, and `judged_with` decides which positions are quiet; usually
// they are the same. If stopped, it returns what it has. `progress` gets the number of positions
// read.
[[nodiscard]] Result<TexelData, std::string>
load_texel_data(const PositionSource& source, const classical::Weights& traced_with,
                const classical::Weights& judged_with, const LoadSettings& settings,
                const std::stop_token& stop,
                const std::function<void(std::uint64_t)>& progress = {});

// Work is divided into slices whose number does not depend on the number of threads, and their sums
// are added in order. So sums of floating-point numbers are the same with any number of threads.

// Calls work(slice) once for every slice.
template <class Work>
void for_each_slice(std::size_t threads, std::size_t slices, Work work) {
    const std::size_t used = std::max<std::size_t>(1, std::min(threads, slices));
    run_on_threads(used, [&](std::size_t thread) {
        for (std::size_t slice = thread; slice < slices; slice += used) work(slice);
    });
}

inline constexpr std::size_t items_in_slice = 8192;

// Calls work(i) for every i below count.
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
