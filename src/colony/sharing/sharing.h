// Shares the deep entries of a search's table with others who search the same position, a batch at
// a time.
#pragma once

#include "colony/sharing/pace.h"
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

// What a search found out about a position and thought worth telling.

struct Discovery {
    Key key = 0;
    TranspositionEntry entry;  // its value counted from the position
};

using Discoveries = std::vector<Discovery>;

// Where discoveries go to and come from: all the others who search the same position.
class Channel {
  public:
    virtual ~Channel() = default;
    virtual void send(Discoveries discoveries) = 0;
    // What has come since it was last asked.
    [[nodiscard]] virtual Discoveries receive() = 0;
};

// Discoveries on their way out: of several about one position the last, and never more than a
// message holds.

class Outbox {
  public:
    explicit Outbox(std::size_t most) : most_(most) { slots_.resize(slot_count); }

    // From any thread. What no longer fits is left out: it was the less deep or is found again.
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
    // At most; of what is found the deepest goes out.
    std::uint64_t entries_per_second = 20'000;
    std::chrono::microseconds interval = std::chrono::milliseconds(5);

    [[nodiscard]] std::size_t most_at_once() const {
        const auto most =
            entries_per_second * static_cast<std::uint64_t>(interval.count()) / 1'000'000;
        return static_cast<std::size_t>(std::clamp<std::uint64_t>(most, 16, 4096));
    }
};

// For so many members: what each of them must take in stays the same, and the server has less to
// pass on.
[[nodiscard]] SharingSettings sharing_among(std::size_t members);

class SharingCompanion final : public Companion {
  public:
    // The others must outlive it.
    SharingCompanion(std::size_t number, const SharingSettings& settings, Pace& pace,
                     Channel& channel)
        : number_(number), settings_(settings), pace_(pace), channel_(channel),
          outbox_(settings.most_at_once()) {}

    // What is told is decided entry by entry.
    [[nodiscard]] int deep_enough() const override { return 1; }
    [[nodiscard]] std::size_t number() const override { return number_; }
    void on_entry(Key key, const TranspositionEntry& entry) override {
        if (entry.depth >= told_from_.load(std::memory_order_relaxed)) outbox_.add(key, entry);
    }
    void on_pause(TranspositionTable& table, std::uint64_t nodes) override;

  private:
    // So that as much goes out as may.
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

// Several who search the same position, and whom to believe in the end.

// The last iteration that one has finished.
struct CandidatePv {
    int depth = 0;
    Score score;
    std::vector<Move> line;  // of one move at least
};

// Nothing if the report is not of a finished iteration's best line.
[[nodiscard]] std::optional<CandidatePv> voice_of(const LineReport& report);

// Whom to believe rather than `own`: who has gone deeper and promises no less, or has a better
// mate. Of several the deepest; nothing if there is none.
[[nodiscard]] const CandidatePv* more_convincing(const CandidatePv& own,
                                                 std::span<const CandidatePv> others);

}  // namespace rookery::colony
