#include "lab/colony_gain.h"

#include "base/files.h"
#include "base/text.h"
#include "engine/make_searcher.h"
#include "ui/messages.h"
#include "ui/progress.h"

#include <fmt/format.h>

#include <optional>

namespace rookery::lab {
namespace {

using arena::Measured;
using arena::ResultTable;

// Searches run this much longer than the time that counts. A search that is stopped reports the
// best move of its unfinished iteration, which the longer search of one worker does not report at
// that time; so this last report must come after the time that counts.
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

SearcherChoice one_alone(const ColonyGainSettings& settings) {
    SearcherChoice choice{.searcher = "colony-simulation"};
    choice.settings = {{"workers", 1}, {"nodes_per_second", settings.nodes_per_second}};
    return choice;
}

Result<SearcherChoice, std::string> simulation_of(const ColonyGainSettings& settings,
                                                  std::size_t workers, SearcherTable searchers) {
    SearcherChoice choice{.searcher = settings.searcher};
    choice.settings = {{"workers", static_cast<int>(workers)},
                       {"nodes_per_second", settings.nodes_per_second}};
    for (const std::string& text : settings.settings) {
        const auto setting = parse_setting(text);
        if (!setting)
            return failure(fmt::format("'{}' is no setting: NAME=N is one", printable(text)));
        choice.settings.push_back(*setting);
    }
    if (auto problem = validate(choice, searchers)) return failure(std::move(*problem));
    return choice;
}

SearcherChoice live_one(const ColonyGainSettings& settings) {
    SearcherChoice choice{.searcher = "colony"};
    choice.settings = {{"nodes_per_second", settings.nodes_per_second}};
    choice.colony = settings.live;
    return choice;
}

// The choice must be valid.
SearcherFactory factory_of(const SearcherChoice& choice, SearcherTable searchers) {
    return [choice, searchers] {
        auto made = make_searcher(choice, searchers);
        (*made)->resize({.hash_mib = 16, .threads = 1});
        return std::move(*made);
    };
}

class GainExperiment {
  public:
    GainExperiment(const ColonyGainSettings& settings, SearcherTable searchers,
                   const std::stop_token& stop, const Progress& progress)
        : settings_(settings), searchers_(searchers), stop_(stop), progress_(progress) {}

    [[nodiscard]] Gains run() {
        Gains gains;
        // A wrong setting is reported before minutes of solving.
        if (const auto choice = simulation_of(settings_, 1, searchers_); !choice)
            return {.problem = choice.error()};
        if (!settings_.live.empty()) {
            const auto searcher = factory_of(live_one(settings_), searchers_)();
            if ((gains.problem = enter(*searcher))) return gains;
        }
        if ((gains.problem = find_test_positions())) return gains;
        gains.test_positions = test_positions_.size();
        const auto one = thoughts_of("one", one_alone(settings_), longest_head_start);
        if (!settings_.live.empty()) {
            const auto many = live_thoughts();
            if (!stop_.stop_requested()) gains.rows.push_back({"live", gain(one, many)});
            return gains;
        }
        for (const std::size_t workers : settings_.workers) {
            const auto choice = simulation_of(settings_, workers, searchers_);
            if (!choice) return {.problem = choice.error()};
            const auto many =
                thoughts_of(fmt::format("{} workers", workers), *choice, beyond_the_end);
            if (stop_.stop_requested()) break;
            gains.rows.push_back({std::to_string(workers), gain(one, many)});
        }
        return gains;
    }

  private:
    [[nodiscard]] std::optional<std::string> find_test_positions() {
        if (!settings_.positions.empty()) {
            auto read = test_positions_in(settings_.positions);
            if (!read) return read.error();
            test_positions_ = std::move(*read);
            while (test_positions_.size() > settings_.plan.count) test_positions_.pop_back();
            return std::nullopt;
        }
        test_positions_ = test_positions_from_play(
            settings_.plan, factory_of({.searcher = "pvs"}, searchers_), stop_, progress_);
        if (settings_.save.empty() || stop_.stop_requested()) return std::nullopt;
        return replace_file(settings_.save, epd_of(test_positions_));
    }

    // By the clock of the simulation.
    [[nodiscard]] std::vector<Thoughts> thoughts_of(const std::string& who,
                                                    const SearcherChoice& choice, double longer) {
        const auto nodes =
            static_cast<std::uint64_t>(settings_.seconds * longer * settings_.nodes_per_second);
        const Progress named = [&](std::string_view text) {
            report(progress_, fmt::format("{}, {}", who, text));
        };
        return think(
            test_positions_, factory_of(choice, searchers_),
            [nodes] { return Limits{.nodes = nodes}; }, settings_.plan.threads, stop_, named);
    }

    // By wall time, one position after the other.
    [[nodiscard]] std::vector<Thoughts> live_thoughts() {
        const std::chrono::duration<double> seconds(settings_.seconds * beyond_the_end);
        const auto time = std::chrono::duration_cast<Clock::duration>(seconds);
        const auto limits = [time] {
            Limits until;
            until.hard_deadline = Clock::now() + time;
            return until;
        };
        const SearcherFactory make = [this] {
            auto searcher = factory_of(live_one(settings_), searchers_)();
            (void)enter(*searcher);
            return searcher;
        };
        return think(test_positions_, make, limits, 1, stop_, progress_);
    }
    // The searcher enters the colony during its first search. The problem is why no worker helps.
    [[nodiscard]] std::optional<std::string> enter(Searcher& searcher) const {
        struct Notices final : SearchListener {
            std::vector<std::string> all;
            void on_notice(std::string_view text) override { all.emplace_back(text); }
        } notices;
        report(progress_, "entering the colony");
        Limits limits;
        limits.hard_deadline = Clock::now() + std::chrono::seconds(5);
        (void)searcher.search(Root(Position::start()), limits, stop_, notices);
        if (notices.all.empty()) return "the colony did not answer";
        // The first notice is that we are in, or why not; the next ones name the workers.
        const std::string& last = notices.all.back();
        if (notices.all.size() == 1 || last.ends_with("searching alone"))
            return fmt::format("no worker helps: {}", last);
        return std::nullopt;
    }

    [[nodiscard]] SolvingGain gain(const std::vector<Thoughts>& one,
                                   const std::vector<Thoughts>& many) const {
        return solving_gain(test_positions_, one, many, settings_.seconds);
    }

    using Clock = std::chrono::steady_clock;

    const ColonyGainSettings& settings_;
    const SearcherTable searchers_;
    const std::stop_token stop_;
    const Progress& progress_;
    std::vector<TestPosition> test_positions_;
};

ResultTable table_of(const Gains& gains, const ColonyGainSettings& settings) {
    ResultTable table{
        .title = fmt::format(
            "What a colony gains ({}): {} positions, {:g} s each, {} nodes a second and member",
            settings.live.empty() ? settings.searcher : "live", gains.test_positions,
            settings.seconds, settings.nodes_per_second),
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

int run_colony_gain(const ColonyGainSettings& settings, SearcherTable searchers) {
    const auto watched = run_watched([&](const std::stop_token& stop, const Progress& progress) {
        return GainExperiment(settings, searchers, stop, progress).run();
    });
    if (watched.value.problem) return fail_with(*watched.value.problem);
    const ResultTable tables[] = {table_of(watched.value, settings)};
    arena::print_tables(tables);
    if (!settings.output.write(tables)) return exit_failed;
    return watched.stopped ? exit_interrupted : exit_ok;
}

}  // namespace rookery::lab
