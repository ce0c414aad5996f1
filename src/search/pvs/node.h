// What happens in a node, as numbered steps.
#pragma once

#include "chess/cycles.h"
#include "chess/ending.h"
#include "chess/exchange.h"
#include "search/pvs/quiescence.h"
#include "search/pvs/threats.h"
#include "search/pvs/worker.h"

#include <utility>

namespace rookery::pvs {

// Near the end of fifty moves a value of the table may come from a game that had more of them left.
inline constexpr int trusted_halfmoves = 90;

[[nodiscard]] inline bool is_win(Score score) { return score.is_decided() && score.value() > 0; }
[[nodiscard]] inline bool is_loss(Score score) { return score.is_decided() && score.value() < 0; }

template <class Evaluator, class Numbers>
bool Worker<Evaluator, Numbers>::is_draw(const Position& position, int ply) const {
    // Mate on the last of the fifty moves still wins.
    if (position.halfmove_clock() >= 100 && (!position.in_check() || has_legal_move(position)))
        return true;
    constexpr int most_men_of_dead_positions = 5;
    if (popcount(position.occupied()) <= most_men_of_dead_positions && is_dead_by_material(position))
        return true;
    return is_search_repetition(keys_, reversible_plies(position), ply);
}

template <class Evaluator, class Numbers>
template <NodeKind kind>
Score Worker<Evaluator, Numbers>::search_node(const Position& position, Score alpha, Score beta, int depth,
                                     int ply, bool cut_node) {
    constexpr bool root = kind == NodeKind::Root;
    constexpr bool pv = kind != NodeKind::Other;

    // Step 1. The horizon.
    if (depth <= 0)
        return quiescence<pv ? NodeKind::Pv : NodeKind::Other>(position, alpha, beta, ply);
    if constexpr (pv) line(ply).clear();
    selective_depth_ = std::max(selective_depth_, ply);

    // Step 2. The end of the search, of the game, and of what is worth knowing.
    if constexpr (!root) {
        if (should_stop()) return Score::draw();
        if (is_draw(position, ply)) return Score::draw();
        if (ply >= max_ply)
            return position.in_check() ? Score::draw() : corrected(position, evaluate(position));
        // We can repeat a position with our next move, so we have at least a draw.
        if (p.use_upcoming_repetitions && alpha < Score::draw() &&
            can_repeat(position, keys_, reversible_plies(position), ply)) {
            alpha = Score::draw();
            if (alpha >= beta) return alpha;
        }
        // A shorter mate was found elsewhere: nothing here can be better.
        if (p.use_mate_distance) {
            alpha = std::max(alpha, Score::mated_in(ply));
            beta = std::min(beta, Score::mate_in(ply + 1));
            if (alpha >= beta) return alpha;
        }
    }

    Frame& here = frame(ply);
    here.in_check = position.in_check();
    here.double_extensions = root ? 0 : frame(ply - 1).double_extensions;
    frame(ply + 2).cutoffs = 0;
    NodeFacts node{.position = position, .ply = ply, .pv = pv, .root = root, .cut_node = cut_node,
                   .excluded = here.excluded};

    // Step 3. What the table knows.
    node.is_known = state_->table.probe(position.key(), ply, node.known);
    if constexpr (root)
        node.table_move = root_moves_[line_index_].line.front();
    else if (node.is_known && node.known.move && position.is_legal(node.known.move))
        node.table_move = node.known.move;
    if (!node.excluded) here.on_pv = pv || (node.is_known && node.known.on_pv);
    if (p.use_table_cutoffs && !pv && !node.excluded && node.is_known && node.known.depth >= depth &&
        allows_cut(node.known.bound, node.known.value, beta) &&
        position.halfmove_clock() < trusted_halfmoves)
        return node.known.value;

    // Step 4. The evaluation, and whether things have got better since our last move.
    const Score raw = judge_statically(node);

    // Step 5. Cheap reasons to believe that this node is decided.
    if (!pv && !here.in_check && !node.excluded) {
        if (const auto score = cut_cheaply(node, alpha, beta, depth)) return *score;
        if (state_->is_stopped()) return Score::draw();
    }

    // Step 6. Without a move from the table the order will be poor: search less deep, find one.
    if (p.use_internal_reductions && !root && !node.excluded && !node.table_move &&
        depth >= (pv || cut_node ? 4 : 7))
        --depth;

    // Step 7. The moves.
    node.threats = squares_attacked_by(position, ~position.side_to_move());
    const Continuations continuations = continuations_at(ply);
    MovePicker picker({position, *histories_, continuations, node.threats},
                      MovePicker::Purpose::Search, node.table_move);
    CheckQuestion checks(position);
    const Score old_alpha = alpha;
    Score best = -Score::infinite();
    Move best_move;
    MoveList quiets;
    MoveList captures;
    int number = 0;
    while (const Move move = picker.next()) {
        if (move == node.excluded || (root && !is_wanted_at_root(move))) continue;
        MoveFacts facts{move, ++number, !position.is_capture(move) && !move.is_promotion()};
        if (facts.quiet) facts.history = quiet_history(node, move);

        // Step 8. Moves that will not help, near the horizon.
        if (!root && !is_loss(best) && number > 1 && position.has_pieces(position.side_to_move()) &&
            is_hopeless(node, picker, checks, facts, depth, alpha, best))
            continue;

        // Step 9. The move of the table, if it is much better than the others, deserves more depth.
        int extension = 0;
        if (!root && move == node.table_move && !node.excluded) {
            std::optional<Score> cut;
            extension = singular_extension(node, beta, depth, cut);
            if (state_->is_stopped()) return Score::draw();
            if (cut) return *cut;
            here.double_extensions = frame(ply - 1).double_extensions + (extension >= 2);
        }

        // Steps 10 and 11 are in search_move.
        const std::uint64_t nodes_before = nodes();
        if constexpr (root) announce(move, number);
        const Score score = search_move<kind>(node, facts, alpha, beta, best, depth, extension);
        if (state_->is_stopped()) return Score::draw();
        if constexpr (root) note_root_move(move, score, alpha, beta, nodes() - nodes_before, number);

        // Step 12. Is it the best so far, or too good to be allowed?
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
                // What is still to come must beat a good move: a little less will do to see that.
                if (p.use_settled_reduction && depth > 2 && depth < 12 && !score.is_decided()) depth -= 1;
            }
        }
        if (move != best_move) (facts.quiet ? quiets : captures).push_back(move);
    }

    // Step 13. No moves: mate or stalemate.
    if (number == 0) {
        if (node.excluded) return alpha;
        return here.in_check ? Score::mated_in(ply) : Score::draw();
    }

    // Step 14. What was learned.
    if (best_move && best >= beta) learn(node, best_move, depth, quiets, captures);
    if (best >= beta && !best.is_decided() && !beta.is_decided())
        best = Score((best.value() * depth + beta.value()) / (depth + 1));
    if (!node.excluded && !(root && line_index_ > 0)) {
        const Bound bound = best >= beta             ? Bound::Lower
                            : pv && best > old_alpha ? Bound::Exact
                                                     : Bound::Upper;
        remember(node, {best_move, best, raw, depth, bound, here.on_pv});
    }
    return best;
}

