// Discoveries on their way out: of several about one position the last, and never more than a message holds.
#pragma once

#include "colony/sharing/discovery.h"

#include <mutex>
#include <utility>

namespace rookery::colony {

class Outbox {
  public:
    explicit Outbox(std::size_t most) : most_(most) { slots_.resize(slot_count); }

    // From any thread. What no longer fits is left out: it was the less deep or is found again.
    void add(Key key, const TableEntry& entry) {
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

}  // namespace rookery::colony
