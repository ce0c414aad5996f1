// Shares the deep entries of a search's table with others who search the same position, a batch at a time.
#pragma once

#include "colony/sharing/discovery.h"
#include "colony/sharing/outbox.h"
#include "colony/sharing/pace.h"
#include "search/companion.h"

#include <algorithm>
#include <atomic>

namespace rookery::colony {

struct SharingSettings {
    // At most; of what is found the deepest goes out.
    std::uint64_t entries_per_second = 20'000;
    std::chrono::microseconds interval = std::chrono::milliseconds(5);

    [[nodiscard]] std::size_t most_at_once() const {
        const auto most = entries_per_second * static_cast<std::uint64_t>(interval.count()) / 1'000'000;
        return static_cast<std::size_t>(std::clamp<std::uint64_t>(most, 16, 4096));
    }
};

// For so many members: what each of them must take in stays the same, and the server has less to pass on.
[[nodiscard]] SharingSettings sharing_among(std::size_t members);

class SharingCompanion final : public Companion {
  public:
    // The others must outlive it.
    SharingCompanion(std::size_t number, const SharingSettings& settings, Pace& pace, Channel& channel)
        : number_(number), settings_(settings), pace_(pace), channel_(channel), outbox_(settings.most_at_once()) {}

    // What is told is decided entry by entry.
    [[nodiscard]] int deep_enough() const override { return 1; }
    [[nodiscard]] std::size_t number() const override { return number_; }
    void on_entry(Key key, const TableEntry& entry) override {
        if (entry.depth >= told_from_.load(std::memory_order_relaxed)) outbox_.add(key, entry);
    }
    void on_pause(Table& table, std::uint64_t nodes) override;

  private:
    // So that as much goes out as may.
    void adjust(std::size_t sent);

    const std::size_t number_;
    const SharingSettings settings_;
    Pace& pace_;
    Channel& channel_;
    Outbox outbox_;
    Pace::Time next_sending_{0};
    std::atomic<int> told_from_ = 1;  // entries of less depth are found again faster than they are sent
};

}  // namespace rookery::colony
