#include "lab/trap_finder.h"

#include "lab/mate_solver.h"

namespace rookery::lab {
namespace {

// Most positions have no trap. Where the opponent could not even mate in two if he were to move at once, one
// that costs a quarter of the moves is unlikely, and finding that out takes a fraction of the proof.
bool is_threatened(const Position& position) {
    return !position.in_check() && can_mate_within(position.after_null(), 2);
}

}  // namespace

std::optional<Trap> trap_in(const training::SelfplayGame& game, const TrapSearch& search) {
    Position position = game.start;
    for (std::size_t ply = 0; ply < game.moves.size(); ++ply) {
        const training::ScoredMove& played = game.moves[ply];
        const bool is_white = position.side_to_move() == Color::White;
        const int score = is_white ? played.white_score : -played.white_score;
        const bool was_searched = ply >= game.opening_plies;
        if (was_searched && score >= search.lowest_score && is_threatened(position))
            if (auto trap = trap_in(position, search.rules)) return trap;
        position = position.after(played.move);
    }
    return std::nullopt;
}

}  // namespace rookery::lab
