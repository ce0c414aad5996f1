#include "commands/spsa_tuning.h"

#include "arena/openings/opening_book.h"
#include "arena/statistics/chart.h"
#include "base/file_text.h"
#include "base/stopwatch.h"
#include "commands/complain.h"
#include "commands/exit_codes.h"
#include "commands/interruptible.h"
#include "notation/printable.h"
#include "tune/spsa_checkpoint.h"
#include "tune/spsa_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <utility>

namespace rookery {
namespace {

using namespace tune;

using Openings = std::function<Result<arena::Opening, std::string>(std::size_t)>;

Result<Openings, std::string> openings_of(const SpsaArguments& arguments) {
    if (arguments.openings.empty())
        return Openings([seed = arguments.seed](std::size_t pair) -> Result<arena::Opening, std::string> {
            return arena::random_opening(seed, pair);
        });
    auto book = arena::OpeningBook::load(arguments.openings);
    if (!book) return failure(book.error());
    const auto shared = std::make_shared<const arena::OpeningBook>(std::move(*book));
    auto order = arena::opening_order(shared->size(), arguments.seed, arena::Order::Random);
    return Openings([shared, order = std::move(order)](std::size_t pair) {
        return shared->at(order[pair % order.size()]);
    });
}

Result<std::vector<SpsaParameter>, std::string> parameters_of(const SearcherEntry& entry,
                                                              const std::vector<std::string>& only) {
    std::vector<SpsaParameter> chosen;
    std::vector<bool> used(only.size());
    std::string_view fixed;
    if (entry.settings != nullptr)
        for (const SearcherSetting& one : entry.settings()) {
            bool wanted = only.empty();
            for (std::size_t i = 0; i < only.size(); ++i)
                if (one.name.starts_with(only[i])) wanted = used[i] = true;
            if (!wanted) continue;
            if (one.step == 0) {
                fixed = one.name;
                continue;
            }
            const auto value = static_cast<double>(one.standard);
            chosen.push_back({std::string(one.name), value, value, one.lowest, one.highest,
                              static_cast<double>(one.step)});
        }
    for (std::size_t i = 0; i < only.size(); ++i)
        if (!used[i])
            return failure(fmt::format("no setting of '{}' begins with '{}'", entry.name, printable(only[i])));
    if (!chosen.empty()) return chosen;
    if (!fixed.empty()) return failure(fmt::format("'{}' is not tuned, and nothing else is wanted", fixed));
    return failure(fmt::format("the searcher '{}' has nothing to tune", entry.name));
}

// In parts of how far each may go from where it began: 0 is the start.
std::string chart_of(const Spsa& spsa, const std::vector<SpsaMoment>& history) {
    arena::Chart chart;
    chart.title = "Tuning by games";
    chart.x_label = "pairs";
    chart.y_label = "change, in steps of the tuner";
    for (std::size_t i = 0; i < spsa.parameters().size(); ++i) {
        const SpsaParameter& one = spsa.parameters()[i];
        arena::ChartSeries series{one.name, {}};
        for (const SpsaMoment& moment : history)
            series.points.push_back({static_cast<double>(moment.done), (moment.values[i] - one.start) / one.reach});
        chart.series.push_back(std::move(series));
    }
    return arena::svg_of(chart);
}

// Before anything costly is done. A state of hours of games must not be lost to a forgotten option.
std::optional<std::string> problem_with_checkpoint(const SpsaArguments& arguments) {
    if (arguments.checkpoint.empty())
        return arguments.resume ? std::optional<std::string>("--resume goes with --checkpoint FILE") : std::nullopt;
    std::error_code unknown;
    if (!arguments.resume && std::filesystem::exists(arguments.checkpoint, unknown))
        return fmt::format("{} is there already: --resume goes on from it; to begin anew, name another file",
                           arguments.checkpoint);
    return std::nullopt;
}

// The state of the tuning in its files.
class Keeper {
  public:
    explicit Keeper(const SpsaArguments& arguments) : arguments_(arguments) {}

    std::optional<std::string> take_up(Spsa& spsa) {
        const auto text = text_of_file(arguments_.checkpoint);
        if (!text) return text.error();
        auto history = history_from(*text, spsa);
        if (!history) return arguments_.checkpoint + ' ' + history.error();
        spsa.resume(history->back().done, history->back().values);
        history_ = std::move(*history);
        return std::nullopt;
    }

    // The files as they are before the first game. The problem, if they cannot be written.
    [[nodiscard]] std::optional<std::string> begin(const Spsa& spsa) {
        if (history_.empty()) history_.push_back(moment_of(spsa));
        return write(spsa);
    }

    // A hundred moments of the plan are enough for a picture. The problem, if that could not be kept.
    [[nodiscard]] std::optional<std::string> look_at(const Spsa& spsa) {
        const std::uint64_t apart = std::max<std::uint64_t>(1, spsa.settings().pairs / 100);
        if (spsa.done() < history_.back().done + apart) return std::nullopt;
        history_.push_back(moment_of(spsa));
        return write(spsa);
    }

