// Shares the deep table entries of a search with other members that search the same position, in
// batches.
#pragma once

#include "colony/pace.h"
#include "search/searcher.h"
#include "search/transposition_table.h"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace rookery::colony {

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

    // From any thread. What does not fit is left out: it was less deep, or is found again.
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

    // Which entries are shared is decided one by one.
    [[nodiscard]] int deep_enough() const override { return 1; }
    [[nodiscard]] std::size_t number() const override { return number_; }
    void on_entry(Key key, const TranspositionEntry& entry) override {
        if (entry.depth >= told_from_.load(std::memory_order_relaxed)) outbox_.add(key, entry);
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
    std::atomic<int> told_from_ =
        1;  // entries of less depth are found again faster than they are sent
};

// The principal variation of the last iteration that a member has finished.
struct CandidatePv {
    int depth = 0;
    Score score;
    std::vector<Move> line;  // of one move at least
};

// Nothing if the report is not the best line of a finished iteration.
[[nodiscard]] std::optional<CandidatePv> voice_of(const LineReport& report);

// The candidate that is better than `own`: one of a deeper iteration with no lower score, or with a
// better mate. Of several the deepest; nothing if there is none.
[[nodiscard]] const CandidatePv* more_convincing(const CandidatePv& own,
                                                 std::span<const CandidatePv> others);

}  // namespace rookery::colony
