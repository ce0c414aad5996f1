#include "engine/game_policy.h"

#include "eval/win_rate.h"

#include <cstdlib>

namespace rookery {
namespace {

// A win is worth a thousand.
constexpr int hopeless_points = 10;
// A position is level within this score; before this ply too much is on the board for a draw,
// unless there are only so many pieces.
constexpr int level_centipawns = 10;
constexpr std::size_t offer_from_ply = 80;
constexpr std::size_t accept_from_ply = 60;
constexpr int few_pieces = 12;
constexpr int clearly_worse_centipawns = -150;

int expected_points(const WinDrawLoss& chances) { return chances.win + chances.draw / 2; }

}  // namespace

void GamePolicy::note(Score score, const Position& root, std::size_t ply) {
    last_score_ = score.is_mate() ? score.value() : centipawns(score, root);
    const bool hopeless = expected_points(win_draw_loss(score, root)) <= hopeless_points;
    hopeless_moves_ = hopeless ? hopeless_moves_ + 1 : 0;
    const bool level = ply >= offer_from_ply && std::abs(*last_score_) <= level_centipawns;
    level_moves_ = level ? level_moves_ + 1 : 0;
}

bool GamePolicy::accepts_draw(const Position& position, std::size_t ply) const {
    if (!last_score_) return false;
    const bool late = ply >= accept_from_ply || popcount(position.occupied()) <= few_pieces;
    return *last_score_ <= (late ? level_centipawns : clearly_worse_centipawns);
}

}  // namespace rookery
