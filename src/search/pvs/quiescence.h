// Quiescence search: captures and promotions until the position is quiet enough for the evaluation.
// In check every evasion is tried, because the evaluation means nothing there. The first ply may
// also try quiet checks, to see a mate in one.
#pragma once

#include "chess/see.h"
#include "search/pvs/search_thread.h"

namespace rookery::pvs {

// Fail-high values are returned half-way between the value and beta.
[[nodiscard]] inline Score middle(Score found, Score needed) {
    if (found.is_decided() || needed.is_decided()) return found;
    return Score((found.value() + needed.value()) / 2);
}

template <class Evaluator>
bool SearchThread<Evaluator>::is_futile(const LeafFacts& leaf, MovePicker& picker, Move move,
                                        int number, Score alpha, Score& best) {
    const Position& position = leaf.position;
    const bool quiet = !position.is_capture(move) && !move.is_promotion();
    const bool retakes = move.to() == leaf.last_to;
    if (p.use_quiescence_pruning && !leaf.in_check && !quiet && !retakes && !move.is_promotion()) {
        if (number > 3) return true;
        // Delta pruning (futility): the captured piece and a margin do not reach alpha.
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
    // In check one quiet evasion is enough.
    if (leaf.in_check && quiet) {
        picker.skip_quiets();
        if (number > 1) return true;
    }
    // Captures that lose material by static exchange evaluation (SEE).
    return !see_ge(position, move, -50);
}

template <class Evaluator>
template <NodeKind kind>
Score SearchThread<Evaluator>::quiescence(const Position& position, Score alpha, Score beta,
                                          int ply, bool try_checks) {
    constexpr bool pv = kind != NodeKind::NonPv;
    if constexpr (pv) line(ply).clear();
    selective_depth_ = std::max(selective_depth_, ply);
    if (should_stop()) return Score::draw();
    if (is_draw(position, ply)) return Score::draw();
    const bool in_check = position.in_check();
    if (ply >= max_ply) return in_check ? Score::draw() : corrected(position, evaluate(position));

    // 1. Transposition table. A search with quiet checks sees more, so it counts as deeper.
    const int depth = try_checks || in_check ? 0 : -1;
    TranspositionEntry entry;
    const bool tt_hit = state_->table.probe(position.key(), ply, entry);
    if (p.use_table_cutoffs && tt_hit && !pv && entry.depth >= depth &&
        allows_cut(entry.bound, entry.value, beta))
        return entry.value;
    // The entry may come from a deeper search; its move may be quiet and is then not used here.
    Move tt_move;
    if (tt_hit && entry.move && position.is_legal(entry.move) &&
        (in_check || position.is_capture(entry.move) || entry.move.is_promotion()))
        tt_move = entry.move;
    const bool on_pv = pv || (tt_hit && entry.on_pv);

    // 2. Stand pat: the side to move need not capture.
    Score raw = TranspositionTable::no_evaluation;
    Score best = Score::mated_in(ply);
    Score futility = -Score::infinite();
    if (!in_check) {
        raw = raw_evaluation(position, tt_hit, entry);
        best = corrected(position, raw);
        if (tt_hit && entry.bound != Bound::None && !entry.value.is_decided() &&
            allows_cut(entry.bound, entry.value, best + 1))
            best = entry.value;
        if (best >= beta) {
            best = middle(best, beta);
            if (!tt_hit)
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
                      tt_move);
    const LeafFacts leaf{position, in_check, futility,
                         frame(ply - 1).move ? frame(ply - 1).move.to() : Square::None};
    Move best_move;
    int number = 0;
    while (const Move move = picker.next()) {
        ++number;
        // 4. Pruning, unless the side to move is being mated and must try everything.
        if (!is_loss(best) && is_futile(leaf, picker, move, number, alpha, best)) continue;
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