// The search below a move: first with little depth and no window, then as far as it deserves.
template <class Evaluator, class Numbers>
template <NodeKind kind>
Score Worker<Evaluator, Numbers>::search_move(const NodeFacts& node, const MoveFacts& move, Score alpha,
                                     Score beta, Score best, int depth, int extension) {
    constexpr bool root = kind == NodeKind::Root;
    constexpr bool pv = kind != NodeKind::Other;
    const int ply = node.ply;
    Frame& here = frame(ply);
    int new_depth = depth - 1 + extension;
    const Position next = make(node.position, move.move, ply);

    // Step 10. Late moves are searched less deep, and again only if they surprise.
    Score score = -Score::infinite();
    if (p.use_late_move_reductions && depth >= 2 && move.number > 1 + root) {
        const int reduction = late_move_reduction(node, move, depth, next.in_check());
        const int reduced = std::clamp(new_depth - reduction / 1024, 1, new_depth + 1);
        here.reduction = (new_depth - reduced) * 1024;
        score = -search_node<NodeKind::Other>(next, -(alpha + 1), -alpha, reduced, ply + 1, true);
        here.reduction = 0;
        if (score > alpha && reduced < new_depth) {
            const bool deeper = score > best + p.deeper_margin + 2 * new_depth;
            const bool shallower = score < best + new_depth;
            if (p.use_deeper_searches) new_depth += deeper - shallower;
            if (new_depth > reduced)
                score = -search_node<NodeKind::Other>(next, -(alpha + 1), -alpha, new_depth, ply + 1,
                                                      !node.cut_node);
            if (move.quiet) {
                const int bonus = score >= beta    ? p.history_bonus_most / 2
                                  : score <= alpha ? -p.history_malus_most / 2
                                                   : 0;
                add_to_continuations(ply, PieceTo::of(node.position, move.move), bonus);
            }
        }
    } else if (!pv || move.number > 1) {
        score = -search_node<NodeKind::Other>(next, -(alpha + 1), -alpha, new_depth, ply + 1,
                                              !node.cut_node);
    }

    // Step 11. The principal variation: the first move, and whatever beats it.
    if constexpr (pv) {
        if (move.number == 1 || score > alpha)
            score = -search_node<NodeKind::Pv>(next, -beta, -alpha, new_depth, ply + 1, false);
    }
    unmake();
    return score;
}

