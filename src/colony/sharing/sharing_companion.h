// Shares the deep entries of a search's table with others who search the same position, a batch at a time.
#pragma once

#include "colony/sharing/discovery.h"
#include "colony/sharing/outbox.h"
#include "colony/sharing/pace.h"
#include "search/companion.h"

namespace rookery::colony {

struct SharingSettings {
    // Entries that took less are found again faster than they are sent.
    int depth = 4;
    std::chrono::microseconds interval = std::chrono::milliseconds(20);
    std::size_t most_at_once = 512;
};

class SharingCompanion final : public Companion {
  public:
    // The others must outlive it.
    SharingCompanion(std::size_t number, const SharingSettings& settings, Pace& pace, Channel& channel)
        : number_(number), settings_(settings), pace_(pace), channel_(channel), outbox_(settings.most_at_once) {}

    [[nodiscard]] int deep_enough() const override { return settings_.depth; }
    [[nodiscard]] std::size_t number() const override { return number_; }
    void on_entry(Key key, const TableEntry& entry) override { outbox_.add(key, entry); }
    void on_pause(Table& table, std::uint64_t nodes) override;

  private:
    const std::size_t number_;
    const SharingSettings settings_;
    Pace& pace_;
    Channel& channel_;
    Outbox outbox_;
    Pace::Time next_sending_{0};
};

}  // namespace rookery::colony
