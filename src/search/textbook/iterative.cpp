#include "search/textbook/iterative.h"

#include "base/containers.h"
#include "chess/draws.h"
#include "chess/see.h"
#include "eval/simple_evaluators.h"
#include "search/searcher.h"
#include "search/textbook/textbook_searchers.h"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <utility>

namespace rookery::textbook {
namespace {

// The best known move comes first, then captures by MVV-LVA (most valuable victim, least valuable
// attacker), then promotions, then the rest.
int promise_of(const Position& position, Move move, Move best_known) {
    if (move == best_known) return 1'000'000;
    int promise = 0;
    if (position.is_capture(move))
        promise += 10 * see_piece_values[position.captured_by(move)] -
                   static_cast<int>(type_of(position.piece_on(move.from())));
    if (move.is_promotion()) promise += see_piece_values[move.promoted()];
    return promise;
}

void sort(const Position& position, MoveList& moves, Move best_known) {
    struct Candidate {
        Move move;
        int promise;
    };
    InlineVector<Candidate, max_moves> candidates;
    for (const Move move : moves)
        candidates.push_back({move, promise_of(position, move, best_known)});
    insertion_sort(
        candidates.begin(), candidates.end(),
        [](const Candidate& one, const Candidate& other) { return one.promise > other.promise; });
    for (std::size_t i = 0; i < moves.size(); ++i) moves[i] = candidates[i].move;
}

// Whether the entry of the table ends the search of this node. An exact score between alpha and
// beta could, too, but then the moves after it would be missing from the reported line.
bool settles(const TranspositionEntry& known, int depth, Score alpha, Score beta) {
    if (known.depth < depth) return false;
    const bool is_at_least = known.bound == Bound::Lower || known.bound == Bound::Exact;
    const bool is_at_most = known.bound == Bound::Upper || known.bound == Bound::Exact;
    return (is_at_least && known.value >= beta) || (is_at_most && known.value <= alpha);
}

Outcome<Move> end_of_game(const Position& position, int ply) {
    return Outcome<Move>(position.in_check() ? Score::mated_in(ply) : Score::draw());
}

}  // namespace

IterativeSearch::IterativeSearch(const Root& root, const MoveList& root_moves,
                                 TranspositionTable* table, ErasedEvaluator& evaluator,
                                 SearchWatch& watch)
    : root_(root.position), root_moves_(root_moves), table_(table), evaluator_(evaluator),
      watch_(watch), keys_(root.keys) {
    sort(root_, root_moves_, Move::none());
    keys_.reserve(keys_.size() + longest_line);
}

Outcome<Move> IterativeSearch::search_root(int depth) {
    Outcome<Move> best = search(root_, depth, 0, -Score::infinite(), Score::infinite());
    if (!best.line.empty()) {
        Move* const place = std::find(root_moves_.begin(), root_moves_.end(), best.line[0]);
        std::rotate(root_moves_.begin(), place, place + 1);
    }
    return best;
}

Outcome<Move> IterativeSearch::search(const Position& position, int depth, int ply, Score alpha,
                                      Score beta) {
    const bool is_root = ply == 0;
    // 1. Quiescence search at depth 0.
    if (depth == 0) return search_captures(position, ply, alpha, beta);
    // 2. Stop and draws. At the root a move is needed in any case.
    if (watch_.is_stopped() || (!is_root && is_draw(position, ply)))
        return Outcome<Move>(Score::draw());
    // 3. Transposition table. Near the fifty-move rule a value may come from a path with more moves
    // left.
    constexpr int trusted_halfmoves = 90;
    TranspositionEntry known;
    const bool is_known =
        table_ != nullptr && !is_root && table_->probe(position.key(), ply, known);
    if (is_known && position.halfmove_clock() < trusted_halfmoves &&
        settles(known, depth, alpha, beta))
        return Outcome<Move>(known.value);
    // 4. The moves.
    MoveList moves = is_root ? root_moves_ : legal_moves(position);
    if (moves.empty()) return end_of_game(position, ply);
    if (!is_root) sort(position, moves, known.move);
    // 5. The best of them.
    auto best = best_of(position, moves, Outcome<Move>::none(), alpha, beta,
                        [&](const Position& next, Score its_alpha, Score its_beta) {
                            return search(next, depth - 1, ply + 1, its_alpha, its_beta);
                        });
    // 6. Store the result; not at the root, where only some of the moves may have been searched.
    if (table_ != nullptr && !is_root && !watch_.is_stopped()) {
        const Bound bound = best.score >= beta    ? Bound::Lower
                            : best.score <= alpha ? Bound::Upper
                                                  : Bound::Exact;
        // If every move failed low, none is known to be the best.
        const Move move = bound == Bound::Upper ? Move::none() : best.line[0];
        table_->store(position.key(), ply,
                      {move, best.score, TranspositionTable::no_evaluation, depth, bound, false});
    }
    return best;
}

// Quiescence search: in the middle of an exchange the evaluation means nothing, so captures and
// promotions are searched until there are none. The side to move need not capture, so the
// evaluation is a lower bound (stand pat); in check every move is tried.
Outcome<Move> IterativeSearch::search_captures(const Position& position, int ply, Score alpha,
                                               Score beta) {
    if (watch_.is_stopped() || is_draw(position, ply)) return Outcome<Move>(Score::draw());
    MoveList moves;
    if (position.in_check())
        append_moves(position, moves);
    else
        append_moves<MoveSet::Captures>(position, moves);
    if (moves.empty() && !has_legal_move(position)) return end_of_game(position, ply);
    if (ply >= max_ply) return Outcome<Move>(evaluator_.evaluate(position));

    auto best = Outcome<Move>::none();
    if (!position.in_check()) best.score = evaluator_.evaluate(position);
    if (best.score >= beta) return best;
    sort(position, moves, Move::none());
    return best_of(position, moves, best, std::max(alpha, best.score), beta,
                   [&](const Position& next, Score its_alpha, Score its_beta) {
                       return search_captures(next, ply + 1, its_alpha, its_beta);
                   });
}

template <class Reply>
Outcome<Move> IterativeSearch::best_of(const Position& position, const MoveList& moves,
                                       Outcome<Move> best, Score alpha, Score beta, Reply reply) {
    for (const Move move : moves) {
        const Position next = position.after(move);
        static_cast<void>(watch_.count_node());
        keys_.push_back(next.key());
        const Outcome<Move> answer = reply(next, -beta, -alpha);
        keys_.pop_back();
        if (watch_.is_stopped()) break;
        if (-answer.score > best.score) best = {-answer.score, move, answer.line};
        if (best.score >= beta) break;
        alpha = std::max(alpha, best.score);
    }
    return best;
}

bool IterativeSearch::is_draw(const Position& position, int ply) const {
    // Mate with the last of the fifty moves still wins.
    if (position.halfmove_clock() >= 100 && (!position.in_check() || has_legal_move(position)))
        return true;
    constexpr int most_pieces_of_dead_positions = 5;
    if (popcount(position.occupied()) <= most_pieces_of_dead_positions &&
        is_dead_by_material(position))
        return true;
    const int reversible = std::min(position.halfmove_clock(), static_cast<int>(keys_.size()) - 1);
    return is_search_repetition(keys_, reversible, ply);
}

namespace {

constexpr SearcherSetting depth_and_table[] = {
    DepthChoice::setting(deepest_depth), {"use_table", 1, 0, 1, 0},  // 0: to measure its worth
};

bool uses_table(const SettingValues& chosen) {
    bool use = depth_and_table[1].standard != 0;
    for (const auto& [name, value] : chosen)
        if (name == depth_and_table[1].name) use = value != 0;
    return use;
}

// A depth takes several times as long as the one before. Begun in the second half of the time, it
// would hardly be finished.
Limits with_an_early_end(const Limits& limits) {
    Limits changed = limits;
    const auto now = std::chrono::steady_clock::now();
    if (limits.soft_deadline && *limits.soft_deadline > now)
        changed.soft_deadline = now + (*limits.soft_deadline - now) / 2;
    return changed;
}

// Whether a shorter mate would have been found at this depth.
bool is_shortest_mate(Score score, int depth) {
    return score.is_mate() && std::abs(score.mate_plies()) <= depth;
}

// Iterative deepening: depth 1, depth 2 and so on, until the time is over. So there is an answer at
// any moment, and every depth profits from the ones before: their best moves are in the table and
// are searched first. All of them together take little more than the last alone.
class IterativeSearcher final : public Searcher {
  public:
    explicit IterativeSearcher(const SearcherSetup& setup)
        : depth_(depth_and_table[0].standard, setup.settings),
          // To win won endgames takes more than counting material.
          evaluator_(setup.evaluator ? setup.evaluator()
                                     : std::make_unique<Erased<MopUpEvaluator>>()),
          table_(Resources().hash_mib), use_table_(uses_table(setup.settings)) {}

