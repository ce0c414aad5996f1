// Which moves of a node are searched, and how deep: move pruning, singular extensions, late move
// reductions (LMR).
#pragma once

#include "base/math.h"
#include "chess/see.h"
#include "search/pvs/search_thread.h"

#include <algorithm>
#include <array>

namespace rookery::pvs {

// Late move reductions grow with the logarithms of depth and move number.
inline constexpr std::size_t logarithms = 256;
[[nodiscard]] inline const std::array<int, logarithms>& log_table() {
    static const std::array<int, logarithms> table = [] {
        std::array<int, logarithms> logs{};
        for (std::size_t i = 1; i < logarithms; ++i)
            logs[i] = static_cast<int>(1024 * natural_log(static_cast<double>(i)));
        return logs;
    }();
    return table;
}

template <class Evaluator>
int SearchThread<Evaluator>::reduction_of(int depth, int number) const {
    const auto& logs = log_table();
    const int product = logs[static_cast<std::size_t>(std::min<int>(depth, logarithms - 1))] *
                        logs[static_cast<std::size_t>(std::min<int>(number, logarithms - 1))] /
                        1024;
    return p.reduction_base + product * 1024 / p.reduction_divisor;
}

template <class Evaluator>
bool SearchThread<Evaluator>::prune_move(const NodeFacts& node, MovePicker& picker,
                                         LazyCheckFinder& checks, const MoveFacts& move, int depth,
                                         Score alpha, Score best) {
    // Late move pruning (LMP): after so many moves at this depth quiet ones are skipped.
    if (p.use_late_move_pruning &&
        move.number >= (p.late_moves_base + depth * depth) / (2 - node.improving))
        picker.skip_quiets();
    const int reduction = reduction_of(depth, move.number);
    const int left = std::max(0, depth - reduction / 1024);
    // Static exchange evaluation (SEE) pruning of captures and checks that lose material.
    if (!move.quiet || checks.gives_check(move.move))
        return p.use_exchange_pruning &&
               !see_ge(node.position, move.move, -p.capture_exchange_margin * depth);
    // History pruning: the move was bad in other nodes.
    if (p.use_history_pruning && left < 6 && move.history < -p.history_pruning * depth) return true;
    // Futility pruning: the evaluation is so far below alpha that a quiet move cannot reach it.
    const bool in_check = node.evaluation == TranspositionTable::no_evaluation;
    if (p.use_futility_pruning && !in_check && left < p.futility_depth) {
        const Score hoped =
            node.evaluation + p.futility_base + p.futility_per_depth * left + move.history / 128;
        if (hoped <= alpha) {
            if (best <= hoped && !best.is_decided()) picker.skip_quiets();
            return true;
        }
    }
    // SEE pruning of quiet moves.
    return p.use_exchange_pruning &&
           !see_ge(node.position, move.move, -p.quiet_exchange_margin * left * left);
}

// Singular extensions: a search without the TT move shows how good the other moves are. If all fail
// low, the TT move is extended; if one fails high, the node is cut (multi-cut).
template <class Evaluator>
int SearchThread<Evaluator>::singular_extension(const NodeFacts& node, Score beta, int depth,
                                                std::optional<Score>& cut) {
    const int ply = node.ply;
    Frame& here = frame(ply);
    const TranspositionEntry& entry = node.tt_entry;
    const bool possible = p.use_singular_extensions && depth >= p.singular_depth &&
                          ply < 2 * root_depth_ && node.tt_hit && entry.depth >= depth - 3 &&
                          !entry.value.is_decided() &&
                          (entry.bound == Bound::Lower || entry.bound == Bound::Exact);
    if (!possible) return 0;
    const Score singular_beta = entry.value - p.singular_margin * depth / 16;
    here.excluded = node.tt_move;
    const Score score = search_node<NodeKind::NonPv>(
        node.position, singular_beta - 1, singular_beta, (depth - 1) / 2, ply, node.cut_node);
    here.excluded = Move::none();
    if (state_->is_stopped()) return 0;
    if (score < singular_beta) {
        constexpr int most_double_extensions = 8;
        const bool by_far = p.use_double_extensions && !node.pv &&
                            score < singular_beta - p.double_extension_margin &&
                            here.double_extensions <= most_double_extensions;
        return by_far ? 2 : 1;
    }
    // Multi-cut: another move is good enough, too, so the node fails high.
    if (p.use_multi_cut && score >= beta && !score.is_decided()) {
        cut = score;
        return 0;
    }
    // Negative extension: the TT move is not singular, so it is searched less deep.
    if (!p.use_negative_extensions) return 0;
    if (entry.value >= beta) return -2;
    return node.cut_node ? -1 : 0;
}

// Late move reduction (LMR) in 1/1024 of a ply; less for moves that are likely to matter.
template <class Evaluator>
int SearchThread<Evaluator>::late_move_reduction(const NodeFacts& node, const MoveFacts& move,
                                                 int depth, bool gives_check) {
    int reduction = reduction_of(depth, move.number);
    if (node.cut_node) reduction += p.reduction_cut_node;
    if (frame(node.ply).on_pv) reduction -= p.reduction_table_pv;
    if (node.pv) reduction -= p.reduction_pv;
    if (!node.improving) reduction += p.reduction_not_improving;
    if (node.tt_move && node.position.is_capture(node.tt_move))
        reduction += p.reduction_table_capture;
    if (gives_check) reduction -= p.reduction_check;
    if (frame(node.ply + 1).cutoffs > 3) reduction += p.reduction_cutoffs;
    if (move.quiet)
        reduction -= move.history * 1024 / p.reduction_history;
    else
        reduction = reduction / 2 - 512;
    return reduction;
}

}  // namespace rookery::pvs
