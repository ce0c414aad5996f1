// Several workers on one search: they search the same tree and help each other through the table
// alone.
#pragma once

#include "base/threads.h"
#include "chess/movegen.h"
#include "search/pvs/iterative_deepening.h"

#include <algorithm>
#include <utility>

namespace rookery::pvs {

// MakeEvaluator makes an evaluator for each worker.
template <class Evaluator, class Params, class MakeEvaluator>
class ThreadPool final : public Searcher {
  public:
    explicit ThreadPool(MakeEvaluator make_evaluator, const Params& params = {})
        : params_(params), make_evaluator_(std::move(make_evaluator)),
          table_(Resources().hash_mib) {
        start_threads(Resources().threads);
    }

    void new_game() override {
        expected_ = 0;
        table_.clear(workers_.size());
        run_on_threads(workers_.size(), [this](std::size_t i) { workers_[i]->new_game(); });
    }

    void resize(const Resources& resources) override {
        if (resources.threads != workers_.size()) start_threads(resources.threads);
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
        SearchState state{table_, root, limits, std::move(stop),
                          expected_ != 0 && expected_ != root.position.key()};
        SearchListener* const audience = listener.wants_reports() ? &listener : nullptr;
        run_on_threads(workers_.size(), [&](std::size_t i) {
            workers_[i]->search(state, moves, i == 0 ? audience : nullptr, workers_);
        });
        Member& first = *workers_.front();
        const Member& chosen = limits.multi_pv > 1 ? first : best_worker();
        if (audience != nullptr && !first.has_reported(chosen.best())) first.report_for(chosen);
        const RootMove& best = chosen.best();
        result.best = best.move;
        result.score = best.score;
        result.ponder = expected_reply(root.position, best);
        expected_ =
            result.ponder ? root.position.after(result.best).after(result.ponder).key() : Key{0};
        for (const auto& worker : workers_) result.nodes += worker->nodes();
        return result;
    }

  private:
    using Member = SearchThread<Evaluator, Params>;

    // Each is made by the thread that will use it, so that its memory is near.
    void start_threads(std::size_t threads) {
        std::vector<std::unique_ptr<Member>> started(std::max<std::size_t>(1, threads));
        run_on_threads(started.size(), [&](std::size_t i) {
            started[i] = std::make_unique<Member>(i, params_, make_evaluator_);
        });
        workers_ = std::move(started);
    }

    [[nodiscard]] static std::vector<Move> wanted_moves(const Root& root, const Limits& limits) {
        std::vector<Move> moves;
        for (const Move move : legal_moves(root.position)) {
            const auto& only = limits.search_moves;
            if (only.empty() || std::find(only.begin(), only.end(), move) != only.end())
                moves.push_back(move);
        }
        return moves;
    }

    // The second move of the line, or what the table says where the line ends before.
    [[nodiscard]] Move expected_reply(const Position& root, const RootMove& best) const {
        if (best.line.size() > 1) return best.line[1];
        const Position next = root.after(best.move);
        TranspositionEntry known;
        if (!table_.probe(next.key(), 1, known) || !next.is_legal(known.move)) return {};
        return known.move;
    }

    // The deepest; of equals the one with the better value, and any that has a shorter mate.
    [[nodiscard]] const Member& best_worker() const {
        const Member* best = workers_.front().get();
        for (const auto& worker : workers_) {
            if (!worker->has_moves() || worker->completed_depth() == 0) continue;
            const Score score = worker->best().score;
            const Score best_score = best->best().score;
            const bool mates = score.is_mate() && score.value() > 0 && score > best_score;
            const bool deeper =
                worker->completed_depth() > best->completed_depth() && score >= best_score;
            if (mates || deeper) best = worker.get();
        }
        return *best;
    }

    Params params_;
    MakeEvaluator make_evaluator_;
    TranspositionTable table_;
    std::vector<std::unique_ptr<Member>> workers_;
    Key expected_ =
        0;  // of the position after our last move and the reply we thought best; 0: none
};

}  // namespace rookery::pvs
