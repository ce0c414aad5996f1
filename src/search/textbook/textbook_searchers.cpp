#include "search/textbook/textbook_searchers.h"

#include "base/threads.h"
#include "eval/simple_evaluators.h"
#include "search/textbook/chess_tree.h"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <utility>

namespace rookery::textbook {
namespace {

// One search to a fixed depth. Everything in it outlives the answer.
struct Question {
    const Position& root;
    const MoveList& moves;  // of the root; not empty
    int depth = 1;
    // One for each thread there may be; at least one.
    std::span<const std::unique_ptr<ErasedEvaluator>> evaluators;
    SearchWatch& watch;
};

// The score is that of the side to move. Stopped too early, the answer is the best of the moves
// that were searched to the end, or Outcome::none().
using Method = Outcome<Move> (*)(const Question& question);

template <class Tree = ChessTree>
Tree tree_of(const Question& question) {
    return Tree(question.root, question.moves, *question.evaluators.front(), question.watch);
}

Outcome<Move> by_minimax(const Question& question) {
    ChessTree tree = tree_of(question);
    Outcome<Move> outcome = minimax(tree, tree.root(), question.depth);
    // Minimax gives the score for White, a searcher that for the side to move.
    if (!tree.is_whites_turn(tree.root())) outcome.score = -outcome.score;
    return outcome;
}

Outcome<Move> by_negamax(const Question& question) {
    ChessTree tree = tree_of(question);
    return negamax(tree, tree.root(), question.depth);
}

Outcome<Move> by_alphabeta(const Question& question) {
    ChessTree tree = tree_of(question);
    return alphabeta(tree, tree.root(), question.depth);
}

Outcome<Move> by_sorted_alphabeta(const Question& question) {
    SortedTree tree = tree_of<SortedTree>(question);
    return alphabeta(tree, tree.root(), question.depth);
}

// The moves of the root, which the threads take one by one, and the best move found so far.
class SharedRoot {
  public:
    explicit SharedRoot(const MoveList& moves) : moves_(moves) {}

    // Empty when all are taken.
    [[nodiscard]] Move take_move() {
        const std::size_t taken = next_.fetch_add(1, std::memory_order_relaxed);
        return taken < moves_.size() ? moves_[taken] : Move::none();
    }
    // The score that every move begun from now on must beat. It may be higher a moment later: then
    // the move is searched with a wider window than needed, and the result is the same.
    [[nodiscard]] Score alpha() const { return alpha_.load(std::memory_order_relaxed); }