// What the evaluator says, what was learned about such positions, and what the table knows better.
// Returns the first of these, which is what the table keeps.
template <class Evaluator, class Numbers>
Score Worker<Evaluator, Numbers>::judge_statically(NodeFacts& node) {
    const Position& position = node.position;
    Frame& here = frame(node.ply);
    if (here.in_check) {
        here.evaluation = node.evaluation = node.estimate = Table::no_evaluation;
        return Table::no_evaluation;
    }
    const TableEntry& known = node.known;
    const Score raw = node.is_known && known.evaluation != Table::no_evaluation ? known.evaluation
                                                                                : evaluate(position);
    here.evaluation = node.evaluation = node.estimate = corrected(position, raw);
    if (node.is_known && known.bound != Bound::None && !known.value.is_decided() &&
        allows_cut(known.bound, known.value, node.evaluation + 1))
        node.estimate = known.value;
    if (!node.is_known && !node.excluded)
        state_->table.store(position.key(), node.ply,
                            {Move::none(), Score::draw(), raw, 0, Bound::None, here.on_pv});
    for (const int back : {2, 4}) {
        if (frame(node.ply - back).evaluation == Table::no_evaluation) continue;
        node.improving = here.evaluation > frame(node.ply - back).evaluation;
        break;
    }
    return raw;
}

