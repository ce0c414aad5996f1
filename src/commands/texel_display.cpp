#include "commands/texel_display.h"

#include "eval/classical/weight_table.h"
#include "terminal/time_text.h"
#include "tune/weight_changes.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace rookery {

using namespace tune;

void print_data(const TexelData& data) {
    fmt::print("positions   {} read: {} of {} games to learn from, {} to check with\n", data.read,
               data.training.size(), data.training_games, data.validation.size());
    fmt::print("left out    {} in check, {} noisy, {} one-sided, {} known endings\n", data.in_check,
               data.noisy, data.one_sided, data.known);
    const std::size_t bytes = data.training.bytes() + data.validation.bytes();
    fmt::print("memory      {} MiB\n", bytes >> 20);
}

void print_start(const TexelTuner& tuner, const TexelSettings& settings) {
    const Objective aim = tuner.objective();
    fmt::print("k           {:.6f}: 100 centipawns more are {:.1f} % of the points{}\n", aim.k,
               100 * aim.expected(100),
               aim.k < smallest_k * 1.01 || aim.k > largest_k / 1.01
                   ? "; it is at its limit, values and results hardly belong together"
                   : "");
    fmt::print("weights     {} of {} numbers are free, {} positions a step\n", tuner.free_count(),
               2 * classical::weight_count, tuner.batch());
    if (!tuner.rare().empty())
        fmt::print("too rare    in fewer than {} positions, stay as they are: {}\n",
                   settings.fewest, fmt::join(tuner.rare(), ", "));
    fmt::print("start       training {:.7f}  validation {:.7f}\n", tuner.training_loss(),
               tuner.validation_loss());
    std::fflush(stdout);
}

void print_epoch(const EpochReport& report, const TexelSettings& settings, double seconds,
                 double seconds_left) {
    fmt::print(
        "epoch {:>2}/{:<2} training {:.7f}  validation {:.7f}{}  rate {:.3f}  {:.1f} s, {} left\n",
        report.epoch, settings.epochs, report.training_loss, report.validation_loss,
        report.is_best ? '*' : ' ', report.rate, seconds, time_text(seconds_left));
    std::fflush(stdout);
}

void print_changes(const classical::Weights& before, const classical::Weights& after,
                   const Occurrences& occurrences, std::size_t most) {
    const std::vector<WeightChange> changes = changes_between(before, after);
    fmt::print("\n{} of {} weights changed{}\n", changes.size(), classical::weight_count,
               changes.empty() ? "" : "; the largest changes:");
    if (!changes.empty())
        fmt::print("{:<30} {:>13}    {:>13}  {:>13}  {:>20}\n", "", "before", "after", "change",
                   "positions");
    const auto halves = [](int mg, int eg) { return fmt::format("{:>5}, {:>5}", mg, eg); };
    for (std::size_t i = 0; i < std::min(most, changes.size()); ++i) {
        const auto& [number, was, is] = changes[i];
        fmt::print("{:<30} {:>13} -> {:>13}  {:>13}  {:>9}, {:>9}\n",
                   classical::weight_name(number), halves(was.mg(), was.eg()),
                   halves(is.mg(), is.eg()),
                   fmt::format("{:>+5}, {:>+5}", is.mg() - was.mg(), is.eg() - was.eg()),
                   occurrences[number].mg, occurrences[number].eg);
    }
}

}  // namespace rookery
