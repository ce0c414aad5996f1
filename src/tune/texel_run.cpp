#include "tune/texel_run.h"

#include "base/files.h"
#include "base/measure.h"
#include "base/text.h"
#include "eval/classical/default_weights.h"
#include "eval/classical/weight_table.h"
#include "tune/texel.h"
#include "tune/training_positions.h"
#include "tune/weight_choice.h"
#include "ui/interrupts.h"
#include "ui/messages.h"
#include "ui/text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <atomic>
#include <filesystem>
#include <fstream>

namespace rookery::tune {
namespace {

using classical::RealWeights;
using classical::Weights;

constexpr const char* own_weights = "src/eval/classical/default_weights.h";

Result<Weights, std::string> start_weights(const TexelRunSettings& settings) {
    if (settings.start.empty()) return classical::default_weights;
    return classical::weights_from_file(settings.start);
}

std::optional<std::string> validate_files(const TexelRunSettings& settings) {
    if (settings.write && !std::filesystem::exists(own_weights))
        return fmt::format("--write works in the folder of the source: there is no {} here",
                           own_weights);
    if (settings.resume && settings.checkpoint.empty())
        return "--resume goes with --checkpoint FILE";
    return std::nullopt;
}

void print_data(const TexelData& data) {
    fmt::print("positions   {} read: {} of {} games to learn from, {} to check with\n", data.read,
               data.training.size(), data.training_games, data.validation.size());
    fmt::print("left out    {} in check, {} noisy, {} one-sided, {} known endgames\n",
               data.in_check, data.noisy, data.one_sided, data.known);
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
    fmt::print("weights     {} of {} parameters are free, {} positions a step\n",
               tuner.free_count(), 2 * classical::weight_count, tuner.batch());
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

// The result of the work.
struct Tuned {
    std::optional<std::string> problem;
    std::optional<Weights> weights;
    Occurrences occurrences;
};

class TexelRun {
  public:
    TexelRun(const TexelRunSettings& settings, PositionSource source, const Weights& start)
        : settings_(settings), source_(std::move(source)), start_(start) {}

    Tuned work(const std::stop_token& stop) {
        auto data = load_texel_data(source_, start_, start_, settings_.load, stop,
                                    [this](std::uint64_t read) { read_ = read; });
        read_ = 0;
        if (!data) return {data.error(), std::nullopt, {}};
        if (stop.stop_requested()) return {};
        print_data(*data);
        auto tuner = TexelTuner::create(*data, start_, settings_.texel);
        if (!tuner) return {tuner.error(), std::nullopt, {}};
        const TexelIdentity identity = identity_of(*data, settings_.texel, *tuner);
        if (settings_.resume) {
            if (auto problem = load_checkpoint(*tuner, identity))
                return {problem, std::nullopt, {}};
        }
        print_start(*tuner, settings_.texel);
        if (auto problem = run_epochs(*tuner, identity, stop)) return {problem, std::nullopt, {}};
        return finish(*tuner, stop);
    }

    [[nodiscard]] std::uint64_t being_read() const { return read_; }

  private:
    std::optional<std::string> load_checkpoint(TexelTuner& tuner, const TexelIdentity& identity) {
        const auto text = text_of_file(settings_.checkpoint);
        if (!text) return text.error();
        if (text->empty()) return std::nullopt;  // not begun yet
        auto state = state_from(*text, identity);
        if (!state) return settings_.checkpoint + ' ' + state.error();
        tuner.resume(std::move(*state));
        fmt::print("resumed     after epoch {}\n", tuner.state().epoch);
        return std::nullopt;
    }

    std::optional<std::string> run_epochs(TexelTuner& tuner, const TexelIdentity& identity,
                                          const std::stop_token& stop) {
        const Stopwatch watch;
        const std::size_t before = tuner.state().epoch;
        double last = 0;
        while (!tuner.is_finished()) {
            const auto report = tuner.run_epoch(stop);
            if (!report) break;
            const double now = watch.seconds();
            const double each = now / static_cast<double>(report->epoch - before);
            print_epoch(*report, settings_.texel, now - last,
                        each * static_cast<double>(settings_.texel.epochs - report->epoch));
            last = now;
            if (settings_.checkpoint.empty()) continue;
            if (auto problem =
                    replace_file(settings_.checkpoint, checkpoint_text(tuner.state(), identity)))
                return problem;
        }
        if (tuner.has_no_gain())
            fmt::print("no gain for {} epochs\n", settings_.texel.early_stopping);
        return std::nullopt;
    }

    Tuned finish(const TexelTuner& tuner, const std::stop_token& stop) {
        const double before =
            tuner.validation_loss() > 0 ? tuner.validation_loss() : tuner.training_loss();
        const TexelState& state = tuner.state();
        fmt::print("best        after epoch {}: {:.7f}, {:+.2f} % of the start\n", state.best_epoch,
                   state.best_loss, 100 * (state.best_loss / before - 1));
        const double old_pawn =
            pawn_in_endgame(classical::real_weights(start_), tuner.occurrences());
        const double new_pawn = pawn_in_endgame(state.best, tuner.occurrences());
        fmt::print("a pawn      more in an endgame: {:.0f} before, {:.0f} after\n", old_pawn,
                   new_pawn);
        RealWeights best = state.best;
        Objective aim = tuner.objective();
        if (settings_.pawn) {
            const double factor = *settings_.pawn / new_pawn;
            if (!(factor > 0.1 && factor < 10))
                return {
                    "the pawn is worth too little or too much to rescale by it", std::nullopt, {}};
            best = rescaled(best, factor);
            aim.k /= factor;
            fmt::print("rescaled    by {:.4f}, so that it is {:.0f}\n", factor, *settings_.pawn);
        }
        const Weights rounded = classical::rounded_weights(best);
        if (!stop.stop_requested()) check(rounded, aim, stop);
        return {std::nullopt, rounded, tuner.occurrences()};
    }

    // Checks the rounded weights on traces made with them, because rounding and the choices of the
    // first traces change the loss.
    void check(const Weights& weights, const Objective& aim, const std::stop_token& stop) const {
        LoadSettings settings = settings_.load;
        settings.validation_only = true;
        const auto data = load_texel_data(source_, weights, start_, settings, stop);
        if (!data || data->validation.size() == 0 || stop.stop_requested()) return;
        fmt::print(
            "checked     rounded and traced again, validation {:.7f}\n",
            mean_loss(data->validation, classical::real_weights(weights), aim, settings.threads));
    }

    const TexelRunSettings& settings_;
    PositionSource source_;
    Weights start_;
    std::atomic<std::uint64_t> read_ = 0;
};

std::optional<std::string> write_weights(const TexelRunSettings& settings, const Weights& weights) {
    const std::string text = classical::weights_as_source(weights);
    std::vector<std::string> paths;
    if (!settings.output.empty()) paths.push_back(settings.output);
    if (settings.write) paths.emplace_back(own_weights);
    for (const std::string& path : paths) {
        if (auto problem = replace_file(path, text)) return problem;
        fmt::print("written     {}\n", printable(path, 200));
    }
    if (paths.empty()) fmt::print("not written: --output FILE or --write keeps the weights\n");
    return std::nullopt;
}

}  // namespace

int run_texel(const TexelRunSettings& settings) {
    if (auto problem = validate_files(settings)) return fail_with_printable(*problem, exit_usage);
    if (const auto free = chosen_weights(settings.texel.choice); !free)
        return fail_with_printable(free.error(), exit_usage);
    const auto start = start_weights(settings);
    if (!start) return fail_with_printable(start.error());
    auto source = positions_of(settings.files);
    if (!source) return fail_with_printable(source.error());

    TexelRun run(settings, std::move(*source), *start);
    bool interrupted = false;
    const bool is_watched = isatty(STDERR_FILENO) != 0;
    const Tuned tuned = run_interruptibly(
        [&](const std::stop_token& stop) { return run.work(stop); },
        [&] {
            if (const std::uint64_t read = run.being_read(); is_watched && read > 0)
                fmt::print(stderr, "reading     {}\r", read);
        },
        [&] {
            interrupted = true;
            fmt::print(stderr, "\nstopping; the best so far is kept\n");
        });
    if (tuned.problem) return fail_with_printable(*tuned.problem);
    if (tuned.weights) {
        if (auto problem = write_weights(settings, *tuned.weights))
            return fail_with_printable(*problem);
        if (settings.report > 0)
            print_changes(*start, *tuned.weights, tuned.occurrences, settings.report);
    }
    return interrupted ? exit_interrupted : exit_ok;
}

}  // namespace rookery::tune
