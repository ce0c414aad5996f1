// The searcher `pvs`: one or more search threads with one transposition table.
//
// The threads run Lazy SMP: all search the same root and share nothing but the transposition table.
#pragma once

#include "base/threads.h"
#include "chess/movegen.h"
#include "search/pvs/iterative_deepening.h"

#include <algorithm>
#include <utility>

namespace rookery::pvs {

// MakeEvaluator makes an evaluator for each thread.
template <class Evaluator, class MakeEvaluator>
class ThreadPool final : public Searcher {
  public:
    ThreadPool(MakeEvaluator make_evaluator, const Parameters& parameters)
        : parameters_(parameters), make_evaluator_(std::move(make_evaluator)),
          table_(Resources().hash_mib) {
        start_threads(Resources().threads);
    }

    void new_game() override {
        table_.clear(threads_.size());
        run_on_threads(threads_.size(), [this](std::size_t i) { threads_[i]->new_game(); });
    }

    void resize(const Resources& resources) override {
        if (resources.threads != threads_.size()) start_threads(resources.threads);
        table_.resize(resources.hash_mib, resources.threads);
    }

    SearchResult search(const Root& root, const Limits& limits, std::stop_token stop,
                        SearchListener& listener) override {
        const MoveList moves = wanted_moves(root.position, limits);
        if (moves.empty()) return no_move_result(root, listener);
        table_.new_search();
        SearchState state{table_, root, limits, std::move(stop)};
        for (const auto& thread : threads_) thread->forget_nodes();
        SearchListener* const reports_to = listener.wants_reports() ? &listener : nullptr;
        run_on_threads(threads_.size(), [&](std::size_t i) {
            threads_[i]->search(state, moves, i == 0 ? reports_to : nullptr, threads_);
        });
        Thread& first = *threads_.front();
        const Thread& chosen = limits.multi_pv > 1 ? first : best_thread();
        if (reports_to != nullptr && !first.has_reported(chosen.best())) first.report_for(chosen);
        const RootMove& best = chosen.best();
        SearchResult result;
        result.best = best.move;
        result.score = best.score;
        result.ponder = expected_reply(root.position, best);
        for (const auto& thread : threads_) result.nodes += thread->nodes();
        return result;
    }

  private:
    using Thread = SearchThread<Evaluator>;

    // Each is made by the thread that will use it, so that its memory is near (NUMA).
    void start_threads(std::size_t threads) {
        std::vector<std::unique_ptr<Thread>> started(std::max<std::size_t>(1, threads));
        run_on_threads(started.size(), [&](std::size_t i) {
            started[i] = std::make_unique<Thread>(i, parameters_, make_evaluator_);
        });
        threads_ = std::move(started);
    }

    // The second move of the line; if the line has only one, the move of the TT.
    [[nodiscard]] Move expected_reply(const Position& root, const RootMove& best) const {
        if (best.line.size() > 1) return best.line[1];
        const Position next = root.after(best.move);
        TranspositionEntry entry;
        if (!table_.probe(next.key(), 1, entry) || !next.is_legal(entry.move)) return {};
        return entry.move;
    }

    // The thread whose move is played: the deepest whose value is no worse, and any with a shorter
    // mate.
    [[nodiscard]] const Thread& best_thread() const {
        const Thread* best = threads_.front().get();
        for (const auto& thread : threads_) {
            if (!thread->has_moves() || thread->completed_depth() == 0) continue;
            const Score score = thread->best().score;
            const Score best_score = best->best().score;
            const bool mates = score.is_mate() && score.value() > 0 && score > best_score;
            const bool deeper =
                thread->completed_depth() > best->completed_depth() && score >= best_score;
            if (mates || deeper) best = thread.get();
        }
        return *best;
    }

    const Parameters parameters_;
    MakeEvaluator make_evaluator_;
    TranspositionTable table_;
    std::vector<std::unique_ptr<Thread>> threads_;
};

template <class MakeEvaluator>
[[nodiscard]] std::unique_ptr<Searcher> make_searcher(MakeEvaluator make,
                                                      const Parameters& parameters) {
    using Evaluator = decltype(make());
    return std::make_unique<ThreadPool<Evaluator, MakeEvaluator>>(std::move(make), parameters);
}

}  // namespace rookery::pvs
