#include "search/textbook/alphabeta_threads.h"

#include "base/threads.h"
#include "search/textbook/alphabeta.h"
#include "search/textbook/chess_tree.h"

#include <algorithm>
#include <atomic>
#include <mutex>

namespace rookery::textbook {
namespace {

// The moves of the root, which the threads take one by one, and the best that any of them has
// found.
class SharedRoot {
  public:
    explicit SharedRoot(const MoveList& moves) : moves_(moves) {}

    // Nothing once all are taken.
    [[nodiscard]] Move take_move() {
        const std::size_t taken = next_.fetch_add(1, std::memory_order_relaxed);
        return taken < moves_.size() ? moves_[taken] : Move::none();
    }
    // What every move begun from now on must beat. It may be higher a moment later: then a move is
    // searched with more care than it deserves, and nothing else happens.
    [[nodiscard]] Score alpha() const { return alpha_.load(std::memory_order_relaxed); }

    void offer(Score score, Move move, const Line<Move>& rest) {
        const std::lock_guard lock(mutex_);
        if (score <= best_.score) return;
        best_ = {score, move, rest};
        alpha_.store(score, std::memory_order_relaxed);
    }
    // When all threads have ended.
    [[nodiscard]] const Outcome<Move>& best() const { return best_; }

  private:
    const MoveList& moves_;
    std::atomic<std::size_t> next_ = 0;
    std::atomic<Score> alpha_ = -Score::infinite();
    std::mutex mutex_;
    Outcome<Move> best_ = Outcome<Move>::none();
};

void search_move(SharedRoot& shared, SortedTree& tree, Move move, int depth) {
    const auto child = tree.after(tree.root(), move);
    const auto reply = alphabeta(tree, child, depth - 1, -Score::infinite(), -shared.alpha());
    if (!tree.is_stopped()) shared.offer(-reply.score, move, reply.line);
}

}  // namespace

Outcome<Move> alphabeta_on_threads(const Question& question) {
    const auto tree_of_thread = [&question](std::size_t thread) {
        return SortedTree(question.root, question.moves, *question.evaluators[thread],
                          question.watch);
    };
    SortedTree first = tree_of_thread(0);
    const MoveList sorted = first.moves(first.root(), question.depth);
    SharedRoot shared(sorted);
    // The first alone: what it is worth saves the others most of their work.
    search_move(shared, first, shared.take_move(), question.depth);
    const std::size_t threads = std::min(question.evaluators.size(), sorted.size());
    run_on_threads(threads, [&](std::size_t thread) {
        SortedTree tree = tree_of_thread(thread);
        while (!tree.is_stopped()) {
            const Move move = shared.take_move();
            if (!move) return;
            search_move(shared, tree, move, question.depth);
        }
    });
    return shared.best();
}

}  // namespace rookery::textbook
