// How far a search may go.
#pragma once

#include "chess/move.h"

#include <atomic>
#include <chrono>
#include <cstdint>
#include <optional>
#include <vector>

namespace rookery {

class Companion;

// Tells a search that thinks in the opponent's time when its own time begins.
//
// Until then its deadlines do not count; afterwards they are later by as long as it has pondered.
class PonderClock {
  public:
    using Clock = std::chrono::steady_clock;

    // The instant from which the deadlines were planned.
    explicit PonderClock(Clock::time_point planned) : planned_(planned) {}

    // The opponent has played the expected move. From any thread, during the search.
    void hit(Clock::time_point now) {
        delay_.store((now - planned_).count(), std::memory_order_relaxed);
    }
    // Nothing while it ponders.
    [[nodiscard]] std::optional<Clock::duration> delay() const {
        const Clock::rep delay = delay_.load(std::memory_order_relaxed);
        if (delay == pondering) return std::nullopt;
        return Clock::duration(delay);
    }

  private:
    static constexpr Clock::rep pondering = -1;

    const Clock::time_point planned_;
    std::atomic<Clock::rep> delay_ = pondering;
};

struct Limits {
    using Instant = std::chrono::steady_clock::time_point;

    std::optional<int> depth;
    std::optional<std::uint64_t> nodes;
    // After so many no new iteration is begun: what self-play wants, for half an iteration is worth little.
    std::optional<std::uint64_t> soft_nodes;
    std::optional<int> mate;  // moves
    // After the first no new iteration is worth starting; by the second there must be an answer.
    std::optional<Instant> soft_deadline;
    std::optional<Instant> hard_deadline;
    // Where the search ponders, this says how much later the deadlines are. It outlives the search.
    const PonderClock* ponder = nullptr;
    // Empty means all moves.
    std::vector<Move> only_moves;
    // How many best lines to report.
    int lines = 1;
    // Who searches along, if anybody does and the searcher has use for one. It outlives the search.
    Companion* companion = nullptr;

    // How much later the deadlines are than they say; nothing while they do not count at all.
    [[nodiscard]] std::optional<Instant::duration> delay() const {
        return ponder == nullptr ? Instant::duration::zero() : ponder->delay();
    }
    [[nodiscard]] bool must_end(Instant now) const {
        if (!hard_deadline) return false;
        const auto later = delay();
        return later && now >= *hard_deadline + *later;
    }
};

}  // namespace rookery