template <class Evaluator, class Numbers>
std::optional<Score> Worker<Evaluator, Numbers>::cut_cheaply(const NodeFacts& node, Score alpha, Score beta,
                                                    int& depth) {
    // The opponent's last move was reduced much and has not made things worse for it: look again.
    const Frame& before = frame(node.ply - 1);
    if (p.use_hindsight && before.reduction >= 3 * 1024 && before.evaluation != Table::no_evaluation &&
        node.evaluation.value() + before.evaluation.value() <= 0)
        ++depth;

    // Razoring: so far behind that only captures can help.
    if (p.use_razoring && depth <= 5 &&
        node.estimate + p.razor_base + p.razor_depth_square * depth * depth / 2 < alpha) {
        const Score score = quiescence<NodeKind::Other>(node.position, alpha, alpha + 1, node.ply);
        if (score <= alpha && !score.is_decided()) return score;
    }
    // Reverse futility: so far ahead that giving some of it back would do.
    if (p.use_reverse_futility && depth <= p.reverse_futility_depth && !is_loss(beta) && !node.estimate.is_decided() &&
        node.estimate - (p.reverse_futility_margin * depth -
                         p.reverse_futility_improving * node.improving) >= beta)
        return Score(beta.value() + (node.estimate.value() - beta.value()) / 3);
    if (const auto score = try_null_move(node, beta, depth)) return score;
    if (state_->is_stopped()) return std::nullopt;
    return try_probcut(node, beta, depth);
}

template <class Evaluator, class Numbers>
bool Worker<Evaluator, Numbers>::is_wanted_at_root(Move move) const {
    return std::any_of(root_moves_.begin() + static_cast<std::ptrdiff_t>(line_index_),
                       root_moves_.end(), [move](const RootMove& one) { return one.move == move; });
}

// In the table; and where the value says how wrong the evaluation was, in the corrections.
template <class Evaluator, class Numbers>
void Worker<Evaluator, Numbers>::remember(const NodeFacts& node, const TableEntry& entry) {
    const Position& position = node.position;
    const Frame& here = frame(node.ply);
    state_->table.store(position.key(), node.ply, entry);
    const bool noisy = entry.move && (position.is_capture(entry.move) || entry.move.is_promotion());
    const bool tells = entry.bound == Bound::Exact ||
                       (entry.bound == Bound::Lower) == (entry.value > here.evaluation);
    if (p.use_corrections && !here.in_check && !noisy && tells && !entry.value.is_decided())
        histories_->corrections.learn(position, entry.value.value() - here.evaluation.value(),
                                      entry.depth);
}

// If passing the turn still fails high, a real move would too. Not where passing would be best.
template <class Evaluator, class Numbers>
std::optional<Score> Worker<Evaluator, Numbers>::try_null_move(const NodeFacts& node, Score beta, int depth) {
    const int ply = node.ply;
    const Color us = node.position.side_to_move();
    if (!p.use_null_moves || !node.cut_node || depth < 2 || !frame(ply - 1).move || node.estimate < beta ||
        node.evaluation + p.null_move_margin_per_depth * depth - p.null_move_margin_base < beta ||
        ply < no_null_move_before_ || is_loss(beta) || !node.position.has_pieces(us))
        return std::nullopt;
    const int ahead = std::min((node.estimate.value() - beta.value()) / p.null_move_eval_divisor, 4);
    const int reduction = p.null_move_base + depth / p.null_move_divisor + ahead;
    const Position next = make_null(node.position, ply);
    const std::size_t after_null_before = std::exchange(after_null_, keys_.size());
    Score score = -search_node<NodeKind::Other>(next, -beta, -(beta - 1), depth - reduction, ply + 1,
                                                false);
    unmake();
    after_null_ = after_null_before;
    if (state_->is_stopped() || score < beta) return std::nullopt;
    if (is_win(score)) score = beta;  // not proven by a pass
    constexpr int depth_to_verify = 14;
    if (!p.use_verification || depth < depth_to_verify || no_null_move_before_ > 0) return score;
    // Zugzwang is possible: a search without null moves in its upper part must agree.
    no_null_move_before_ = ply + 3 * (depth - reduction) / 4;
    const Score verified = search_node<NodeKind::Other>(node.position, beta - 1, beta,
                                                        depth - reduction, ply, false);
    no_null_move_before_ = 0;
    if (state_->is_stopped() || verified < beta) return std::nullopt;
    return score;
}

