#include "commands/wdl_run.h"

#include "base/text.h"
#include "tune/training_positions.h"
#include "tune/win_rate_fit.h"
#include "ui/exit_codes.h"
#include "ui/messages.h"

#include <fmt/format.h>

#include <algorithm>

namespace rookery {
namespace {

using namespace tune;

constexpr int value_bands[] = {0,   25,  50,  75,  100, 150,
                               200, 300, 400, 600, 900, Outcomes::largest + 1};
constexpr int material_bands[] = {0, 12, 24, 36, 48, 60, Outcomes::most_material + 1};

// Whatever the search was asked about is what its scores are shown for; only mates speak for
// themselves.
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
        "\nscore        positions     won  foretold   drawn  foretold    lost  foretold, %\n");
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

// Whether the material is allowed for as it should be.
void print_by_material(const Outcomes& outcomes, const WinRateModel& model) {
    fmt::print("\nwon / foretold, %, by score and material\n           ");
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

int run_wdl(const std::vector<std::string>& files) {
    const auto refuse = [](const std::string& why) {
        print_error(printable(why, 2000));
        return exit_failed;
    };
    const auto source = positions_of(files, everything_searched());
    if (!source) return refuse(source.error());
    Outcomes outcomes;
    std::uint64_t counted = 0;
    std::uint64_t left_out = 0;
    std::uint32_t games = 0;
    const auto problem = (*source)([&](const TrainingPosition& position) {
        ++(outcomes.add(position) ? counted : left_out);
        games = std::max(games, position.game + 1);
        return true;
    });
    if (problem) return refuse(*problem);
    if (counted == 0) return refuse("no position has a score and a result");
    fmt::print("positions   {} of {} games; {} more without a score or beyond {}\n", counted, games,
               left_out, Outcomes::largest);
    const WinRateModel model = fitted_win_rate(outcomes, win_rate_model);
    fmt::print("error       {:.5f} with the engine's numbers, {:.5f} with these:\n\n",
               mean_error(outcomes, win_rate_model), mean_error(outcomes, model));
    print_model(model);
    print_by_value(outcomes, model);
    print_by_material(outcomes, model);
    return exit_ok;
}

}  // namespace rookery
