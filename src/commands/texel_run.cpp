#include "commands/texel_run.h"

#include "arena/match/match_text.h"
#include "base/files.h"
#include "base/measure.h"
#include "base/text.h"
#include "eval/classical/default_weights.h"
#include "eval/classical/weight_table.h"
#include "tune/texel.h"
#include "tune/training_positions.h"
#include "tune/weight_choice.h"
#include "ui/exit_codes.h"
#include "ui/interrupts.h"
#include "ui/messages.h"
#include "ui/text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <atomic>
#include <filesystem>
#include <fstream>

namespace rookery {
namespace {

using namespace tune;
using classical::RealWeights;
using classical::Weights;

constexpr const char* own_weights = "src/eval/classical/default_weights.h";

Result<Weights, std::string> start_of(const TexelArguments& arguments) {
    if (arguments.start.empty()) return classical::default_weights;
    return classical::weights_from_file(arguments.start);
}

// An hour later is too late to hear that something cannot be written.
std::optional<std::string> validate_files(const TexelArguments& arguments) {
    if (arguments.write && !std::filesystem::exists(own_weights))
        return fmt::format("--write works in the folder of the source: there is no {} here",
                           own_weights);
    if (arguments.resume && arguments.checkpoint.empty())
        return "--resume goes with --checkpoint FILE";
    for (const std::string& path : {arguments.output, arguments.checkpoint})
        if (!path.empty() && !std::ofstream(path, std::ios::app))
            return path + " cannot be written";
    return std::nullopt;
}

// What the work leaves for the end.
struct Tuned {
    std::optional<std::string> problem;
    std::optional<Weights> weights;
    Occurrences occurrences;
};

class TexelRun {
  public:
    TexelRun(const TexelArguments& arguments, PositionSource source, const Weights& start)
        : arguments_(arguments), source_(std::move(source)), start_(start) {}

    Tuned work(const std::stop_token& stop) {
        auto data = load_texel_data(source_, start_, start_, arguments_.load, stop,
                                    [this](std::uint64_t read) { read_ = read; });
        read_ = 0;
        if (!data) return {data.error(), std::nullopt, {}};
        if (stop.stop_requested()) return {};
        print_data(*data);
        auto tuner = TexelTuner::create(*data, start_, arguments_.texel);
        if (!tuner) return {tuner.error(), std::nullopt, {}};
        const TexelIdentity identity = identity_of(*data, arguments_.texel, *tuner);
        if (arguments_.resume) {
            if (auto problem = take_up(*tuner, identity)) return {problem, std::nullopt, {}};
        }
        print_start(*tuner, arguments_.texel);
        if (auto problem = run_epochs(*tuner, identity, stop)) return {problem, std::nullopt, {}};
        return finish(*tuner, stop);
    }

    [[nodiscard]] std::uint64_t being_read() const { return read_; }

  private:
    std::optional<std::string> take_up(TexelTuner& tuner, const TexelIdentity& identity) {
        const auto text = text_of_file(arguments_.checkpoint);
        if (!text) return text.error();
        if (text->empty()) return std::nullopt;  // not begun yet
        auto state = state_from(*text, identity);
        if (!state) return arguments_.checkpoint + ' ' + state.error();
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
            print_epoch(*report, arguments_.texel, now - last,
                        each * static_cast<double>(arguments_.texel.epochs - report->epoch));
            last = now;
            if (arguments_.checkpoint.empty()) continue;
            if (auto problem =
                    replace_file(arguments_.checkpoint, checkpoint_text(tuner.state(), identity)))
                return problem;
        }
        if (tuner.is_out_of_timeout())
            fmt::print("no gain for {} epochs\n", arguments_.texel.timeout);
        return std::nullopt;
    }

    Tuned finish(const TexelTuner& tuner, const std::stop_token& stop) {
        const double before =
            tuner.validation_loss() > 0 ? tuner.validation_loss() : tuner.training_loss();
        const TexelState& state = tuner.state();
        fmt::print("best        after epoch {}: {:.7f}, {:+.2f} % of the start\n", state.best_epoch,
                   state.best_loss, 100 * (state.best_loss / before - 1));
        const double old_pawn =
            pawn_in_ending(classical::real_weights(start_), tuner.occurrences());
        const double new_pawn = pawn_in_ending(state.best, tuner.occurrences());
        fmt::print("a pawn      more in an ending: {:.0f} before, {:.0f} after\n", old_pawn,
                   new_pawn);
        RealWeights best = state.best;
        Objective aim = tuner.objective();
        if (arguments_.pawn) {
            const double factor = *arguments_.pawn / new_pawn;
            if (!(factor > 0.1 && factor < 10))
                return {
                    "the pawn is worth too little or too much to rescale by it", std::nullopt, {}};
            best = rescaled(best, factor);
            aim.k /= factor;
            fmt::print("rescaled    by {:.4f}, so that it is {:.0f}\n", factor, *arguments_.pawn);
        }
        const Weights rounded = classical::rounded_weights(best);
        if (!stop.stop_requested()) check(rounded, aim, stop);
        return {std::nullopt, rounded, tuner.occurrences()};
    }

    // The weights as they are written, on traces made with them: nothing is left of roundings and
    // of choices that the first traces had made.
    void check(const Weights& weights, const Objective& aim, const std::stop_token& stop) const {
        LoadSettings settings = arguments_.load;
        settings.validation_only = true;
        const auto data = load_texel_data(source_, weights, start_, settings, stop);
        if (!data || data->validation.size() == 0 || stop.stop_requested()) return;
        fmt::print(
            "checked     rounded and traced anew, validation {:.7f}\n",
            mean_loss(data->validation, classical::real_weights(weights), aim, settings.threads));
    }

    const TexelArguments& arguments_;
    PositionSource source_;
    Weights start_;
    std::atomic<std::uint64_t> read_ = 0;
};

std::optional<std::string> write_weights(const TexelArguments& arguments, const Weights& weights) {
    const std::string text = classical::weights_as_source(weights);
    std::vector<std::string> paths;
    if (!arguments.output.empty()) paths.push_back(arguments.output);
    if (arguments.write) paths.emplace_back(own_weights);
    for (const std::string& path : paths) {
        if (auto problem = replace_file(path, text)) return problem;
        fmt::print("written     {}\n", printable(path, 200));
    }
    if (paths.empty()) fmt::print("not written: --output FILE or --write keeps the weights\n");
    return std::nullopt;
}

}  // namespace

int run_texel(const TexelArguments& arguments) {
    const auto refuse = [](const std::string& why, int code) {
        print_error(printable(why, 2000));
        return code;
    };
    if (auto problem = validate_files(arguments)) return refuse(*problem, exit_usage);
    if (const auto free = chosen_weights(arguments.texel.choice); !free)
        return refuse(free.error(), exit_usage);
    const auto start = start_of(arguments);
    if (!start) return refuse(start.error(), exit_failed);
    auto source = positions_of(arguments.files);
    if (!source) return refuse(source.error(), exit_failed);

    TexelRun run(arguments, std::move(*source), *start);
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
    if (tuned.problem) return refuse(*tuned.problem, exit_failed);
    if (tuned.weights) {
        if (auto problem = write_weights(arguments, *tuned.weights))
            return refuse(*problem, exit_failed);
        if (arguments.report > 0)
            print_changes(*start, *tuned.weights, tuned.occurrences, arguments.report);
    }
    return interrupted ? exit_interrupted : exit_ok;
}

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