// A good capture that stays far above beta in a shallower search would do so in the full one.
template <class Evaluator, class Numbers>
std::optional<Score> Worker<Evaluator, Numbers>::try_probcut(const NodeFacts& node, Score beta, int depth) {
    constexpr int least_depth = 5;
    constexpr int less_depth = 4;
    const Score needed = beta + p.probcut_margin - p.probcut_improving * node.improving;
    if (!p.use_probcut || depth < least_depth || beta.is_decided()) return std::nullopt;
    if (node.is_known && node.known.bound != Bound::None && node.known.depth >= depth - less_depth + 1 &&
        node.known.value < needed)
        return std::nullopt;
    const int ply = node.ply;
    const bool table_capture = node.table_move && (node.position.is_capture(node.table_move) ||
                                                   node.table_move.is_promotion());
    const Continuations continuations = continuations_at(ply);
    MovePicker picker({node.position, *histories_, continuations, 0}, MovePicker::Purpose::ProbCut,
                      table_capture ? node.table_move : Move::none(),
                      needed.value() - node.evaluation.value());
    while (const Move move = picker.next()) {
        const Position next = make(node.position, move, ply);
        Score score = -quiescence<NodeKind::Other>(next, -needed, -(needed - 1), ply + 1);
        if (score >= needed)
            score = -search_node<NodeKind::Other>(next, -needed, -(needed - 1), depth - less_depth,
                                                  ply + 1, !node.cut_node);
        unmake();
        if (state_->is_stopped()) return std::nullopt;
        if (score < needed) continue;
        state_->table.store(node.position.key(), ply,
                            {move, score, Table::no_evaluation, depth - less_depth + 1, Bound::Lower,
                             frame(ply).on_pv});
        return score.is_decided() ? score : score - (needed.value() - beta.value());
    }
    return std::nullopt;
}

template <class Evaluator, class Numbers>
bool Worker<Evaluator, Numbers>::is_hopeless(const NodeFacts& node, MovePicker& picker, CheckQuestion& checks,
                                    const MoveFacts& move, int depth, Score alpha, Score best) {
    // After so many moves at this depth no quiet one will come as a surprise.
    if (p.use_late_move_pruning &&
        move.number >= (p.late_moves_base + depth * depth) / (2 - node.improving))
        picker.skip_quiets();
    const int reduction = reduction_of(depth, move.number);
    const int left = std::max(0, depth - reduction / 1024);
    if (!move.quiet || checks.gives_check(move.move))
        return p.use_exchange_pruning &&
               !exchange_reaches(node.position, move.move, -p.capture_exchange_margin * depth);
    if (p.use_history_pruning && left < 6 && move.history < -p.history_pruning * depth) return true;
    const bool in_check = node.evaluation == Table::no_evaluation;
    if (p.use_futility_pruning && !in_check && left < p.futility_depth) {
        const Score hoped = node.evaluation + p.futility_base + p.futility_per_depth * left +
                            move.history / 128;
        if (hoped <= alpha) {
            if (best <= hoped && !best.is_decided()) picker.skip_quiets();
            return true;
        }
    }
    return p.use_exchange_pruning &&
           !exchange_reaches(node.position, move.move, -p.quiet_exchange_margin * left * left);
}

template <class Evaluator, class Numbers>
int Worker<Evaluator, Numbers>::singular_extension(const NodeFacts& node, Score beta, int depth,
                                          std::optional<Score>& cut) {
    const int ply = node.ply;
    Frame& here = frame(ply);
    const TableEntry& known = node.known;
    const bool possible = p.use_singular_extensions && depth >= p.singular_depth && ply < 2 * root_depth_ && node.is_known &&
                          known.depth >= depth - 3 && !known.value.is_decided() &&
                          (known.bound == Bound::Lower || known.bound == Bound::Exact);
    if (!possible) return 0;
    const Score singular_beta = known.value - p.singular_margin * depth / 16;
    here.excluded = node.table_move;
    const Score score = search_node<NodeKind::Other>(node.position, singular_beta - 1, singular_beta,
                                                     (depth - 1) / 2, ply, node.cut_node);
    here.excluded = Move::none();
    if (state_->is_stopped()) return 0;
    if (score < singular_beta) {
        constexpr int most_double_extensions = 8;
        const bool by_far = p.use_double_extensions && !node.pv && score < singular_beta - p.double_extension_margin &&
                            here.double_extensions <= most_double_extensions;
        return by_far ? 2 : 1;
    }
    // Several moves are good enough: whichever it is, the node fails high.
    if (p.use_multi_cut && score >= beta && !score.is_decided()) {
        cut = score;
        return 0;
    }
    if (!p.use_negative_extensions) return 0;
    if (known.value >= beta) return -2;
    return node.cut_node ? -1 : 0;
}

