#include "commands/colony/gain_run.h"

#include "arena/suite/suite.h"
#include "base/text.h"
#include "engine/make_searcher.h"
#include "ui/exit_codes.h"
#include "ui/messages.h"
#include "ui/progress.h"

#include <fmt/format.h>

#include <fstream>
#include <optional>

namespace rookery {
namespace {

using namespace lab;

// How many times as long as it counts a search may go on. One that is stopped says in the end what
// it has found in an iteration that it could not finish; the one alone, who goes on for longer,
// says nothing at that time. So neither does.
constexpr double beyond_the_end = 1.125;

struct GainRow {
    std::string who;
    SolvingGain gain;
};

struct Gains {
    std::size_t test_positions = 0;
    std::vector<GainRow> rows;
    std::optional<std::string> problem;
};

std::optional<std::pair<std::string, int>> parse_setting(const std::string& text) {
    const std::size_t sign = text.find('=');
    if (sign == std::string::npos) return std::nullopt;
    const auto value = parse_number<int>(text.substr(sign + 1));
    if (!value) return std::nullopt;
    return std::pair(text.substr(0, sign), *value);
}

SearcherChoice one_alone(const GainArguments& arguments) {
    SearcherChoice choice{.searcher = "colony-simulation"};
    choice.settings = {{"workers", 1}, {"nodes_per_second", arguments.nodes_per_second}};
    return choice;
}

Result<SearcherChoice, std::string> simulation_of(const GainArguments& arguments,
                                                  std::size_t workers, SearcherTable searchers) {
    SearcherChoice choice{.searcher = arguments.searcher};
    choice.settings = {{"workers", static_cast<int>(workers)},
                       {"nodes_per_second", arguments.nodes_per_second}};
    for (const std::string& text : arguments.settings) {
        const auto setting = parse_setting(text);
        if (!setting)
            return failure(fmt::format("'{}' is no setting: NAME=N is one", printable(text)));
        choice.settings.push_back(*setting);
    }
    if (auto problem = validate(choice, searchers)) return failure(std::move(*problem));
    return choice;
}

SearcherChoice live_one(const GainArguments& arguments) {
    SearcherChoice choice{.searcher = "colony"};
    choice.settings = {{"nodes_per_second", arguments.nodes_per_second}};
    choice.colony = arguments.live;
    return choice;
}

// The choice is known to be possible.
SearcherFactory factory_of(const SearcherChoice& choice, SearcherTable searchers) {
    return [choice, searchers] {
        auto made = make_searcher(choice, searchers);
        (*made)->resize({.hash_mib = 16, .threads = 1});
        return std::move(*made);
    };
}

Result<std::vector<TestPosition>, std::string> exercises_in(const std::string& file) {
    const auto suite = arena::load_suite(file);
    if (!suite) return failure(suite.error());
    std::vector<TestPosition> test_positions;
    for (const arena::SuitePosition& one : suite->positions)
        if (!one.best.empty()) test_positions.push_back({one.position, one.best});
    if (test_positions.empty())
        return failure(printable(file) + " has no position with a best move (bm)");
    return test_positions;
}

class GainExperiment {
  public:
    GainExperiment(const GainArguments& arguments, SearcherTable searchers,
                   const std::stop_token& stop, const Progress& progress)
        : arguments_(arguments), searchers_(searchers), stop_(stop), progress_(progress) {}

    [[nodiscard]] Gains run() {
        Gains gains;
        // A mistake should show before minutes of solving.
        if (const auto choice = simulation_of(arguments_, 1, searchers_); !choice)
            return {.problem = choice.error()};
        if ((gains.problem = find_exercises())) return gains;
        gains.test_positions = exercises_.size();
        const auto one = thoughts_of("one", one_alone(arguments_), longest_head_start);
        if (!arguments_.live.empty()) {
            const auto many = live_thoughts();
            if (!stop_.stop_requested()) gains.rows.push_back({"live", gain(one, many)});
            return gains;
        }
        for (const std::size_t workers : arguments_.workers) {
            const auto choice = simulation_of(arguments_, workers, searchers_);
            if (!choice) return {.problem = choice.error()};
            const auto many =
                thoughts_of(fmt::format("{} workers", workers), *choice, beyond_the_end);
            if (stop_.stop_requested()) break;
            gains.rows.push_back({std::to_string(workers), gain(one, many)});
        }
        return gains;
    }