    void new_game() override {
        table_.clear(1);
        evaluator_->clear();
    }
    void resize(const Resources& resources) override {
        table_.resize(resources.hash_mib, resources.threads);
    }

    [[nodiscard]] SearchResult search(const Root& root, const Limits& wanted, std::stop_token stop,
                                      SearchListener& listener) override {
        const Limits limits = with_an_early_end(wanted);
        SearchWatch watch(limits, std::move(stop));
        const MoveList moves = wanted_moves(root.position, limits);
        if (moves.empty()) return no_move_result(root, listener);
        table_.new_search();
        IterativeSearch search(root, moves, use_table_ ? &table_ : nullptr, *evaluator_, watch);
        Outcome<Move> best(evaluator_->evaluate(root.position), moves[0], {});
        const int deepest = depth_.within(limits);
        for (int depth = 1; depth <= deepest; ++depth) {
            const Outcome<Move> outcome = search.search_root(depth);
            const bool is_nothing = outcome.line.empty();
            if (!is_nothing) best = outcome;
            if (!is_nothing || depth == 1) report(best, is_nothing ? 0 : depth, watch, listener);
            if (watch.is_enough() || is_shortest_mate(best.score, depth)) break;
            const bool is_forced = moves.size() == 1 && limits.soft_deadline;
            if (is_forced) break;
        }
        return as_result(best, watch);
    }

  private:
    void report(const Outcome<Move>& outcome, int depth, const SearchWatch& watch,
                SearchListener& listener) const {
        LineReport line = as_report(outcome, depth, watch);
        line.hashfull = table_.hashfull();
        // The depth was cut short: among the remaining moves there may be a better one.
        if (watch.is_stopped()) line.bound = LineReport::Bound::Lower;
        listener.on_line(line);
    }

    DepthChoice depth_;
    std::unique_ptr<ErasedEvaluator> evaluator_;
    TranspositionTable table_;
    bool use_table_;
};

}  // namespace

std::span<const SearcherSetting> iterative_settings() { return depth_and_table; }

std::unique_ptr<Searcher> make_iterative(const SearcherSetup& setup) {
    return std::make_unique<IterativeSearcher>(setup);
}

}  // namespace rookery::textbook
