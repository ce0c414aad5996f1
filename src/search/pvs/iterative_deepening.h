// Iterative deepening: one depth after the other, each in a window around the last value, until the
// limits say that it is enough.
#pragma once

#include "base/containers.h"
#include "search/pvs/node.h"

namespace rookery::pvs {

template <class Evaluator, class Params>
void SearchThread<Evaluator, Params>::prepare(SearchState& state,
                                              const std::vector<Move>& root_moves) {
    state_ = &state;
    root_moves_.clear();
    for (const Move move : root_moves) root_moves_.emplace_back(move);
    keys_ = state.root.keys;
    keys_.reserve(keys_.size() + max_ply + 8);
    for (Frame& one : frames_) {
        one = Frame();
        one.continuation = &histories_->continuations.after_nothing();
        one.evaluation = TranspositionTable::no_evaluation;
    }
    nodes_.store(0, std::memory_order_relaxed);
    look_at_clock_ = 0;
    reported_line_.clear();
    root_depth_ = completed_depth_ = selective_depth_ = 0;
    after_null_ = 1;
    no_null_move_before_ = 0;
    const Companion* companion = state.limits.companion;
    told_from_depth_ = companion == nullptr ? max_ply + 1 : companion->deep_enough();
    stable_iterations_ = 0;
    if constexpr (FollowingEvaluator<Evaluator>) evaluator_.begin();
}

template <class Evaluator, class Params>
void SearchThread<Evaluator, Params>::search(
    SearchState& state, const std::vector<Move>& root_moves, SearchListener* listener,
    const std::vector<std::unique_ptr<SearchThread>>& team) {
    prepare(state, root_moves);
    listener_ = listener;
    team_ = &team;
    if (!root_moves_.empty()) deepen();
}

// Companions far away work at some depths and rest at as many, by turns: the first two at every
// other depth, the next four two by two, and so on, each pair in its own step. The more there are,
// the further some run ahead.
inline bool rests(std::size_t helper, int depth) {
    int step = 1;
    int place = static_cast<int>(helper) - 1;
    while (place >= 2 * step) place -= 2 * step++;
    return (depth + place) / step % 2 != 0;
}

template <class Evaluator, class Params>
void SearchThread<Evaluator, Params>::deepen() {
    const Limits& limits = state_->limits;
    const int deepest = std::min(limits.depth.value_or(max_ply - 1), max_ply - 1);
    const std::size_t lines =
        std::min(static_cast<std::size_t>(std::max(1, limits.multi_pv)), root_moves_.size());
    const bool is_alone = limits.companion == nullptr;
    const std::size_t helper = number_ + (is_alone ? 0 : limits.companion->number());
    for (int depth = 1; depth <= deepest && !state_->is_stopped(); ++depth) {
        // Helpers skip some depths, so that the team does not do the same work all the time.
        if (helper > 0 && depth > 4 &&
            (is_alone ? (depth + static_cast<int>(helper)) % 3 == 0 : rests(helper, depth)))
            continue;
        root_depth_ = depth;
        for (RootMove& one : root_moves_) one.previous = one.score;
        before_ = root_moves_;
        const Move best_before = root_moves_.front().move;
        for (line_index_ = 0; line_index_ < lines && !state_->is_stopped(); ++line_index_) {
            selective_depth_ = 0;
            search_window(depth);
            insertion_sort(root_moves_.begin(),
                           root_moves_.begin() + static_cast<std::ptrdiff_t>(line_index_) + 1,
                           is_better);
        }
        if (state_->is_stopped()) {
            settle_unfinished(lines);
            break;
        }
        completed_depth_ = depth;
        stable_iterations_ = root_moves_.front().move == best_before ? stable_iterations_ + 1 : 0;
        if (listener_ != nullptr) report(depth, lines);
        if (number_ == 0 && enough_after(depth)) break;
        last_score_ = root_moves_.front().score;
    }
    if (number_ == 0) state_->stop();
    // The move that is played must be that of the last line that was told.
    if (listener_ != nullptr && !has_reported(best())) report(root_depth_, 1);
}

// What was cut short counts only where it says more than the iteration before.
template <class Evaluator, class Params>
void SearchThread<Evaluator, Params>::settle_unfinished(std::size_t lines) {
    RootMove& first = root_moves_.front();
    const bool is_news = first.exact || first.move != before_.front().move;
    if (lines > 1 || first.score == -Score::infinite() || !is_news) {
        root_moves_ = before_;
    } else if (!first.exact && first.score.is_decided()) {
        // A mate whose moves are not known yet: only that it wins, or loses, can be told.
        first.score =
            Score(first.score.value() > 0 ? Score::max_evaluation : -Score::max_evaluation);
    }
}

// Searches the root in a window around what is expected, wider after every surprise.
template <class Evaluator, class Params>
void SearchThread<Evaluator, Params>::search_window(int depth) {
    RootMove& first = root_moves_[line_index_];
    Score alpha = -Score::infinite();
    Score beta = Score::infinite();
    int delta = p.aspiration_delta;
    const Score expected = first.previous;
    if (p.use_aspiration && depth >= 4 && expected != -Score::infinite() &&
        !expected.is_decided()) {
        delta += std::abs(expected.value()) / 64;
        alpha = std::max(expected - delta, -Score::infinite());
        beta = std::min(expected + delta, Score::infinite());
    }
    int failed_high = 0;
    for (;;) {
        const int reduced = std::max(1, depth - failed_high);
        const Score score =
            search_node<NodeKind::Root>(state_->root.position, alpha, beta, reduced, 0, false);
        insertion_sort(root_moves_.begin() + static_cast<std::ptrdiff_t>(line_index_),
                       root_moves_.end(), is_better);
        if (state_->is_stopped()) return;
        const bool tell =
            (score <= alpha || score >= beta) && is_long() && state_->limits.multi_pv <= 1;
        if (tell)
            report(depth, 1, score <= alpha ? LineReport::Bound::Upper : LineReport::Bound::Lower);
        if (score <= alpha) {
            beta = Score((alpha.value() + beta.value()) / 2);
            alpha = score.is_decided() ? -Score::infinite()
                                       : std::max(score - delta, -Score::infinite());
            failed_high = 0;
        } else if (score >= beta) {
            beta =
                score.is_decided() ? Score::infinite() : std::min(score + delta, Score::infinite());
            if (!score.is_decided() && failed_high < 3) ++failed_high;
        } else {
            return;
        }
        delta += delta / 2;
        if (delta > 1000) {
            alpha = -Score::infinite();
            beta = Score::infinite();
        }
    }
}

// Is another iteration worth its time? More if the best move keeps changing or its value falls,
// less if it stands firm and has taken most of the nodes.
template <class Evaluator, class Params>
bool SearchThread<Evaluator, Params>::enough_after(int depth) {
    const Limits& limits = state_->limits;
    const RootMove& best = root_moves_.front();
    if (limits.mate && best.score.is_mate() && best.score.value() > 0 &&
        best.score.mate_moves() <= *limits.mate)
        return true;
    if (limits.soft_nodes && nodes() >= *limits.soft_nodes) return true;
    const auto delay = limits.delay();
    if (!limits.soft_deadline || !delay) return false;
    // There is nothing to choose.
    if (root_moves_.size() == 1) return true;
    constexpr double stability[] = {1.6, 1.25, 1.05, 0.95, 0.88, 0.82};
    const double steady = stability[std::min(stable_iterations_, 5)];
    const int fall = depth > 4 ? last_score_.value() - best.score.value() : 0;
    const double trend = std::clamp(1.0 + fall / 120.0, 0.8, 1.5);
    const double share =
        static_cast<double>(best.nodes) / static_cast<double>(std::max<std::uint64_t>(1, nodes()));
    const double effort = std::clamp(1.9 - 1.25 * share, 0.6, 1.6);
    const auto planned = std::chrono::duration<double>(*limits.soft_deadline - state_->began);
    const auto used = std::chrono::duration<double>(Clock::now() - state_->began - *delay);
    return used >= planned * (steady * trend * effort * occasion());
}

// Some moves may deserve more time than others for what can be seen before they are thought about.
template <class Evaluator, class Params>
double SearchThread<Evaluator, Params>::occasion() const {
    const Position& root = state_->root.position;
    constexpr int after_the_opening = 10;
    constexpr int pieces_of_an_ending = 16;
    const bool middlegame = root.fullmove_number() >= after_the_opening &&
                            popcount(root.occupied()) > pieces_of_an_ending;
    return (middlegame ? p.middlegame_time / 100.0 : 1.0) *
           (state_->surprised ? p.surprise_time / 100.0 : 1.0);
}

template <class Evaluator, class Params>
void SearchThread<Evaluator, Params>::report(int depth, std::size_t lines,
                                             LineReport::Bound bound) {
    std::uint64_t nodes = 0;
    for (const auto& worker : *team_) nodes += worker->nodes();
    for (std::size_t i = 0; i < lines; ++i) {
        const RootMove& move = root_moves_[i];
        LineReport report;
        report.depth = depth;
        report.selective_depth = move.selective_depth;
        report.line = static_cast<int>(i) + 1;
        report.score = move.score;
        report.bound = bound;
        report.nodes = nodes;
        report.elapsed = state_->elapsed();
        report.hashfull = state_->table.used_permille();
        report.moves = move.line;
        listener_->on_line(report);
    }
    if (bound != LineReport::Bound::Exact) return;
    reported_line_ = best().line;
    reported_score_ = best().score;
}

template <class Evaluator, class Params>
void SearchThread<Evaluator, Params>::announce(Move move, int number) const {
    if (is_long())
        listener_->on_current_move(root_depth_, move, number + static_cast<int>(line_index_));
}

}  // namespace rookery::pvs
