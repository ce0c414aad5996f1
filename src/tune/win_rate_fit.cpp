#include "tune/win_rate_fit.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace rookery::tune {
namespace {

struct Chances {
    double win;
    double loss;
};

Chances chances_of(int material, int size, const WinRateModel& model) {
    const double value = size * Outcomes::step;
    return {win_probability(value, material, model), win_probability(-value, material, model)};
}

double squares(double win, double draw, double loss) {
    return win * win + draw * draw + loss * loss;
}

template <class Visit>
void for_each_kind(const Outcomes& outcomes, Visit visit) {
    for (int material = 0; material <= Outcomes::most_material; ++material)
        for (int size = 0; size < Outcomes::sizes(); ++size)
            if (outcomes.at(material, size).all() > 0)
                visit(material, size, outcomes.at(material, size));
}

}  // namespace

Outcomes::Outcomes() : counts_(static_cast<std::size_t>((most_material + 1) * sizes())) {}

bool Outcomes::add(const TrainingPosition& position) {
    if (position.score == no_score || std::abs(position.score) > largest) return false;
    const int material = std::min(material_of(position.position), most_material);
    const int size = (std::abs(position.score) + step / 2) / step;
    OutcomeCount& count = counts_[static_cast<std::size_t>(material * sizes() + size)];
    const int result = position.score >= 0 ? position.result : 2 - position.result;
    ++(result == 2 ? count.wins : result == 1 ? count.draws : count.losses);
    return true;
}

double mean_error(const Outcomes& outcomes, const WinRateModel& model) {
    double sum = 0;
    std::uint64_t count = 0;
    for_each_kind(outcomes, [&](int material, int size, const OutcomeCount& seen) {
        const auto [win, loss] = chances_of(material, size, model);
        const double draw = 1 - win - loss;
        sum += static_cast<double>(seen.wins) * squares(1 - win, draw, loss) +
               static_cast<double>(seen.draws) * squares(win, 1 - draw, loss) +
               static_cast<double>(seen.losses) * squares(win, draw, 1 - loss);
        count += seen.all();
    });
    return count == 0 ? 0 : sum / static_cast<double>(count);
}

// Six numbers are few enough to try steps in every direction, and smaller ones when none helps.
WinRateModel fitted_win_rate(const Outcomes& outcomes, const WinRateModel& start) {
    constexpr double first_step = 16;
    constexpr double last_step = 0.25;
    constexpr double smallest = 1;  // of any of the numbers
    constexpr ByMaterial WinRateModel::*curves[] = {&WinRateModel::half_won, &WinRateModel::spread};
    constexpr double ByMaterial::*places[] = {&ByMaterial::bare, &ByMaterial::half,
                                              &ByMaterial::full};
    WinRateModel best = start;
    double least = mean_error(outcomes, best);
    const auto try_step = [&](auto curve, auto place, double change) {
        WinRateModel tried = best;
        tried.*curve.*place = std::max(tried.*curve.*place + change, smallest);
        const double error = mean_error(outcomes, tried);
        if (error >= least) return false;
        best = tried;
        least = error;
        return true;
    };
    for (double step = first_step; step >= last_step; step /= 2)
        for (bool helped = true; helped;) {
            helped = false;
            for (const auto curve : curves)
                for (const auto place : places)
                    if (try_step(curve, place, step) || try_step(curve, place, -step))
                        helped = true;
        }
    return best;
}

BandReport report_on_band(const Outcomes& outcomes, const WinRateModel& model, const Band& band) {
    BandReport report;
    for_each_kind(outcomes, [&](int material, int size, const OutcomeCount& seen) {
        const int value = size * Outcomes::step;
        if (value < band.lowest_value || value >= band.highest_value ||
            material < band.least_material || material >= band.most_material)
            return;
        const auto [win, loss] = chances_of(material, size, model);
        report.seen += seen;
        report.expected_wins += win * static_cast<double>(seen.all());
        report.expected_losses += loss * static_cast<double>(seen.all());
    });
    return report;
}

}  // namespace rookery::tune