    // The chart first: where it cannot be written, no checkpoint is begun.
    [[nodiscard]] std::optional<std::string> write(const Spsa& spsa) const {
        if (!arguments_.chart.empty() &&
            !(std::ofstream(arguments_.chart, std::ios::binary) << chart_of(spsa, history_)).flush())
            return arguments_.chart + " cannot be written";
        if (arguments_.checkpoint.empty()) return std::nullopt;
        return replace_file(arguments_.checkpoint, checkpoint_text(spsa, history_));
    }

  private:
    const SpsaArguments& arguments_;
    std::vector<SpsaMoment> history_;
};

void print_result(const Spsa& spsa, const std::string& searcher) {
    fmt::print("\n{:<28} {:>8} {:>10}\n", "setting", "start", "now");
    for (const SpsaParameter& one : spsa.parameters())
        fmt::print("{:<28} {:>8} {:>10.2f}\n", one.name, one.start, one.value);
    std::string player = searcher;
    for (const auto& [name, value] : rounded_values(spsa.parameters(), true))
        player += fmt::format(",{}={}", name, value);
    fmt::print("\nto be measured: rookery match {} {}\n", player, searcher);
}

// What is shown and kept while the games go on.
class Watcher {
  public:
    Watcher(const SpsaRun& run, Keeper& keeper, const SpsaArguments& arguments)
        : run_(run), keeper_(keeper), arguments_(arguments), before_(run.state().done()) {}

    void look() {
        const Spsa now = run_.state();
        // The next moment may find a place again; at the end it counts.
        if (const auto problem = keeper_.look_at(now); problem && !std::exchange(complained_, true))
            complain(printable(*problem, 2000));
        if (watch_.seconds() < told_ + 10) return;
        told_ = watch_.seconds();
        const double rate = static_cast<double>(now.done() - before_) / told_;
        fmt::print("{:>8} of {} pairs, {:.2f} a second, {:.0f} min left\n", now.done(), arguments_.pairs, rate,
                   rate > 0 ? static_cast<double>(arguments_.pairs - now.done()) / rate / 60 : 0.0);
        std::fflush(stdout);
    }

  private:
    const SpsaRun& run_;
    Keeper& keeper_;
    const SpsaArguments& arguments_;
    const std::uint64_t before_;
    const Stopwatch watch_;
    double told_ = 0;
    bool complained_ = false;
};

}  // namespace

int run_spsa(SpsaArguments arguments, SearcherTable searchers) {
    const auto refuse = [](const std::string& why, int code = exit_usage) {
        complain(printable(why, 2000));
        return code;
    };
    if (arguments.searcher.empty()) arguments.searcher = searchers.front().name;
    const SearcherEntry* entry = find_searcher(searchers, arguments.searcher);
    if (entry == nullptr) return refuse("there is no searcher '" + arguments.searcher + "'");
    auto parameters = parameters_of(*entry, arguments.only);
    if (!parameters) return refuse(parameters.error());
    const auto control = arena::parse_time_control(arguments.control);
    if (!control) return refuse(control.error());
    if (const auto problem = problem_with_checkpoint(arguments)) return refuse(*problem);
    auto openings = openings_of(arguments);
    if (!openings) return refuse(openings.error(), exit_failed);

    Spsa spsa(std::move(*parameters), {arguments.pairs, arguments.rate, arguments.seed});
    Keeper keeper(arguments);
    if (arguments.resume && std::filesystem::exists(arguments.checkpoint))
        if (const auto problem = keeper.take_up(spsa)) return refuse(*problem, exit_failed);
    // Hours later is too late to hear that something cannot be written.
    if (const auto problem = keeper.begin(spsa)) return refuse(*problem);
    fmt::print("tuning      {} settings of {}, {} pairs of games at {}\n", spsa.parameters().size(),
               arguments.searcher, arguments.pairs, arguments.control);
    if (spsa.done() > 0) fmt::print("resumed     after {} pairs\n", spsa.done());
    std::fflush(stdout);

    SpsaRun run(std::move(spsa),
                {arguments.searcher, *control, arguments.hash_mib, arguments.threads, std::move(*openings)}, searchers);
    Watcher watcher(run, keeper, arguments);
    bool interrupted = false;
    const auto problem = run_interruptibly([&](const std::stop_token& stop) { return run.play(stop); },
                                           [&] { watcher.look(); }, [&] { interrupted = true; });
    const Spsa end = run.state();
    const auto unkept = keeper.write(end);
    if (problem) return refuse(*problem, exit_failed);
    print_result(end, arguments.searcher);
    if (unkept) return refuse(*unkept, exit_failed);
    return interrupted ? exit_interrupted : exit_ok;
}

}  // namespace rookery