    void offer(Score score, Move move, const Line<Move>& rest) {
        const std::lock_guard lock(mutex_);
        if (score <= best_.score) return;
        best_ = {score, move, rest};
        alpha_.store(score, std::memory_order_relaxed);
    }
    // Called when all threads have ended.
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

// Alpha-beta on as many threads as there are evaluators, or moves.
Outcome<Move> alphabeta_on_threads(const Question& question) {
    const auto tree_of_thread = [&question](std::size_t thread) {
        return SortedTree(question.root, question.moves, *question.evaluators[thread],
                          question.watch);
    };
    SortedTree first = tree_of_thread(0);
    const MoveList sorted = first.moves(first.root(), question.depth);
    SharedRoot shared(sorted);
    // The first move is searched alone: its score saves the others most of their work.
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

enum class Threads : std::uint8_t { One, Many };

class FixedDepthSearcher final : public Searcher {
  public:
    FixedDepthSearcher(const SearcherSetup& setup, int standard_depth, Method method,
                       Threads threads)
        : method_(method), threads_(threads), depth_(standard_depth, setup.settings),
          make_evaluator_(setup.evaluator) {
        // Material alone: a reader can check every score by hand.
        if (!make_evaluator_)
            make_evaluator_ = [] { return std::make_unique<Erased<MaterialEvaluator>>(); };
        evaluators_.push_back(make_evaluator_());
    }

    void new_game() override {
        for (const auto& evaluator : evaluators_) evaluator->clear();
    }
    void resize(const Resources& resources) override {
        if (threads_ == Threads::One) return;
        evaluators_.resize(std::max<std::size_t>(1, resources.threads));
        for (auto& evaluator : evaluators_)
            if (!evaluator) evaluator = make_evaluator_();
    }

    [[nodiscard]] SearchResult search(const Root& root, const Limits& limits, std::stop_token stop,
                                      SearchListener& listener) override {
        SearchWatch watch(limits, std::move(stop));
        const MoveList moves = wanted_moves(root.position, limits);
        if (moves.empty()) return no_move_result(root, listener);
        int depth = depth_.within(limits);
        Outcome<Move> outcome = method_({root.position, moves, depth, evaluators_, watch});
        if (outcome.line.empty()) {  // stopped before the first move was searched to the end
            depth = 0;
            outcome = {evaluators_.front()->evaluate(root.position), moves[0], {}};
        }
        LineReport report = as_report(outcome, depth, watch);
        // Among the moves that were not searched there may be a better one.
        if (watch.is_stopped()) report.bound = LineReport::Bound::Lower;
        listener.on_line(report);
        return as_result(outcome, watch);
    }

  private:
    Method method_;
    Threads threads_;
    DepthChoice depth_;
    EvaluatorMaker make_evaluator_;
    std::vector<std::unique_ptr<ErasedEvaluator>> evaluators_;
};

// Depths that take about a second for a move, or less.
constexpr SearcherSetting full_width_depth[] = {DepthChoice::setting(4)};
constexpr SearcherSetting alphabeta_depth[] = {DepthChoice::setting(5)};
constexpr SearcherSetting sorted_depth[] = {DepthChoice::setting(6)};

std::unique_ptr<Searcher> made(const SearcherSetup& setup,
                               std::span<const SearcherSetting> settings, Method method,
                               Threads threads = Threads::One) {
    return std::make_unique<FixedDepthSearcher>(setup, settings.front().standard, method, threads);
}

}  // namespace

std::span<const SearcherSetting> full_width_settings() { return full_width_depth; }
std::span<const SearcherSetting> alphabeta_settings() { return alphabeta_depth; }
std::span<const SearcherSetting> sorted_settings() { return sorted_depth; }

std::unique_ptr<Searcher> make_minimax(const SearcherSetup& setup) {
    return made(setup, full_width_depth, by_minimax);
}
std::unique_ptr<Searcher> make_negamax(const SearcherSetup& setup) {
    return made(setup, full_width_depth, by_negamax);
}
std::unique_ptr<Searcher> make_alphabeta(const SearcherSetup& setup) {
    return made(setup, alphabeta_depth, by_alphabeta);
}
std::unique_ptr<Searcher> make_sorted_alphabeta(const SearcherSetup& setup) {
    return made(setup, sorted_depth, by_sorted_alphabeta);
}
std::unique_ptr<Searcher> make_alphabeta_on_threads(const SearcherSetup& setup) {
    return made(setup, sorted_depth, alphabeta_on_threads, Threads::Many);
}

DepthChoice::DepthChoice(int standard, const SettingValues& settings) : standard_(standard) {
    for (const auto& [name, value] : settings)
        if (name == setting(standard).name) chosen_ = value;
}

int DepthChoice::within(const Limits& limits) const {
    const int allowed = limits.depth.value_or(chosen_.value_or(standard_));
    return std::clamp(std::min(allowed, chosen_.value_or(allowed)), 1, deepest_depth);
}

LineReport as_report(const Outcome<Move>& outcome, int depth, const SearchWatch& watch) {
    LineReport report;
    report.depth = depth;
    report.selective_depth = std::max(depth, static_cast<int>(outcome.line.size()));
    report.score = outcome.score;
    report.nodes = watch.nodes();
    report.elapsed = watch.elapsed();
    report.moves.assign(outcome.line.begin(), outcome.line.end());
    return report;
}

SearchResult as_result(const Outcome<Move>& outcome, const SearchWatch& watch) {
    SearchResult result;
    if (!outcome.line.empty()) result.best = outcome.line[0];
    if (outcome.line.size() > 1) result.ponder = outcome.line[1];
    result.score = outcome.score;
    result.nodes = watch.nodes();
    return result;
}

}  // namespace rookery::textbook