template <class Evaluator, class Numbers>
int Worker<Evaluator, Numbers>::late_move_reduction(const NodeFacts& node, const MoveFacts& move, int depth,
                                           bool gives_check) {
    int reduction = reduction_of(depth, move.number);
    if (node.cut_node) reduction += p.reduction_cut_node;
    if (frame(node.ply).on_pv) reduction -= p.reduction_table_pv;
    if (node.pv) reduction -= p.reduction_pv;
    if (!node.improving) reduction += p.reduction_not_improving;
    if (node.table_move && node.position.is_capture(node.table_move)) reduction += p.reduction_table_capture;
    if (gives_check) reduction -= p.reduction_check;
    if (frame(node.ply + 1).cutoffs > 3) reduction += p.reduction_cutoffs;
    if (move.quiet)
        reduction -= move.history * 1024 / p.reduction_history;
    else
        reduction = reduction / 2 - 512;
    return reduction;
}

template <class Evaluator, class Numbers>
int Worker<Evaluator, Numbers>::quiet_history(const NodeFacts& node, Move move) {
    const PieceTo played = PieceTo::of(node.position, move);
    return histories_->quiets.at(node.position.side_to_move(), move, node.threats).value() +
           frame(node.ply - 1).continuation->at(played).value() +
           frame(node.ply - 2).continuation->at(played).value();
}

template <class Evaluator, class Numbers>
void Worker<Evaluator, Numbers>::add_to_continuations(int ply, PieceTo move, int bonus) {
    if (!p.use_continuations) return;
    for (const int back : {1, 2, 4, 6}) frame(ply - back).continuation->at(move).add(bonus);
}

template <class Evaluator, class Numbers>
void Worker<Evaluator, Numbers>::learn(const NodeFacts& node, Move best, int depth, const MoveList& quiets,
                              const MoveList& captures) {
    const Position& position = node.position;
    const Color us = position.side_to_move();
    const int bonus =
        std::min(p.history_bonus_per_depth * depth - p.history_bonus_offset, p.history_bonus_most);
    const int malus =
        std::min(p.history_malus_per_depth * depth - p.history_malus_offset, p.history_malus_most);
    const auto teach_capture = [&](Move move, int lesson) {
        if (p.use_capture_history)
            histories_->captures.at(PieceTo::of(position, move), position.captured_by(move)).add(lesson);
    };
    const auto teach_quiet = [&](Move move, int lesson) {
        if (p.use_quiet_history) histories_->quiets.at(us, move, node.threats).add(lesson);
        add_to_continuations(node.ply, PieceTo::of(position, move), lesson);
    };
    if (position.is_capture(best) || best.is_promotion()) {
        teach_capture(best, bonus);
    } else {
        teach_quiet(best, bonus);
        for (const Move move : quiets) teach_quiet(move, -malus);
    }
    for (const Move move : captures) teach_capture(move, -malus);
}

// The first move and those that beat it get their value and line; the others are only known to be worse.
template <class Evaluator, class Numbers>
void Worker<Evaluator, Numbers>::note_root_move(Move move, Score score, Score alpha, Score beta,
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
