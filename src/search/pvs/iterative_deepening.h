// Iterative deepening: one depth after the other, each in an aspiration window around the last
// value, until the limits say that it is enough. Also the use of time and the reports.
#pragma once

#include "base/containers.h"
#include "search/pvs/node.h"

namespace rookery::pvs {

template <class Evaluator>
void SearchThread<Evaluator>::prepare(SearchState& state, const MoveList& root_moves) {
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
    next_limit_check_ = 0;
    reported_line_.clear();
    root_depth_ = completed_depth_ = selective_depth_ = 0;
    after_null_ = 1;
    no_null_move_before_ = 0;
    const Companion* companion = state.limits.companion;
    const TableProbing& probing = state.limits.tables;
    table_pieces_ = probing.tables == nullptr
                        ? 0
                        : std::min(probing.most_pieces, probing.tables->most_pieces());
    share_from_depth_ = companion == nullptr ? max_ply + 1 : companion->deep_enough();
    stable_iterations_ = 0;
    if constexpr (FollowingEvaluator<Evaluator>) evaluator_.begin();
}

template <class Evaluator>
void SearchThread<Evaluator>::search(SearchState& state, const MoveList& root_moves,
                                     SearchListener* listener,
                                     const std::vector<std::unique_ptr<SearchThread>>& threads) {
    prepare(state, root_moves);
    listener_ = listener;
    threads_ = &threads;
    if (!root_moves_.empty()) iterative_deepening();
}

// Whether a helper on another machine skips this depth. Helpers search some depths and skip as many
// by turns: the first two every other depth, the next four two by two, and so on, each pair in its
// own step. The more helpers there are, the further some run ahead.
inline bool skips_depth(std::size_t helper, int depth) {
    int step = 1;
    int place = static_cast<int>(helper) - 1;
    while (place >= 2 * step) place -= 2 * step++;
    return (depth + place) / step % 2 != 0;
}

template <class Evaluator>
void SearchThread<Evaluator>::iterative_deepening() {
    const Limits& limits = state_->limits;
    const int deepest = std::min(limits.depth.value_or(max_ply - 1), max_ply - 1);
    const std::size_t multi_pv =
        std::min(static_cast<std::size_t>(std::max(1, limits.multi_pv)), root_moves_.size());
    const bool is_alone = limits.companion == nullptr;
    const std::size_t helper = number_ + (is_alone ? 0 : limits.companion->number());
    for (int depth = 1; depth <= deepest && !state_->is_stopped(); ++depth) {
        // Lazy SMP: helpers skip some depths, so that the threads do not all do the same work.
        if (helper > 0 && depth > 4 &&
            (is_alone ? (depth + static_cast<int>(helper)) % 3 == 0 : skips_depth(helper, depth)))
            continue;
        root_depth_ = depth;
        for (RootMove& one : root_moves_) one.previous = one.score;
        before_ = root_moves_;
        const Move best_before = root_moves_.front().move;
        for (line_index_ = 0; line_index_ < multi_pv && !state_->is_stopped(); ++line_index_) {
            selective_depth_ = 0;
            aspiration_search(depth);
            insertion_sort(root_moves_.begin(),
                           root_moves_.begin() + static_cast<std::ptrdiff_t>(line_index_) + 1,
                           is_better);
        }
        if (state_->is_stopped()) {
            settle_unfinished(multi_pv);
            break;
        }
        completed_depth_ = depth;
        if (number_ == 0 && depth == 1) state_->note_move();
        stable_iterations_ = root_moves_.front().move == best_before ? stable_iterations_ + 1 : 0;
        if (listener_ != nullptr) report(depth, multi_pv);
        if (number_ == 0 && is_enough_after(depth)) break;
        last_score_ = root_moves_.front().score;
    }
    if (number_ == 0) state_->stop();
    // The move that is played must be that of the last reported line.
    if (listener_ != nullptr && !has_reported(best())) report(root_depth_, 1);
}

// An unfinished iteration counts only if it has an exact value or a new best move.
template <class Evaluator>
void SearchThread<Evaluator>::settle_unfinished(std::size_t multi_pv) {
    RootMove& first = root_moves_.front();
    const bool says_more = first.exact || first.move != before_.front().move;
    if (multi_pv > 1 || first.score == -Score::infinite() || !says_more) {
        root_moves_ = before_;
    } else if (!first.exact && first.score.is_decided()) {
        // A mate whose line is not known yet: reported as a won or lost position.
        first.score =
            Score(first.score.value() > 0 ? Score::max_evaluation : -Score::max_evaluation);
    }
}

// Aspiration window: searches the root around the last value, and wider after every fail.
template <class Evaluator>
void SearchThread<Evaluator>::aspiration_search(int depth) {
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
        const bool report_bound =
            (score <= alpha || score >= beta) && is_long() && state_->limits.multi_pv <= 1;
        if (report_bound)
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

// Whether the line of a root move is a mate, given or suffered, that a deeper search would not
// change. A mate in one ply is the shortest. A longer one was found by a search with reductions, so
// twice its length and a few plies more must have been searched without a shorter one.
[[nodiscard]] inline bool is_settled_mate(Score score, int depth) {
    if (!score.is_mate()) return false;
    const int plies = std::abs(score.mate_plies());
    return plies == 1 || depth >= 2 * plies + 4;
}

// Whether another iteration is not worth its time. The planned time is stretched if the best move
// changes or its value falls, and shortened if it is stable and has taken most of the nodes.
template <class Evaluator>
bool SearchThread<Evaluator>::is_enough_after(int depth) {
    const Limits& limits = state_->limits;
    const RootMove& best = root_moves_.front();
    if (limits.mate && best.score.is_mate() && best.score.value() > 0 &&
        best.score.mate_moves() <= *limits.mate)
        return true;
    if (limits.soft_nodes && nodes_of_all() >= *limits.soft_nodes) return true;
    const auto delay = limits.delay();
    // With a limit of time or nodes the search may end early; without one it goes to its depth, or
    // until it is stopped.
    const bool may_end = limits.nodes || limits.soft_nodes ||
                         ((limits.soft_deadline || limits.hard_deadline) && delay);
    const auto lines =
        std::min(static_cast<std::size_t>(std::max(1, limits.multi_pv)), root_moves_.size());
    if (may_end && !limits.mate &&
        std::all_of(root_moves_.begin(), root_moves_.begin() + static_cast<std::ptrdiff_t>(lines),
                    [&](const RootMove& one) { return is_settled_mate(one.score, depth); }))
        return true;
    if (!limits.soft_deadline || !delay) return false;
    // A forced move needs no time.
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
    return used >= planned * (steady * trend * effort);
}

template <class Evaluator>
void SearchThread<Evaluator>::report(int depth, std::size_t lines, LineReport::Bound bound) {
    const std::uint64_t nodes = nodes_of_all();
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
        report.hashfull = state_->table.hashfull();
        report.table_hits = table_hits_of_all();
        report.moves = move.line;
        listener_->on_line(report);
    }
    if (bound != LineReport::Bound::Exact) return;
    reported_line_ = best().line;
    reported_score_ = best().score;
}

template <class Evaluator>
void SearchThread<Evaluator>::report_current_move(Move move, int number) const {
    if (is_long())
        listener_->on_current_move(root_depth_, move, number + static_cast<int>(line_index_));
}

}  // namespace rookery::pvs
