#include "lab/mate_solver.h"

#include "chess/checks.h"
#include "chess/movegen.h"

namespace rookery::lab {
namespace {

bool can_mate_at_once(const Position& position) {
    const CheckFinder finder(position);
    for (const Move move : legal_moves(position))
        if (finder.gives_check(move) && !has_legal_move(position.after(move))) return true;
    return false;
}

}  // namespace

bool can_mate_within(const Position& position, int moves) {
    if (moves <= 0) return false;
    if (can_mate_at_once(position)) return true;
    if (moves == 1) return false;
    for (const Move move : legal_moves(position))
        if (is_mated_within(position.after(move), moves - 1)) return true;
    return false;
}

bool is_mated_within(const Position& position, int moves) {
    const MoveList replies = legal_moves(position);
    if (replies.empty()) return position.in_check();
    for (const Move reply : replies)
        if (!can_mate_within(position.after(reply), moves)) return false;
    return true;
}

}  // namespace rookery::lab
