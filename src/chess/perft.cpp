#include "chess/perft.h"

#include "base/measure.h"
#include "base/threads.h"
#include "chess/checks.h"
#include "chess/movegen.h"

#include <atomic>
#include <mutex>

namespace rookery {
namespace {

template <Color us>
MoveList moves_of(const Position& position) {
    MoveList list;
    MoveWriter writer{list};
    visit_moves<us, MoveSet::All>(position, writer);
    return list;
}

template <Color us>
std::uint64_t count_of(const Position& position) {
    MoveCounter counter;
    visit_moves<us, MoveSet::All>(position, counter);
    return static_cast<std::uint64_t>(counter.count);
}

// Makes the move; debug builds also compare gives_check with the position after it.
template <Color us>
Position after(const Position& position, Move move) {
    const Position next = position.after<us>(move);
    assert(gives_check(position, move) == next.in_check());
    return next;
}

template <Color us>
std::uint64_t count_leaves(const Position& position, int depth) {
    if (depth == 1) return count_of<us>(position);
    std::uint64_t nodes = 0;
    for (Move move : moves_of<us>(position))
        nodes += count_leaves<~us>(after<us>(position, move), depth - 1);
    return nodes;
}

template <Color us>
std::uint64_t made_leaves(const Position& position) {
    std::uint64_t nodes = 0;
    for (Move move : moves_of<us>(position)) {
        const Position next = after<us>(position, move);
        do_not_optimize(next);
        ++nodes;
    }
    return nodes;
}

// Counts by position and depth. Threads share it without locks: an entry that two wrote at once
// does not fit its own check word and is taken for empty.
class PerftTable {
  public:
    explicit PerftTable(std::size_t mebibytes)
        : size_(mebibytes * 1024 * 1024 / sizeof(Entry)),
          entries_(std::make_unique<Entry[]>(size_)) {}

    [[nodiscard]] bool find(Key key, int depth, std::uint64_t& nodes) const {
        const Entry& entry = slot(key, depth);
        const std::uint64_t data = entry.data.load(std::memory_order_relaxed);
        const std::uint64_t check = entry.check.load(std::memory_order_relaxed);
        if ((check ^ data) != key || (data & 0xFF) != static_cast<std::uint64_t>(depth))
            return false;
        nodes = data >> 8;
        return true;
    }
    void store(Key key, int depth, std::uint64_t nodes) {
        const std::uint64_t data = nodes << 8 | static_cast<std::uint64_t>(depth);
        Entry& entry = slot(key, depth);
        entry.data.store(data, std::memory_order_relaxed);
        entry.check.store(key ^ data, std::memory_order_relaxed);
    }

  private:
    struct Entry {
        std::atomic<std::uint64_t> check{0};
        std::atomic<std::uint64_t> data{0};
    };
    // Each depth of a position has its own slot, or each would replace the last.
    [[nodiscard]] Entry& slot(Key key, int depth) const {
        const Key spread = key ^ (static_cast<Key>(depth) * Key{0x9E3779B97F4A7C15});
        return entries_[multiply_high(spread, size_)];
    }

    std::size_t size_;
    std::unique_ptr<Entry[]> entries_;
};

class Counter {
  public:
    Counter(PerftTable* table, const PerftOptions& options) : table_(table), options_(options) {}

    [[nodiscard]] std::uint64_t count(const Position& position, int depth) const {
        if (depth == 0) return 1;
        return position.side_to_move() == Color::White ? count<Color::White>(position, depth)
                                                       : count<Color::Black>(position, depth);
    }
    // Whether some count was left unfinished.
    [[nodiscard]] bool cut_short() const { return cut_short_.load(std::memory_order_relaxed); }

  private:
    // Subtrees below this depth are so fast that they need not be stopped.
    static constexpr int stop_depth = 3;

    template <Color us>
    std::uint64_t count(const Position& position, int depth) const {
        if (depth == 1)
            return options_.make_leaves ? made_leaves<us>(position) : count_of<us>(position);
        std::uint64_t nodes = 0;
        if (table_ && table_->find(position.key(), depth, nodes)) return nodes;
        for (Move move : moves_of<us>(position)) {
            if (depth >= stop_depth && options_.stop.stop_requested()) {
                cut_short_.store(true, std::memory_order_relaxed);
                return nodes;  // not to be kept
            }
            nodes += count<~us>(after<us>(position, move), depth - 1);
        }
        if (table_) table_->store(position.key(), depth, nodes);
        return nodes;
    }

    PerftTable* table_;
    const PerftOptions& options_;
    mutable std::atomic<bool> cut_short_ = false;
};

// A piece of work: the position after a root move and, if the tree is deep enough, one reply.
struct Task {
    std::size_t root_move;
    Position position;
};

std::vector<Task> split(const Position& position, const std::vector<PerftCount>& moves, bool deep) {
    std::vector<Task> tasks;
    for (std::size_t i = 0; i < moves.size(); ++i) {
        const Position next = position.after(moves[i].move);
        if (!deep) {
            tasks.push_back({i, next});
            continue;
        }
        for (Move reply : legal_moves(next)) tasks.push_back({i, next.after(reply)});
    }
    return tasks;
}

}  // namespace

std::uint64_t perft(const Position& position, int depth) {
    if (depth <= 0) return 1;
    return position.side_to_move() == Color::White ? count_leaves<Color::White>(position, depth)
                                                   : count_leaves<Color::Black>(position, depth);
}

PerftResult run_perft(const Position& position, const PerftOptions& options,
                      const std::function<void(const PerftProgress&)>& progress) {
    PerftResult result;
    if (options.depth <= 0) {
        result.nodes = 1;
        return result;
    }
    for (Move move : legal_moves(position)) result.moves.push_back({move, 0});

    const bool deep = options.depth >= 4;
    const std::vector<Task> tasks = split(position, result.moves, deep);
    const int depth = options.depth - (deep ? 2 : 1);
    std::unique_ptr<PerftTable> table;
    if (options.hash_mib > 0) table = std::make_unique<PerftTable>(options.hash_mib);
    const Counter counter(table.get(), options);

    std::atomic<std::size_t> next_task = 0;
    std::mutex mutex;
    PerftProgress so_far{0, tasks.size(), 0};
    const std::size_t threads = std::max<std::size_t>(1, std::min(options.threads, tasks.size()));
    run_on_threads(threads, [&](std::size_t) {
        for (;;) {
            const std::size_t index = next_task.fetch_add(1);
            if (index >= tasks.size() || options.stop.stop_requested()) return;
            const std::uint64_t nodes = counter.count(tasks[index].position, depth);
            const std::lock_guard lock(mutex);
            result.moves[tasks[index].root_move].nodes += nodes;
            so_far.nodes += nodes;
            ++so_far.done;
            if (progress) progress(so_far);
        }
    });
    result.nodes = so_far.nodes;
    result.stopped = so_far.done < tasks.size() || counter.cut_short();
    return result;
}

}  // namespace rookery
