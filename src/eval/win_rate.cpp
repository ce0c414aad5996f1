#include "eval/win_rate.h"

#include "base/exponential.h"

#include <algorithm>

namespace rookery {
namespace {

// 0 without any men, 1 with those of the start or more.
double share_of_material(const Position& position) {
    constexpr ByPieceType<int> worth = {{1, 3, 3, 5, 9, 0}};
    constexpr int at_the_start = 78;
    int sum = 0;
    for (const PieceType type : all_piece_types) sum += worth[type] * popcount(position.pieces(type));
    return std::min(1.0, static_cast<double>(sum) / at_the_start);
}

double between(double bare, double full, double share) { return bare + (full - bare) * share; }

// In thousandths.
int chance(double value, double half_won, double spread) {
    return static_cast<int>(1000 / (1 + natural_exp((half_won - value) / spread)) + 0.5);
}

}  // namespace

WinDrawLoss win_draw_loss(Score score, const Position& position, const WinRateModel& model) {
    if (score.is_decided()) return score.value() > 0 ? WinDrawLoss{1000, 0, 0} : WinDrawLoss{0, 0, 1000};
    const double material = share_of_material(position);
    const double half_won = between(model.half_won_bare, model.half_won_full, material);
    const double spread = between(model.spread_bare, model.spread_full, material);
    const double value = score.value();
    const int win = chance(value, half_won, spread);
    const int loss = std::min(chance(-value, half_won, spread), 1000 - win);
    return {win, 1000 - win - loss, loss};
}

int centipawns(Score score, const Position& position, const WinRateModel& model) {
    const double half_won = between(model.half_won_bare, model.half_won_full, share_of_material(position));
    const double shown = 100 * score.value() / half_won;
    return static_cast<int>(shown < 0 ? shown - 0.5 : shown + 0.5);
}

}  // namespace rookery
