// Shares the deep table entries of a search with other members that search the same position, in
// batches.
#pragma once

#include "base/result.h"
#include "search/searcher.h"
#include "search/transposition_table.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <mutex>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

namespace rookery::colony {

// Limits the speed of a search.
class Pace {
  public:
    using Time = std::chrono::microseconds;

    virtual ~Pace() = default;

    // Called after so many nodes. Returns when the search may go on, with the time since it began.
    [[nodiscard]] virtual Time reach(std::uint64_t nodes) = 0;
};

// No limit, or a number of nodes a second: for machines with other users, and to measure many
// workers on few processors.
class WallPace final : public Pace {
  public:
    // A stopped search must not wait for its nodes.
    explicit WallPace(std::optional<std::uint64_t> nodes_per_second = {}, std::stop_token stop = {})
        : nodes_per_second_(nodes_per_second), stop_(std::move(stop)) {}

    [[nodiscard]] Time reach(std::uint64_t nodes) override {
        if (nodes_per_second_ && *nodes_per_second_ > 0) {
            const Time due(static_cast<std::int64_t>(nodes * 1'000'000 / *nodes_per_second_));
            while (elapsed() < due && !stop_.stop_requested())
                std::this_thread::sleep_for(std::min<Time>(due - elapsed(), longest_nap));
        }
        return elapsed();
    }

  private:
    using Clock = std::chrono::steady_clock;
    static constexpr Time longest_nap = std::chrono::milliseconds(5);

    [[nodiscard]] Time elapsed() const {
        return std::chrono::duration_cast<Time>(Clock::now() - began_);
    }

    const std::optional<std::uint64_t> nodes_per_second_;
    const std::stop_token stop_;
    const Clock::time_point began_ = Clock::now();
};

// A table entry that is worth sharing.
struct Discovery {
    Key key = 0;
    TranspositionEntry entry;  // its value counted from the position
};

using Discoveries = std::vector<Discovery>;

// Carries discoveries to and from all other members that search the same position.
class Channel {
  public:
    virtual ~Channel() = default;
    virtual void send(Discoveries discoveries) = 0;
    // All that arrived since the last call.
    [[nodiscard]] virtual Discoveries receive() = 0;
};

// Discoveries to be sent: of several about one position the last, and never more than a message
// holds.
class Outbox {
  public:
    explicit Outbox(std::size_t most) : most_(most) { slots_.resize(slot_count); }

    // From any thread. An entry for which there is no room is dropped: it will be found again.
    void add(Key key, const TranspositionEntry& entry) {
        const std::scoped_lock lock(mutex_);
        std::size_t& slot = slots_[key % slot_count];
        if (slot < discoveries_.size() && discoveries_[slot].key == key) {
            discoveries_[slot].entry = entry;
            return;
        }
        if (discoveries_.size() >= most_) return;
        slot = discoveries_.size();
        discoveries_.push_back({key, entry});
    }

    [[nodiscard]] Discoveries take() {
        const std::scoped_lock lock(mutex_);
        return std::exchange(discoveries_, {});
    }

  private:
    static constexpr std::size_t slot_count = 1024;

    const std::size_t most_;
    std::mutex mutex_;
    Discoveries discoveries_;
    std::vector<std::size_t> slots_;  // by key: where in the list it may be
};

struct SharingSettings {
    // At most; the deepest discoveries are sent.
    std::uint64_t entries_per_second = 20'000;
    std::chrono::microseconds interval = std::chrono::milliseconds(5);

    [[nodiscard]] std::size_t most_at_once() const {
        const auto most =
            entries_per_second * static_cast<std::uint64_t>(interval.count()) / 1'000'000;
        return static_cast<std::size_t>(std::clamp<std::uint64_t>(most, 16, 4096));
    }
};

// For so many members: the more there are, the less each sends, so that what each receives stays
// the same and the server has less to pass on.
[[nodiscard]] SharingSettings sharing_among(std::size_t members);

class SharingCompanion final : public Companion {
  public:
    // The others must outlive it.
    SharingCompanion(std::size_t number, const SharingSettings& settings, Pace& pace,
                     Channel& channel)
        : number_(number), settings_(settings), pace_(pace), channel_(channel),
          outbox_(settings.most_at_once()) {}

    // on_entry() decides which entries are shared.
    [[nodiscard]] int deep_enough() const override { return 1; }
    [[nodiscard]] std::size_t number() const override { return number_; }
    void on_entry(Key key, const TranspositionEntry& entry) override {
        if (entry.depth >= least_depth_.load(std::memory_order_relaxed)) outbox_.add(key, entry);
    }
    void on_pause(TranspositionTable& table, std::uint64_t nodes) override;

  private:
    // Adjusts the depth so that as much is sent as allowed.
    void adjust(std::size_t sent);

    const std::size_t number_;
    const SharingSettings settings_;
    Pace& pace_;
    Channel& channel_;
    Outbox outbox_;
    Pace::Time next_sending_{0};
    std::atomic<int> least_depth_ =
        1;  // entries of less depth are found again faster than they are sent
};

// The principal variation of the last iteration that a member has finished.
struct CandidatePv {
    int depth = 0;
    Score score;
    std::vector<Move> line;  // of one move at least
};

// Nothing if the report is not the best line of a finished iteration.
[[nodiscard]] std::optional<CandidatePv> candidate_of(const LineReport& report);

// The deepest candidate that is better than `own`: it comes from a deeper iteration and has no
// lower score, or it has a better mate. Null if there is none.
[[nodiscard]] const CandidatePv* more_convincing(const CandidatePv& own,
                                                 std::span<const CandidatePv> others);

// Discoveries as bytes: 16 for each, after a head that names the search.
//
//     bytes  0  "rks1"
//            4  the search, as a hash of its name (8)
//           12  then for each: key 8, move 2, value 2, evaluation 2, depth 1, bound and whether on
//           a principal variation 1
//
// Lowest byte first.

inline constexpr std::size_t most_discoveries_in_batch = 4096;

[[nodiscard]] std::string to_bytes(std::uint64_t search, const Discoveries& discoveries);

// Whether it begins like a batch.
[[nodiscard]] bool looks_like_batch(std::string_view bytes);

struct ShareBatch {
    std::uint64_t search = 0;
    Discoveries discoveries;
};
// The error says what is wrong: no batch, a wrong length, a value that no search gives.
[[nodiscard]] Result<ShareBatch, std::string> parse_share_batch(std::string_view bytes);

}  // namespace rookery::colony
