#include "tune/wdl_fit.h"

#include "base/text.h"
#include "ui/messages.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace rookery::tune {
namespace {

struct Probabilities {
    double win;
    double loss;
};

Probabilities probabilities_of(int material, int size, const WinRateModel& model) {
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

constexpr int value_bands[] = {0,   25,  50,  75,  100, 150,
                               200, 300, 400, 600, 900, Outcomes::largest + 1};
constexpr int material_bands[] = {0, 12, 24, 36, 48, 60, Outcomes::most_material + 1};

// All positions that were searched, without mates: for these the program shows its scores as WDL.
training::PositionFilter everything_searched() {
    training::PositionFilter filter;
    filter.first_ply = 0;
    filter.fewest_pieces = 3;
    filter.drop_checks = false;
    filter.drop_captures = false;
    return filter;
}

void print_model(const WinRateModel& model) {
    const auto print = [](const char* name, const ByMaterial& number) {
        fmt::print("    ByMaterial {}{{{}, {}, {}}};\n", name, number.bare, number.half,
                   number.full);
    };
    print("half_won", model.half_won);
    print("spread", model.spread);
}

std::string percent(double part, double whole) {
    return fmt::format("{:5.1f}", 100 * part / whole);
}

void print_by_value(const Outcomes& outcomes, const WinRateModel& model) {
    fmt::print(
        "\nscore        positions     won predicted   drawn predicted    lost predicted, %\n");
    for (std::size_t i = 0; i + 1 < std::size(value_bands); ++i) {
        const BandReport band = report_on_band(
            outcomes, model, {.lowest_value = value_bands[i], .highest_value = value_bands[i + 1]});
        const auto all = static_cast<double>(band.seen.all());
        if (all == 0) continue;
        const auto column = [&](std::uint64_t seen, double expected) {
            return fmt::format("{}     {}", percent(static_cast<double>(seen), all),
                               percent(expected, all));
        };
        fmt::print("{:>4} - {:<4} {:>10}   {}   {}   {}\n", value_bands[i], value_bands[i + 1] - 1,
                   band.seen.all(), column(band.seen.wins, band.expected_wins),
                   column(band.seen.draws, all - band.expected_wins - band.expected_losses),
                   column(band.seen.losses, band.expected_losses));
    }
}

// Shows whether the model takes the material into account correctly.
void print_by_material(const Outcomes& outcomes, const WinRateModel& model) {
    fmt::print("\nwon / predicted, %, by score and material\n           ");
    for (std::size_t m = 0; m + 1 < std::size(material_bands); ++m)
        fmt::print(" {:>14}",
                   fmt::format("{} - {}", material_bands[m],
                               std::min(material_bands[m + 1] - 1, material_at_the_start)));
    fmt::print("\n");
    for (std::size_t i = 0; i + 1 < std::size(value_bands); ++i) {
        fmt::print("{:>4} - {:<4}", value_bands[i], value_bands[i + 1] - 1);
        for (std::size_t m = 0; m + 1 < std::size(material_bands); ++m) {
            const BandReport band = report_on_band(
                outcomes, model,
                {value_bands[i], value_bands[i + 1], material_bands[m], material_bands[m + 1]});
            const auto all = static_cast<double>(band.seen.all());
            fmt::print("  {:>13}", all == 0 ? "-"
                                            : percent(static_cast<double>(band.seen.wins), all) +
                                                  " / " + percent(band.expected_wins, all));
        }
        fmt::print("\n");
    }
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
        const auto [win, loss] = probabilities_of(material, size, model);
        const double draw = 1 - win - loss;
        sum += static_cast<double>(seen.wins) * squares(1 - win, draw, loss) +
               static_cast<double>(seen.draws) * squares(win, 1 - draw, loss) +
               static_cast<double>(seen.losses) * squares(win, draw, 1 - loss);
        count += seen.all();
    });
    return count == 0 ? 0 : sum / static_cast<double>(count);
}

// Six parameters are few enough to try a step in every direction, and smaller steps when none
// helps.
WinRateModel fitted_win_rate(const Outcomes& outcomes, const WinRateModel& start) {
    constexpr double first_step = 16;
    constexpr double last_step = 0.25;
    constexpr double smallest = 1;  // of any parameter
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
        const auto [win, loss] = probabilities_of(material, size, model);
        report.seen += seen;
        report.expected_wins += win * static_cast<double>(seen.all());
        report.expected_losses += loss * static_cast<double>(seen.all());
    });
    return report;
}

int run_wdl(const std::vector<std::string>& files) {
    const auto source = positions_of(files, everything_searched());
    if (!source) return fail_with_printable(source.error());
    Outcomes outcomes;
    std::uint64_t counted = 0;
    std::uint64_t left_out = 0;
    std::uint32_t games = 0;
    const auto problem = (*source)([&](const TrainingPosition& position) {
        ++(outcomes.add(position) ? counted : left_out);
        games = std::max(games, position.game + 1);
        return true;
    });
    if (problem) return fail_with_printable(*problem);
    if (counted == 0) return fail_with_printable("no position has a score and a result");
    fmt::print("positions   {} of {} games; {} more without a score or beyond {}\n", counted, games,
               left_out, Outcomes::largest);
    const WinRateModel model = fitted_win_rate(outcomes, win_rate_model);
    fmt::print("error       {:.5f} with the engine's parameters, {:.5f} with these:\n\n",
               mean_error(outcomes, win_rate_model), mean_error(outcomes, model));
    print_model(model);
    print_by_value(outcomes, model);
    print_by_material(outcomes, model);
    return exit_ok;
}

}  // namespace rookery::tune
