// Which positions of a game an evaluation should learn from: those in which nothing is about to
// happen, for an evaluation is asked about no others.
#pragma once

#include "training/selfplay_game.h"

namespace rookery::training {

struct PositionFilter {
    int first_ply = 16;
    int fewest_men = 4;
    bool drop_checks = true;
    // The best move takes or promotes: the material is about to change.
    bool drop_captures = true;
    bool drop_decided = true;  // mates and the like
    // A score beyond this teaches little about what decides games.
    int highest_score = Score::max_evaluation;

    [[nodiscard]] bool takes(const Position& position, const ScoredMove& next, std::size_t ply) const {
        if (ply < static_cast<std::size_t>(first_ply)) return false;
        if (popcount(position.occupied()) < fewest_men) return false;
        if (drop_checks && position.in_check()) return false;
        if (drop_captures && (position.is_capture(next.move) || next.move.is_promotion())) return false;
        const Score score(next.white_score);
        if (drop_decided && score.is_decided()) return false;
        return score.value() <= highest_score && score.value() >= -highest_score;
    }
};

// Calls visit(position, scored move, ply) for every searched position of a game.
template <class Visit>
void for_each_position(const SelfplayGame& game, Visit visit) {
    Position position = game.start;
    for (std::size_t ply = 0; ply < game.moves.size(); ++ply) {
        if (ply >= game.opening_plies) visit(position, game.moves[ply], ply);
        position = position.after(game.moves[ply].move);
    }
}

}  // namespace rookery::training
