#include "search/pvs/pvs_searcher.h"

#include "base/threads.h"
#include "chess/movegen.h"
#include "eval/classical/classical_evaluator.h"
#include "search/pvs/deepening.h"

#include <algorithm>

namespace rookery {
namespace {

using namespace pvs;

// Several threads search the same tree and help each other through the table alone.
template <class Evaluator>
class PvsSearcher final : public Searcher {
  public:
    PvsSearcher() : table_(Resources().hash_mib) { hire(Resources().threads); }

    void new_game() override {
        table_.clear(workers_.size());
        run_on_threads(workers_.size(), [this](std::size_t i) { workers_[i]->new_game(); });
    }

    void resize(const Resources& resources) override {
        if (resources.threads != workers_.size()) hire(resources.threads);
        table_.resize(resources.hash_mib, resources.threads);
    }

    SearchResult search(const Root& root, const Limits& limits, std::stop_token stop,
                        SearchListener& listener) override {
        const std::vector<Move> moves = wanted_moves(root, limits);
        SearchResult result;
        if (moves.empty()) {
            result.score = root.position.in_check() ? Score::mated_in(0) : Score::draw();
            LineReport report;
            report.score = result.score;
            listener.on_line(report);
            return result;
        }
        table_.new_search();
        SearchState state{table_, root, limits, std::move(stop)};
        run_on_threads(workers_.size(), [&](std::size_t i) {
            workers_[i]->search(state, moves, i == 0 ? &listener : nullptr, workers_);
        });
        const RootMove& best = best_worker().best();
        result.best = best.move;
        result.score = best.score;
        if (best.line.size() > 1) result.ponder = best.line[1];
        for (const auto& worker : workers_) result.nodes += worker->nodes();
        return result;
    }

  private:
    using Member = Worker<Evaluator>;

    // Each is made by the thread that will use it, so that its memory is near.
    void hire(std::size_t threads) {
        threads = std::max<std::size_t>(1, threads);
        workers_.clear();
        workers_.resize(threads);
        run_on_threads(threads, [this](std::size_t i) { workers_[i] = std::make_unique<Member>(i); });
    }

    [[nodiscard]] static std::vector<Move> wanted_moves(const Root& root, const Limits& limits) {
        std::vector<Move> moves;
        for (const Move move : legal_moves(root.position)) {
            const auto& only = limits.only_moves;
            if (only.empty() || std::find(only.begin(), only.end(), move) != only.end())
                moves.push_back(move);
        }
        return moves;
    }

    // The deepest; of equals the one with the better value, and any that has a shorter mate.
    [[nodiscard]] const Member& best_worker() const {
        const Member* best = workers_.front().get();
        for (const auto& worker : workers_) {
            if (!worker->has_moves() || worker->completed_depth() == 0) continue;
            const Score score = worker->best().score;
            const Score best_score = best->best().score;
            const bool mates = score.is_mate() && score.value() > 0 && score > best_score;
            const bool deeper = worker->completed_depth() > best->completed_depth() && score >= best_score;
            if (mates || deeper) best = worker.get();
        }
        return *best;
    }

    Table table_;
    std::vector<std::unique_ptr<Member>> workers_;
};

}  // namespace

std::unique_ptr<Searcher> make_classical_pvs() {
    return std::make_unique<PvsSearcher<ClassicalEvaluator>>();
}

}  // namespace rookery
