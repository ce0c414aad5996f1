#include "eval/win_rate.h"

#include "base/math.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace rookery {
namespace {

// More material than at the start counts as that of the start.
double at(const ByMaterial& number, int material) {
    const double share = std::min(1.0, static_cast<double>(material) / material_at_the_start);
    return share < 0.5 ? number.bare + (number.half - number.bare) * 2 * share
                       : number.half + (number.full - number.half) * (2 * share - 1);
}

int in_thousandths(double probability) { return static_cast<int>(std::lround(1000 * probability)); }

}  // namespace

int material_of(const Position& position) {
    constexpr ByPieceType<int> material = {{1, 3, 3, 5, 9, 0}};
    int sum = 0;
    for (const PieceType type : all_piece_types)
        sum += material[type] * popcount(position.pieces(type));
    return sum;
}

double win_probability(double value, int material, const WinRateModel& model) {
    return 1 /
           (1 + natural_exp((at(model.half_won, material) - value) / at(model.spread, material)));
}

WinDrawLoss win_draw_loss(Score score, const Position& position, const WinRateModel& model) {
    if (score.is_decided())
        return score.value() > 0 ? WinDrawLoss{1000, 0, 0} : WinDrawLoss{0, 0, 1000};
    const int material = material_of(position);
    const int win = in_thousandths(win_probability(score.value(), material, model));
    const int loss =
        std::min(in_thousandths(win_probability(-score.value(), material, model)), 1000 - win);
    return {win, 1000 - win - loss, loss};
}

int centipawns(Score score, const Position& position, const WinRateModel& model) {
    if (score.is_decided()) {
        // Known from endgame tables: far beyond every evaluation, and less by the plies until then.
        constexpr int table_win = 20000;
        const int plies = Score::tablebase_value - std::abs(score.value());
        return score.value() > 0 ? table_win - plies : plies - table_win;
    }
    const double shown = 100 * score.value() / at(model.half_won, material_of(position));
    return static_cast<int>(shown < 0 ? shown - 0.5 : shown + 0.5);
}

double expected_points_of_people(Score score, const Position& position, const WinRateModel& model) {
    constexpr int most = 1000;
    constexpr double slope = 0.00368208;
    const int value = score.is_decided() ? (score.value() > 0 ? most : -most)
                                         : centipawns(score, position, model);
    return 1 / (1 + natural_exp(-slope * std::clamp(value, -most, most)));
}

}  // namespace rookery
