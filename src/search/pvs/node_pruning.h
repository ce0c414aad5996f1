// Static evaluation and node pruning: razoring, reverse futility, null move and ProbCut end a node
// before its moves are searched, by a margin or by a much smaller search.
#pragma once

#include "search/pvs/quiescence.h"
#include "search/pvs/search_thread.h"

#include <utility>

namespace rookery::pvs {

// Sets the corrected evaluation, the estimate (which may come from the TT) and whether the position
// is improving. Returns the raw evaluation, which the TT stores.
template <class Evaluator>
Score SearchThread<Evaluator>::static_evaluation(NodeFacts& node) {
    const Position& position = node.position;
    Frame& here = frame(node.ply);
    if (here.in_check) {
        here.evaluation = node.evaluation = node.estimate = TranspositionTable::no_evaluation;
        return TranspositionTable::no_evaluation;
    }
    const TranspositionEntry& entry = node.tt_entry;
    const Score raw = raw_evaluation(position, node.tt_hit, entry);
    here.evaluation = node.evaluation = node.estimate = corrected(position, raw);
    if (node.tt_hit && entry.bound != Bound::None && !entry.value.is_decided() &&
        allows_cut(entry.bound, entry.value, node.evaluation + 1))
        node.estimate = entry.value;
    if (!node.tt_hit && !node.excluded)
        state_->table.store(position.key(), node.ply,
                            {Move::none(), Score::draw(), raw, 0, Bound::None, here.on_pv});
    for (const int back : {2, 4}) {
        if (frame(node.ply - back).evaluation == TranspositionTable::no_evaluation) continue;
        node.improving = here.evaluation > frame(node.ply - back).evaluation;
        break;
    }
    return raw;
}

template <class Evaluator>
std::optional<Score> SearchThread<Evaluator>::prune_node(const NodeFacts& node, Score alpha,
                                                         Score beta, int& depth) {
    // Hindsight extension: the opponent's last move was reduced much and has not made things worse
    // for it, so the reduction was too large.
    const Frame& before = frame(node.ply - 1);
    if (p.use_hindsight && before.reduction >= 3 * 1024 &&
        before.evaluation != TranspositionTable::no_evaluation &&
        node.evaluation.value() + before.evaluation.value() <= 0)
        ++depth;

    // Razoring: so far below alpha that only captures and checks can help.
    if (p.use_razoring && depth <= 5 &&
        node.estimate + p.razor_base + p.razor_depth_square * depth * depth / 2 < alpha) {
        const Score score = quiescence<NodeKind::NonPv>(node.position, alpha, alpha + 1, node.ply,
                                                        p.use_horizon_checks);
        if (score <= alpha && !score.is_decided()) return score;
    }
    // Reverse futility pruning (static null move): so far above beta that a margin can be given
    // away. Not for a bare king that may be mated at once: values there tell how far the mate is.
    const bool may_be_mated = depth == 1 && node.estimate <= Score(-Score::known_win);
    if (p.use_reverse_futility && depth <= p.reverse_futility_depth && !is_loss(beta) &&
        !may_be_mated && !node.estimate.is_decided() &&
        node.estimate - (p.reverse_futility_margin * depth -
                         p.reverse_futility_improving * node.improving) >=
            beta)
        return Score(beta.value() + (node.estimate.value() - beta.value()) / 3);
    if (const auto score = try_null_move(node, beta, depth)) return score;
    if (state_->is_stopped()) return std::nullopt;
    return try_probcut(node, beta, depth);
}

// Null move pruning: if passing the turn still fails high, a real move would too. Not in zugzwang,
// where passing would be the best move.
template <class Evaluator>
std::optional<Score> SearchThread<Evaluator>::try_null_move(const NodeFacts& node, Score beta,
                                                            int depth) {
    const int ply = node.ply;
    const Color us = node.position.side_to_move();
    if (!p.use_null_moves || !node.cut_node || depth < 2 || !frame(ply - 1).move ||
        node.estimate < beta ||
        node.evaluation + p.null_move_margin_per_depth * depth - p.null_move_margin_base < beta ||
        ply < no_null_move_before_ || is_loss(beta) || !node.position.has_pieces(us))
        return std::nullopt;
    const int ahead =
        std::min((node.estimate.value() - beta.value()) / p.null_move_eval_divisor, 4);
    const int reduction = p.null_move_base + depth / p.null_move_divisor + ahead;
    const Position next = make_null(node.position, ply);
    const std::size_t after_null_before = std::exchange(after_null_, keys_.size());
    Score score =
        -search_node<NodeKind::NonPv>(next, -beta, -(beta - 1), depth - reduction, ply + 1, false);
    unmake();
    after_null_ = after_null_before;
    if (state_->is_stopped() || score < beta) return std::nullopt;
    if (is_win(score)) score = beta;  // a pass proves no win
    constexpr int depth_to_verify = 14;
    if (!p.use_verification || depth < depth_to_verify || no_null_move_before_ > 0) return score;
    // Verification against zugzwang: a search without null moves in its upper part must agree.
    no_null_move_before_ = ply + 3 * (depth - reduction) / 4;
    const Score verified =
        search_node<NodeKind::NonPv>(node.position, beta - 1, beta, depth - reduction, ply, false);
    no_null_move_before_ = 0;
    if (state_->is_stopped() || verified < beta) return std::nullopt;
    return score;
}

// ProbCut: a good capture that stays far above beta in a shallower search would do so in the full
// one.
template <class Evaluator>
std::optional<Score> SearchThread<Evaluator>::try_probcut(const NodeFacts& node, Score beta,
                                                          int depth) {
    constexpr int least_depth = 5;
    constexpr int less_depth = 4;
    const Score needed = beta + p.probcut_margin - p.probcut_improving * node.improving;
    if (!p.use_probcut || depth < least_depth || beta.is_decided()) return std::nullopt;
    if (node.tt_hit && node.tt_entry.bound != Bound::None &&
        node.tt_entry.depth >= depth - less_depth + 1 && node.tt_entry.value < needed)
        return std::nullopt;
    const int ply = node.ply;
    const bool table_capture =
        node.tt_move && (node.position.is_capture(node.tt_move) || node.tt_move.is_promotion());
    const Continuations continuations = continuations_at(ply);
    MovePicker picker({node.position, *histories_, continuations, 0}, MovePicker::Purpose::ProbCut,
                      table_capture ? node.tt_move : Move::none(),
                      needed.value() - node.evaluation.value());
    while (const Move move = picker.next()) {
        const Position next = make(node.position, move, ply);
        Score score = -quiescence<NodeKind::NonPv>(next, -needed, -(needed - 1), ply + 1);
        if (score >= needed)
            score = -search_node<NodeKind::NonPv>(next, -needed, -(needed - 1), depth - less_depth,
                                                  ply + 1, !node.cut_node);
        unmake();
        if (state_->is_stopped()) return std::nullopt;
        if (score < needed) continue;
        state_->table.store(node.position.key(), ply,
                            {move, score, TranspositionTable::no_evaluation, depth - less_depth + 1,
                             Bound::Lower, frame(ply).on_pv});
        return score.is_decided() ? score : score - (needed.value() - beta.value());
    }
    return std::nullopt;
}

}  // namespace rookery::pvs