  private:
    [[nodiscard]] std::optional<std::string> find_exercises() {
        if (!arguments_.positions.empty()) {
            auto read = exercises_in(arguments_.positions);
            if (!read) return read.error();
            exercises_ = std::move(*read);
            while (exercises_.size() > arguments_.plan.count) exercises_.pop_back();
            return std::nullopt;
        }
        exercises_ = exercises_from_play(
            arguments_.plan, factory_of({.searcher = "pvs"}, searchers_), stop_, progress_);
        if (arguments_.save.empty() || stop_.stop_requested()) return std::nullopt;
        std::ofstream file(arguments_.save);
        file << epd_of(exercises_);
        if (!file.flush()) return "cannot write " + printable(arguments_.save);
        return std::nullopt;
    }

    // By the simulation's clock.
    [[nodiscard]] std::vector<Thoughts> thoughts_of(const std::string& who,
                                                    const SearcherChoice& choice, double longer) {
        const auto nodes =
            static_cast<std::uint64_t>(arguments_.seconds * longer * arguments_.nodes_per_second);
        const Progress named = [&](std::string_view text) {
            tell(progress_, fmt::format("{}, {}", who, text));
        };
        return think(
            exercises_, factory_of(choice, searchers_), [nodes] { return Limits{.nodes = nodes}; },
            arguments_.plan.threads, stop_, named);
    }

    // By the clock on the wall, one after the other.
    [[nodiscard]] std::vector<Thoughts> live_thoughts() {
        const std::chrono::duration<double> seconds(arguments_.seconds * beyond_the_end);
        const auto time = std::chrono::duration_cast<Clock::duration>(seconds);
        const auto limits = [time] {
            Limits until;
            until.hard_deadline = Clock::now() + time;
            return until;
        };
        const SearcherFactory make = [this] {
            auto searcher = factory_of(live_one(arguments_), searchers_)();
            get_in(*searcher);
            return searcher;
        };
        return think(exercises_, make, limits, 1, stop_, progress_);
    }
    // It enters the colony while it searches for the first time.
    void get_in(Searcher& searcher) const {
        tell(progress_, "entering the colony");
        Limits limits;
        limits.hard_deadline = Clock::now() + std::chrono::seconds(5);
        NoListener no_listener;
        (void)searcher.search(Root(Position::start()), limits, stop_, no_listener);
    }

    [[nodiscard]] SolvingGain gain(const std::vector<Thoughts>& one,
                                   const std::vector<Thoughts>& many) const {
        return solving_gain(exercises_, one, many, arguments_.seconds);
    }

    using Clock = std::chrono::steady_clock;

    const GainArguments& arguments_;
    const SearcherTable searchers_;
    const std::stop_token stop_;
    const Progress& progress_;
    std::vector<TestPosition> exercises_;
};

ResultTable table_of(const Gains& gains, const GainArguments& arguments) {
    ResultTable table{
        .title = fmt::format(
            "What a colony gains ({}): {} positions, {:g} s each, {} nodes a second and member",
            arguments.live.empty() ? arguments.searcher : "live", gains.test_positions,
            arguments.seconds, arguments.nodes_per_second),
        .key = "colony"};
    table.columns = {{"workers", "workers"},
                     {"solved by one, %", "solved_by_one", 1},
                     {"solved, %", "solved", 1},
                     {"times as fast, by solving", "by_solving", 2},
                     {"by depth", "by_depth", 2}};
    for (const GainRow& row : gains.rows)
        table.rows.push_back({row.who, Measured{100 * row.gain.solved_by_one},
                              Measured{100 * row.gain.solved_by_many}, row.gain.by_solving,
                              row.gain.by_depth});
    table.notes = {"A colony is k times as fast if it has solved as much as one with k times the "
                   "time, from an eighth of the",
                   "time on. Ranges hold the truth in 95 of 100 cases."};
    return table;
}

}  // namespace

int run_gain(const GainArguments& arguments, SearcherTable searchers) {
    if (!arguments.output.can_write()) return exit_failed;
    const auto watched = run_watched([&](const std::stop_token& stop, const Progress& progress) {
        return GainExperiment(arguments, searchers, stop, progress).run();
    });
    if (watched.value.problem) {
        print_error(*watched.value.problem);
        return exit_failed;
    }
    const ResultTable tables[] = {table_of(watched.value, arguments)};
    print_tables(tables);
    if (!arguments.output.write(tables)) return exit_failed;
    return watched.stopped ? exit_interrupted : exit_ok;
}

}  // namespace rookery
