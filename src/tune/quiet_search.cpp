#include "tune/quiet_search.h"

#include "base/containers.h"
#include "chess/movegen.h"
#include "chess/see.h"

#include <algorithm>

namespace rookery::tune {
namespace {

constexpr int most_plies = 16;
constexpr int infinite = 40000;

// Most valuable victim, least valuable attacker (MVV-LVA).
void sort_captures(const Position& position, MoveList& moves) {
    const auto order = [&](Move move) {
        const int victim =
            position.is_capture(move) ? see_piece_values[position.captured_by(move)] : 0;
        return 16 * victim - see_piece_values[type_of(position.piece_on(move.from()))];
    };
    insertion_sort(moves.begin(), moves.end(), [&](Move a, Move b) { return order(a) > order(b); });
}

}  // namespace

QuietLine QuietSearch::search(const Position& position) {
    const int static_value = evaluator_.evaluate(position).value();
    Found found = search(position, -infinite, infinite, 0);
    return {static_value, found.value, found.end};
}

QuietSearch::Found QuietSearch::search(const Position& position, int alpha, int beta, int depth) {
    const bool in_check = position.in_check();
    Found best{-infinite, position};
    if (!in_check || depth >= most_plies) {
        best.value = evaluator_.evaluate(position).value();
        if (best.value >= beta || depth >= most_plies) return best;
        alpha = std::max(alpha, best.value);
    }
    MoveList moves;
    if (in_check) {
        append_moves(position, moves);
        if (moves.empty()) return {-Score::max_evaluation + depth, position};
    } else {
        append_moves<MoveSet::Captures>(position, moves);
    }
    sort_captures(position, moves);
    for (Move move : moves) {
        if (!in_check && !see_ge(position, move, 0)) continue;
        const Found reply = search(position.after(move), -beta, -alpha, depth + 1);
        if (-reply.value <= best.value) continue;
        best = {-reply.value, reply.end};
        if (best.value >= beta) break;
        alpha = std::max(alpha, best.value);
    }
    return best;
}

}  // namespace rookery::tune
