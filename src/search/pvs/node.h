// The search of a node, as numbered steps. The functions they call are in quiescence.h (1),
// node_pruning.h (4 and 5), move_pruning.h (8 to 10) and history_update.h (14).
//
//  1. quiescence search at depth 0
//  2. draws, upcoming repetition, mate distance pruning
//  3. transposition table (TT) lookup and cutoff; endgame tables
//  4. static evaluation
//  5. node pruning: hindsight extension, razoring, reverse futility, null move, ProbCut
//  6. internal iterative reduction (IIR)
//  7. the loop over the moves, staged by MovePicker
//  8. move pruning: late move pruning, history, futility, static exchange evaluation (SEE)
//  9. singular extensions, multi-cut, negative extensions
// 10. late move reductions (LMR)
// 11. full window for the principal variation (PVS)
// 12. beta cutoff, or a new best move
// 13. mate or stalemate
// 14. history update, TT store
#pragma once

#include "chess/draws.h"
#include "search/pvs/history_update.h"
#include "search/pvs/move_pruning.h"
#include "search/pvs/node_pruning.h"

namespace rookery::pvs {

// Near the fifty-move rule a value of the TT may come from a path with more moves left.
inline constexpr int trusted_halfmoves = 90;

template <class Evaluator>
bool SearchThread<Evaluator>::is_draw(const Position& position, int ply) const {
    // Mate on the last of the fifty moves wins.
    if (position.halfmove_clock() >= 100 && (!position.in_check() || has_legal_move(position)))
        return true;
    constexpr int most_pieces_of_dead_positions = 5;
    if (popcount(position.occupied()) <= most_pieces_of_dead_positions &&
        is_dead_by_material(position))
        return true;
    return is_search_repetition(keys_, reversible_plies(position), ply);
}

// The value if the node needs no search; else the window may get narrower.
template <class Evaluator>
std::optional<Score> SearchThread<Evaluator>::end_of_search(const Position& position, Score& alpha,
                                                            Score& beta, int ply) {
    if (should_stop() || is_draw(position, ply)) return Score::draw();
    if (ply >= max_ply)
        return position.in_check() ? Score::draw() : corrected(position, evaluate(position));
    // Upcoming repetition: our next move can repeat a position, so we have at least a draw.
    if (p.use_upcoming_repetitions && alpha < Score::draw() &&
        can_repeat(position, keys_, reversible_plies(position), ply)) {
        alpha = Score::draw();
        if (alpha >= beta) return alpha;
    }
    // Mate distance pruning: a shorter mate is known already, nothing here can be better.
    if (p.use_mate_distance) {
        alpha = std::max(alpha, Score::mated_in(ply));
        beta = std::min(beta, Score::mate_in(ply + 1));
        if (alpha >= beta) return alpha;
    }
    return std::nullopt;
}

template <class Evaluator>
template <NodeKind kind>
Score SearchThread<Evaluator>::search_node(const Position& position, Score alpha, Score beta,
                                           int depth, int ply, bool cut_node) {
    constexpr bool root = kind == NodeKind::Root;
    constexpr bool pv = kind != NodeKind::NonPv;

    // Step 1. Quiescence search at depth 0, with quiet checks in its first ply.
    if (depth <= 0)
        return quiescence<(pv ? NodeKind::Pv : NodeKind::NonPv)>(position, alpha, beta, ply,
                                                                 p.use_horizon_checks);
    if constexpr (pv) line(ply).clear();
    selective_depth_ = std::max(selective_depth_, ply);

    // Step 2. Stop, draws, upcoming repetition, mate distance pruning.
    if constexpr (!root) {
        if (const auto score = end_of_search(position, alpha, beta, ply)) return *score;
    }

    Frame& here = frame(ply);
    here.in_check = position.in_check();
    here.double_extensions = root ? 0 : frame(ply - 1).double_extensions;
    frame(ply + 2).cutoffs = 0;
    NodeFacts node{.position = position,
                   .ply = ply,
                   .pv = pv,
                   .root = root,
                   .cut_node = cut_node,
                   .excluded = here.excluded};

    // Step 3. Transposition table lookup and cutoff.
    node.tt_hit = state_->table.probe(position.key(), ply, node.tt_entry);
    if constexpr (root)
        node.tt_move = root_moves_[line_index_].line.front();
    else if (node.tt_hit && node.tt_entry.move && position.is_legal(node.tt_entry.move))
        node.tt_move = node.tt_entry.move;
    if (!node.excluded) here.on_pv = pv || (node.tt_hit && node.tt_entry.on_pv);
    if (p.use_table_cutoffs && !pv && !node.excluded && node.tt_hit &&
        node.tt_entry.depth >= depth &&
        allows_cut(node.tt_entry.bound, node.tt_entry.value, beta) &&
        position.halfmove_clock() < trusted_halfmoves)
        return node.tt_entry.value;

    // Step 3, continued. Endgame tables.
    Score least = -Score::infinite();
    Score most = Score::infinite();
    if (!root && table_pieces_ > 0 && !node.excluded) [[unlikely]] {
        const KnownBounds known = probe_tables(node, alpha, beta, depth);
        if (known.value) return *known.value;
        if constexpr (pv) {
            least = known.least;
            most = known.most;
            alpha = std::max(alpha, least);
        }
    }

    // Step 4. Static evaluation, and whether it is improving since our last move.
    const Score raw = static_evaluation(node);

    // Step 5. Node pruning: razoring, reverse futility, null move, ProbCut.
    if (!pv && !here.in_check && !node.excluded) {
        if (const auto score = prune_node(node, alpha, beta, depth)) return *score;
        if (state_->is_stopped()) return Score::draw();
    }

    // Step 6. Internal iterative reduction (IIR): without a TT move the move order is poor, so a
    // less deep search comes first and leaves one.
    if (p.use_internal_reductions && !root && !node.excluded && !node.tt_move &&
        depth >= (pv || cut_node ? 4 : 7))
        --depth;

    // Step 7. The loop over the moves.
    node.threats = threats_by(position, ~position.side_to_move());
    const Continuations continuations = continuations_at(ply);
    MovePicker picker({position, *histories_, continuations, node.threats, escape_bonus()},
                      MovePicker::Purpose::Search, node.tt_move);
    LazyCheckFinder checks(position);
    const Score old_alpha = alpha;
    Score best = least;
    Move best_move;
    MoveList quiets;
    MoveList captures;
    int number = 0;
    while (const Move move = picker.next()) {
        if (move == node.excluded || (root && !is_wanted_at_root(move))) continue;
        MoveFacts facts{move, ++number, !position.is_capture(move) && !move.is_promotion()};
        if (facts.quiet) facts.history = quiet_history(node, move);

        // Step 8. Move pruning at low depth.
        if (!root && !is_loss(best) && number > 1 && position.has_pieces(position.side_to_move()) &&
            prune_move(node, picker, checks, facts, depth, alpha, best))
            continue;

        // Step 9. Singular extension: a TT move much better than all others is searched deeper.
        int extension = 0;
        if (!root && move == node.tt_move && !node.excluded) {
            std::optional<Score> cut;
            extension = singular_extension(node, beta, depth, cut);
            if (state_->is_stopped()) return Score::draw();
            if (cut) return *cut;
            here.double_extensions = frame(ply - 1).double_extensions + (extension >= 2);
        }

        // Steps 10 and 11 are in search_move.
        const std::uint64_t nodes_before = nodes();
        if constexpr (root) report_current_move(move, number);
        const Score score = search_move<kind>(node, facts, alpha, beta, best, depth, extension);
        if (state_->is_stopped()) return Score::draw();
        if constexpr (root)
            update_root_move(move, score, alpha, beta, nodes() - nodes_before, number);

        // Step 12. A new best move, or a beta cutoff.
        if (score > best) {
            best = score;
            if (score > alpha) {
                best_move = move;
                if constexpr (pv) line(ply).begin_with(move, line(ply + 1));
                if (score >= beta) {
                    ++here.cutoffs;
                    break;
                }
                alpha = score;
                // The remaining moves must beat a good move: one ply less shows whether they do.
                if (p.use_settled_reduction && depth > 2 && depth < 12 && !score.is_decided())
                    depth -= 1;
            }
        }
        if (move != best_move) (facts.quiet ? quiets : captures).push_back(move);
    }

    // Step 13. No moves: mate or stalemate.
    if (number == 0) {
        if (node.excluded) return alpha;
        return here.in_check ? Score::mated_in(ply) : Score::draw();
    }

    // Step 14. History update and TT store.
    if (best_move && best >= beta) update_histories(node, best_move, depth, quiets, captures);
    if (best >= beta && !best.is_decided() && !beta.is_decided())
        best = Score((best.value() * depth + beta.value()) / (depth + 1));
    if constexpr (pv) best = std::min(best, most);
    if (!node.excluded && !(root && line_index_ > 0)) {
        const Bound bound = best >= beta             ? Bound::Lower
                            : pv && best > old_alpha ? Bound::Exact
                                                     : Bound::Upper;
        store_result(node, {best_move, best, raw, depth, bound, here.on_pv});
    }
    return best;
}

// The search of a move: with a reduced depth and a null window first, then deeper if it beats
// alpha.
template <class Evaluator>
template <NodeKind kind>
Score SearchThread<Evaluator>::search_move(const NodeFacts& node, const MoveFacts& move,
                                           Score alpha, Score beta, Score best, int depth,
                                           int extension) {
    constexpr bool root = kind == NodeKind::Root;
    constexpr bool pv = kind != NodeKind::NonPv;
    const int ply = node.ply;
    Frame& here = frame(ply);
    int new_depth = depth - 1 + extension;
    const Position next = make(node.position, move.move, ply);

    // Step 10. Late move reductions (LMR): late moves are searched less deep, and again only if
    // they beat alpha.
    Score score = -Score::infinite();
    if (p.use_late_move_reductions && depth >= 2 && move.number > 1 + root) {
        const int reduction = late_move_reduction(node, move, depth, next.in_check());
        const int reduced = std::clamp(new_depth - reduction / 1024, 1, new_depth + 1);
        here.reduction = (new_depth - reduced) * 1024;
        score = -search_node<NodeKind::NonPv>(next, -(alpha + 1), -alpha, reduced, ply + 1, true);
        here.reduction = 0;
        if (score > alpha && reduced < new_depth) {
            const bool deeper = score > best + p.deeper_margin + 2 * new_depth;
            const bool shallower = score < best + new_depth;
            if (p.use_deeper_searches) new_depth += deeper - shallower;
            if (new_depth > reduced)
                score = -search_node<NodeKind::NonPv>(next, -(alpha + 1), -alpha, new_depth,
                                                      ply + 1, !node.cut_node);
            if (move.quiet) {
                const int bonus = score >= beta    ? p.history_bonus_most / 2
                                  : score <= alpha ? -p.history_malus_most / 2
                                                   : 0;
                update_continuations(ply, PieceTo::of(node.position, move.move), bonus);
            }
        }
    } else if (!pv || move.number > 1) {
        score = -search_node<NodeKind::NonPv>(next, -(alpha + 1), -alpha, new_depth, ply + 1,
                                              !node.cut_node);
    }

    // Step 11. Principal variation search (PVS): the full window for the first move and for each
    // that beats alpha.
    if constexpr (pv) {
        if (move.number == 1 || score > alpha)
            score = -search_node<NodeKind::Pv>(next, -beta, -alpha, new_depth, ply + 1, false);
    }
    unmake();
    return score;
}

// Endgame tables say who wins, not always how soon: a win is a lower bound, a loss an upper one.
// The tables do not count moves for the fifty-move rule, so only positions right after a capture or
// a pawn move are asked for.
template <class Evaluator>
typename SearchThread<Evaluator>::KnownBounds
SearchThread<Evaluator>::probe_tables(const NodeFacts& node, Score alpha, Score beta, int depth) {
    const Position& position = node.position;
    const TableProbing& probing = state_->limits.tables;
    const int pieces = popcount(position.occupied());
    if (pieces > table_pieces_ || (pieces == table_pieces_ && depth < probing.least_depth) ||
        position.halfmove_clock() != 0 || position.castling_rooks() != 0)
        return {};
    const auto result = probing.tables->probe(position);
    if (!result) return {};
    table_hits_.store(table_hits() + 1, std::memory_order_relaxed);

    const int wdl = static_cast<int>(result->wdl);
    const int needed = probing.fifty_moves ? 2 : 1;
    Score value(wdl);  // a draw, just better or worse if only the fifty-move rule makes it one
    Bound bound = Bound::Exact;
    if (wdl >= needed) {
        value = result->mate_plies ? Score::mate_in(node.ply + *result->mate_plies)
                                   : Score::win_in(node.ply);
        if (!result->mate_plies) bound = Bound::Lower;
    } else if (wdl <= -needed) {
        value = result->mate_plies ? Score::mated_in(node.ply + *result->mate_plies)
                                   : Score::loss_in(node.ply);
        if (!result->mate_plies) bound = Bound::Upper;
    }
    KnownBounds known;
    if (bound == Bound::Exact || (bound == Bound::Lower ? value >= beta : value <= alpha)) {
        known.value = value;
        constexpr int more_depth = 6;  // such an entry is worth keeping
        state_->table.store(position.key(), node.ply,
                            {Move::none(), value, TranspositionTable::no_evaluation,
                             std::min(depth + more_depth, max_ply - 1), bound, node.pv});
    } else if (node.pv) {
        (bound == Bound::Lower ? known.least : known.most) = value;
    }
    return known;
}

template <class Evaluator>
bool SearchThread<Evaluator>::is_wanted_at_root(Move move) const {
    return std::any_of(root_moves_.begin() + static_cast<std::ptrdiff_t>(line_index_),
                       root_moves_.end(), [move](const RootMove& one) { return one.move == move; });
}

}  // namespace rookery::pvs
