#include "commands/spsa_tuning.h"

#include "arena/openings/opening_book.h"
#include "arena/statistics/chart.h"
#include "base/file_text.h"
#include "base/stopwatch.h"
#include "commands/exit_codes.h"
#include "commands/interruptible.h"
#include "commands/match_run.h"
#include "notation/printable.h"
#include "tune/spsa_checkpoint.h"
#include "tune/spsa_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>

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
    if (entry.settings != nullptr)
        for (const SearcherSetting& one : entry.settings()) {
            bool wanted = only.empty();
            for (std::size_t i = 0; i < only.size(); ++i)
                if (one.name.starts_with(only[i])) wanted = used[i] = true;
            if (!wanted || one.step == 0) continue;
            const auto value = static_cast<double>(one.standard);
            chosen.push_back({std::string(one.name), value, value, one.lowest, one.highest,
                              static_cast<double>(one.step)});
        }
    for (std::size_t i = 0; i < only.size(); ++i)
        if (!used[i])
            return failure(fmt::format("no setting of '{}' begins with '{}'", entry.name, printable(only[i])));
    if (chosen.empty()) return failure(fmt::format("the searcher '{}' has nothing to tune", entry.name));
    return chosen;
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

    // A hundred moments of the plan are enough for a picture.
    void look_at(const Spsa& spsa) {
        const std::uint64_t apart = std::max<std::uint64_t>(1, spsa.settings().pairs / 100);
        if (history_.empty() || spsa.done() >= history_.back().done + apart) {
            history_.push_back(moment_of(spsa));
            write(spsa);
        }
    }

    void write(const Spsa& spsa) const {
        if (!arguments_.checkpoint.empty()) {
            // Whole or not at all.
            const std::string fresh = arguments_.checkpoint + ".new";
            std::ofstream(fresh) << checkpoint_text(spsa, history_);
            std::error_code problem;
            std::filesystem::rename(fresh, arguments_.checkpoint, problem);
        }
        if (!arguments_.chart.empty()) std::ofstream(arguments_.chart) << chart_of(spsa, history_);
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
    auto openings = openings_of(arguments);
    if (!openings) return refuse(openings.error(), exit_failed);
    if (arguments.resume && arguments.checkpoint.empty()) return refuse("--resume goes with --checkpoint FILE");

    Spsa spsa(std::move(*parameters), {arguments.pairs, arguments.rate, arguments.seed});
    Keeper keeper(arguments);
    if (arguments.resume && std::filesystem::exists(arguments.checkpoint))
        if (const auto problem = keeper.take_up(spsa)) return refuse(*problem, exit_failed);
    const std::uint64_t before = spsa.done();
    fmt::print("tuning      {} settings of {}, {} pairs of games at {}\n", spsa.parameters().size(),
               arguments.searcher, arguments.pairs, arguments.control);
    if (before > 0) fmt::print("resumed     after {} pairs\n", before);
    std::fflush(stdout);

    SpsaRun run(std::move(spsa),
                {arguments.searcher, *control, arguments.hash_mib, arguments.threads, std::move(*openings)}, searchers);
    const Stopwatch watch;
    double told = 0;
    bool interrupted = false;
    const auto problem = run_interruptibly(
        [&](const std::stop_token& stop) { return run.play(stop); },
        [&] {
            const Spsa now = run.state();
            keeper.look_at(now);
            if (watch.seconds() < told + 10) return;
            told = watch.seconds();
            const double rate = static_cast<double>(now.done() - before) / told;
            fmt::print("{:>8} of {} pairs, {:.2f} a second, {:.0f} min left\n", now.done(), arguments.pairs, rate,
                       rate > 0 ? static_cast<double>(arguments.pairs - now.done()) / rate / 60 : 0.0);
            std::fflush(stdout);
        },
        [&] { interrupted = true; });
    const Spsa end = run.state();
    keeper.write(end);
    if (problem) return refuse(*problem, exit_failed);
    print_result(end, arguments.searcher);
    return interrupted ? exit_interrupted : exit_ok;
}

}  // namespace rookery
