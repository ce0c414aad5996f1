// How far a search may go, and the watch over these limits while it runs.
#pragma once

#include "chess/move.h"
#include "knowledge/tablebase.h"

#include <atomic>
#include <chrono>
#include <cstdint>
#include <optional>
#include <stop_token>
#include <utility>
#include <vector>

namespace rookery {

class Companion;

// Tells a search that ponders (thinks in the opponent's time) when its own time begins.
//
// Until then its deadlines do not count; afterwards they are later by the time it has pondered.
class PonderClock {
  public:
    using Clock = std::chrono::steady_clock;

    // The instant from which the deadlines were planned.
    explicit PonderClock(Clock::time_point planned) : planned_(planned) {}

    // The opponent has played the expected move. From any thread, during the search.
    void hit(Clock::time_point now) {
        delay_.store((now - planned_).count(), std::memory_order_relaxed);
    }
    // Nothing while the search still ponders.
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

// Which endgame tables a search may ask, and where in its tree.
struct TableProbing {
    const Tablebase* tables = nullptr;  // null: none. They outlive the search.
    // Positions with so many pieces are looked up from this depth on, those with fewer at any.
    int most_pieces = 7;
    int least_depth = 1;
    bool fifty_moves = true;  // a cursed win is a draw
};

struct Limits {
    using Instant = std::chrono::steady_clock::time_point;

    std::optional<int> depth;
    // All threads together search so many. A searcher may pass the limit by 1024 for each thread
    // but the first, and always searches what it needs for a first answer: `pvs` its first
    // iteration.
    std::optional<std::uint64_t> nodes;
    // After so many nodes no new iteration is begun. Self-play uses this: half an iteration is
    // worth little.
    std::optional<std::uint64_t> soft_nodes;
    std::optional<int> mate;  // moves
    // After the soft deadline no new iteration is worth starting; by the hard deadline there must
    // be an answer.
    std::optional<Instant> soft_deadline;
    std::optional<Instant> hard_deadline;
    // While the search ponders: says how much later the deadlines are. It outlives the search.
    const PonderClock* ponder = nullptr;
    // Empty means all moves.
    std::vector<Move> search_moves;
    int multi_pv = 1;  // how many best lines to report
    // Another search of the same position that shares results with this one, if there is one and
    // the searcher can use it. It outlives the search.
    Companion* companion = nullptr;
    TableProbing tables;

    // By how much pondering moves the deadlines; nothing while they do not count at all.
    [[nodiscard]] std::optional<Instant::duration> delay() const {
        return ponder == nullptr ? Instant::duration::zero() : ponder->delay();
    }
    [[nodiscard]] bool must_end(Instant now) const {
        if (!hard_deadline) return false;
        const auto later = delay();
        return later && now >= *hard_deadline + *later;
    }
};

// Watches the limits of a search: nodes, deadlines, the request to stop.
//
// Several threads may count and ask; once one of them was told to stop, all are.
class SearchWatch {
  public:
    using Clock = std::chrono::steady_clock;

    // The limits must outlive the watch.
    SearchWatch(const Limits& limits, std::stop_token token)
        : limits_(limits), token_(std::move(token)) {}

    // Counts nodes; true if the search must end.
    [[nodiscard]] bool count_nodes(std::uint64_t more) {
        const std::uint64_t before = nodes_.fetch_add(more, std::memory_order_relaxed);
        const std::uint64_t nodes = before + more;
        // Reading the clock is slow, so it is read once in so many nodes.
        constexpr std::uint64_t between_looks = 64;
        if (limits_.nodes && nodes >= *limits_.nodes) stop();
        if (before / between_looks != nodes / between_looks) look();
        return is_stopped();
    }
    [[nodiscard]] bool count_node() { return count_nodes(1); }
    // How many nodes a thread counts by itself before it adds them here: if every thread added each
    // node at once, they would wait for each other. Where nodes are limited they are counted
    // exactly.
    [[nodiscard]] std::uint64_t bundle() const { return limits_.nodes ? 1 : 64; }

    // Checks the clock and the stop token; for searches with much work between two nodes.
    void look() {
        if (token_.stop_requested() || limits_.must_end(Clock::now())) stop();
    }
    // Whether another iteration is not worth beginning.
    [[nodiscard]] bool is_enough() {
        look();
        if (is_stopped() || (limits_.soft_nodes && nodes() >= *limits_.soft_nodes)) return true;
        if (!limits_.soft_deadline) return false;
        const auto later = limits_.delay();
        return later && Clock::now() >= *limits_.soft_deadline + *later;
    }

    void stop() { stopped_.store(true, std::memory_order_relaxed); }
    [[nodiscard]] bool is_stopped() const { return stopped_.load(std::memory_order_relaxed); }
    [[nodiscard]] std::uint64_t nodes() const { return nodes_.load(std::memory_order_relaxed); }
    [[nodiscard]] std::chrono::milliseconds elapsed() const {
        return std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - began_);
    }

  private:
    const Limits& limits_;
    const std::stop_token token_;
    const Clock::time_point began_ = Clock::now();
    std::atomic<std::uint64_t> nodes_ = 0;
    // On another cache line than the nodes: it is read all the time and hardly ever written.
    alignas(64) std::atomic<bool> stopped_ = false;
};

}  // namespace rookery
