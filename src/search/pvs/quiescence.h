// Below the horizon: captures and promotions until the position is quiet enough for the evaluation.
// In check every evasion is tried, for there the evaluation means nothing. Where it begins quiet
// checks may be tried too, else a mate of one move is overlooked.
#pragma once

#include "chess/see.h"
#include "search/pvs/search_thread.h"

namespace rookery::pvs {

// Between what is needed and what was found, where either would do.
[[nodiscard]] inline Score middle(Score found, Score needed) {
    if (found.is_decided() || needed.is_decided()) return found;
    return Score((found.value() + needed.value()) / 2);
}

[[nodiscard]] inline bool allows_cut(Bound bound, Score value, Score beta) {
    return bound == Bound::Exact || bound == (value >= beta ? Bound::Lower : Bound::Upper);
}

template <class Evaluator, class Params>
bool SearchThread<Evaluator, Params>::is_futile(const LeafFacts& leaf, MovePicker& picker,
                                                Move move, int number, Score alpha, Score& best) {
    const Position& position = leaf.position;
    const bool quiet = !position.is_capture(move) && !move.is_promotion();
    const bool retakes = move.to() == leaf.last_to;
    if (p.use_quiescence_pruning && !leaf.in_check && !quiet && !retakes && !move.is_promotion()) {
        if (number > 3) return true;
        // What cannot reach alpha even with what it takes.
        const Score hoped = leaf.futility + see_piece_values[position.captured_by(move)];
        if (hoped <= alpha) {
            best = std::max(best, hoped);
            return true;
        }
        if (leaf.futility <= alpha && !see_ge(position, move, 1)) {
            best = std::max(best, leaf.futility);
            return true;
        }
    }
    // One good way out of check is enough of the quiet ones.
    if (leaf.in_check && quiet) {
        picker.skip_quiets();
        if (number > 1) return true;
    }
    return !see_ge(position, move, -50);
}

template <class Evaluator, class Params>
template <NodeKind kind>
Score SearchThread<Evaluator, Params>::quiescence(const Position& position, Score alpha, Score beta,
                                                  int ply, bool try_checks) {
    constexpr bool pv = kind != NodeKind::NonPv;
    if constexpr (pv) line(ply).clear();
    selective_depth_ = std::max(selective_depth_, ply);
    if (should_stop()) return Score::draw();
    if (is_draw(position, ply)) return Score::draw();
    const bool in_check = position.in_check();
    if (ply >= max_ply) return in_check ? Score::draw() : corrected(position, evaluate(position));

    // 1. What the table knows. With checks more is seen than without them.
    const int depth = try_checks || in_check ? 0 : -1;
    TranspositionEntry known;
    const bool is_known = state_->table.probe(position.key(), ply, known);
    if (p.use_table_cutoffs && is_known && !pv && known.depth >= depth &&
        allows_cut(known.bound, known.value, beta))
        return known.value;
    // Found by a deeper search, its move may be a quiet one, which has no place here.
    Move table_move;
    if (is_known && known.move && position.is_legal(known.move) &&
        (in_check || position.is_capture(known.move) || known.move.is_promotion()))
        table_move = known.move;
    const bool on_pv = pv || (is_known && known.on_pv);

    // 2. Standing still: the side to move need not capture.
    Score raw = TranspositionTable::no_evaluation;
    Score best = Score::mated_in(ply);
    Score futility = -Score::infinite();
    if (!in_check) {
        raw = is_known && known.evaluation != TranspositionTable::no_evaluation
                  ? known.evaluation
                  : evaluate(position);
        best = corrected(position, raw);
        if (is_known && known.bound != Bound::None && !known.value.is_decided() &&
            (known.bound == Bound::Exact ||
             known.bound == (known.value > best ? Bound::Lower : Bound::Upper)))
            best = known.value;
        if (best >= beta) {
            best = middle(best, beta);
            if (!is_known)
                state_->table.store(position.key(), ply,
                                    {Move::none(), best, raw, depth, Bound::Lower, on_pv});
            return best;
        }
        alpha = std::max(alpha, best);
        futility = best + p.quiescence_futility;
    }

    // 3. The moves.
    const Continuations continuations = continuations_at(ply);
    MovePicker picker({position, *histories_, continuations, 0},
                      try_checks ? MovePicker::Purpose::Horizon : MovePicker::Purpose::Quiescence,
                      table_move);
    const LeafFacts leaf{position, in_check, futility,
                         frame(ply - 1).move ? frame(ply - 1).move.to() : Square::None};
    Move best_move;
    int number = 0;
    while (const Move move = picker.next()) {
        ++number;
        // 4. Who is being mated tries everything; others leave out what will not help.
        const bool losing = best.is_decided() && best.value() < 0;
        if (!losing && is_futile(leaf, picker, move, number, alpha, best)) continue;
        const Position next = make(position, move, ply);
        const Score score = -quiescence<kind>(next, -beta, -alpha, ply + 1);
        unmake();
        if (state_->is_stopped()) return Score::draw();
        if (score <= best) continue;
        best = score;
        if (score <= alpha) continue;
        best_move = move;
        if constexpr (pv) line(ply).begin_with(move, line(ply + 1));
        if (score >= beta) break;
        alpha = score;
    }
    if (in_check && number == 0) return Score::mated_in(ply);
    if (best >= beta) best = middle(best, beta);
    const Bound bound = best >= beta ? Bound::Lower : Bound::Upper;
    state_->table.store(position.key(), ply, {best_move, best, raw, depth, bound, on_pv});
    return best;
}

}  // namespace rookery::pvs
