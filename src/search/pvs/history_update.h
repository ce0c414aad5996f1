// After the search of a node: updates of the histories, the transposition table and the root moves.
#pragma once

#include "search/pvs/search_thread.h"

namespace rookery::pvs {

template <class Evaluator>
int SearchThread<Evaluator>::quiet_history(const NodeFacts& node, Move move) {
    const PieceTo played = PieceTo::of(node.position, move);
    return histories_->quiets.at(node.position.side_to_move(), move, node.threats.all).value() +
           frame(node.ply - 1).continuation->at(played).value() +
           frame(node.ply - 2).continuation->at(played).value();
}

template <class Evaluator>
void SearchThread<Evaluator>::update_continuations(int ply, PieceTo move, int bonus) {
    if (!p.use_continuations) return;
    for (const int back : {1, 2, 4, 6}) frame(ply - back).continuation->at(move).add(bonus);
}

// After a beta cutoff: a bonus for the best move, a malus for the moves searched before it.
template <class Evaluator>
void SearchThread<Evaluator>::update_histories(const NodeFacts& node, Move best, int depth,
                                               const MoveList& quiets, const MoveList& captures) {
    const Position& position = node.position;
    const Color us = position.side_to_move();
    const int bonus =
        std::min(p.history_bonus_per_depth * depth - p.history_bonus_offset, p.history_bonus_most);
    const int malus =
        std::min(p.history_malus_per_depth * depth - p.history_malus_offset, p.history_malus_most);
    const auto update_capture = [&](Move move, int change) {
        if (p.use_capture_history)
            histories_->captures.at(PieceTo::of(position, move), position.captured_by(move))
                .add(change);
    };
    const auto update_quiet = [&](Move move, int change) {
        if (p.use_quiet_history) histories_->quiets.at(us, move, node.threats.all).add(change);
        update_continuations(node.ply, PieceTo::of(position, move), change);
    };
    if (position.is_capture(best) || best.is_promotion()) {
        update_capture(best, bonus);
    } else {
        update_quiet(best, bonus);
        for (const Move move : quiets) update_quiet(move, -malus);
    }
    for (const Move move : captures) update_capture(move, -malus);
}

// Stores the entry in the TT; where its value shows the error of the static evaluation, updates the
// correction history.
template <class Evaluator>
void SearchThread<Evaluator>::store_result(const NodeFacts& node, const TranspositionEntry& entry) {
    const Position& position = node.position;
    const Frame& here = frame(node.ply);
    state_->table.store(position.key(), node.ply, entry);
    if (entry.depth >= share_from_depth_) share_with_companion(position.key(), node.ply, entry);
    const bool noisy = entry.move && (position.is_capture(entry.move) || entry.move.is_promotion());
    const bool shows_error = entry.bound == Bound::Exact ||
                             (entry.bound == Bound::Lower) == (entry.value > here.evaluation);
    if (p.use_corrections && !here.in_check && !noisy && shows_error && !entry.value.is_decided())
        histories_->corrections.learn(position, entry.value.value() - here.evaluation.value(),
                                      entry.depth);
}

template <class Evaluator>
void SearchThread<Evaluator>::share_with_companion(Key key, int ply, TranspositionEntry entry) {
    entry.value = counted_from_node(entry.value, ply);
    state_->limits.companion->on_entry(key, entry);
}

// The first move and those that beat it get their value and line; the others are only known to be
// worse.
template <class Evaluator>
void SearchThread<Evaluator>::update_root_move(Move move, Score score, Score alpha, Score beta,
                                               std::uint64_t nodes, int number) {
    for (RootMove& one : root_moves_) {
        if (one.move != move) continue;
        one.nodes += nodes;
        if (number > 1 && score <= alpha) {
            one.score = -Score::infinite();
            one.exact = false;
            return;
        }
        one.score = score;
        one.exact = score > alpha && score < beta;
        one.selective_depth = selective_depth_;
        const Line& rest = line(1);
        one.line.assign(1, move);
        one.line.insert(one.line.end(), rest.moves.begin(), rest.moves.begin() + rest.length);
        if (number > 1 && line_index_ == 0) stable_iterations_ = 0;
        return;
    }
}

}  // namespace rookery::pvs
