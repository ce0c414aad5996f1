#include "commands/features_run.h"

#include "eval/classical/variant.h"
#include "lab/features.h"
#include "ui/exit_codes.h"
#include "ui/progress.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace rookery {
namespace {

using namespace lab;
using classical::Group;
using classical::Groups;

// How it came out so far, and why it did not go on, if it did not.
struct Experiment {
    std::vector<ResultTable> tables;
    std::optional<std::string> problem;
};

// Needs no games, and so neither the database nor the engine.
ResultTable cost_table(const FeaturesArguments& arguments, const std::stop_token& stop,
                       const Progress& progress) {
    ResultTable table{.title = "What the groups cost: the evaluation's time without one of them",
                      .key = "cost"};
    table.columns = {{"group", "group"}, {"saved, ns", "saved", 1}, {"share, %", "share", 1}};
    std::vector<Groups> sets = {Groups::all()};
    for (std::size_t i = 0; i < classical::group_count; ++i)
        sets.push_back(Groups::all().without(static_cast<Group>(i)));
    const std::vector<Cost> costs = measure_costs(sets, {.turns = arguments.turns}, stop, progress);
    const Middle whole = costs.front().time;
    for (std::size_t i = 1; i < costs.size() && whole.median > 0; ++i) {
        const Middle& saved = costs[i].saved;
        table.rows.push_back({std::string(name_of(static_cast<Group>(i - 1))),
                              Measured{saved.median, saved.lowest, saved.highest},
                              Measured{100 * saved.median / whole.median}});
    }
    table.notes = {
        fmt::format(
            "The whole takes {:.0f} ns ({:.0f} to {:.0f}) a position, {} turns, weights chosen "
            "at run time.",
            whole.median, whole.lowest, whole.highest, arguments.turns),
        "Groups share work, so the shares need not add up; pawn structures come from a table."};
    return table;
}

class FeaturesRun {
  public:
    FeaturesRun(const FeaturesArguments& arguments, arena::Store& store, SearcherTable searchers,
                const std::stop_token& stop, const Progress& progress)
        : arguments_(arguments), stop_(stop), progress_(progress),
          fingerprint_(engine_fingerprint(searchers, stop)),
          by_depth_(store, arguments.series.settings({.depth = arguments.depth}),
                    arguments.series.hash_mib, fingerprint_, searchers),
          by_nodes_(store, arguments.series.settings({.nodes = arguments.nodes}),
                    arguments.series.hash_mib, fingerprint_, searchers) {}

    void steps() {
        ResultTable table = begin("steps", "Terms added step by step");
        table.columns = {{"evaluation", "evaluation"}};
        add_elo_columns(table, "v. the step before", "before");
        add_elo_columns(table, "v. all terms", "all");
        table.columns.push_back({"the study, %", "study"});
        table.notes.push_back(
            "The study: points against two other programs at depth 2 and 4 each.");
        const std::vector<Feature> features = feature_steps();
        for (std::size_t i = 0; i < features.size(); ++i) {
            auto& row = table.rows.emplace_back(1, Cell(features[i].name));
            add_elo(row, features[i], i > 0 ? &features[i - 1] : nullptr);
            add_elo(row, features[i], i + 1 < features.size() ? &features.back() : nullptr);
            row.push_back(features[i].study.empty() ? Cell() : Cell(features[i].study));
        }
        experiment.tables.push_back(std::move(table));
    }

    void left_out() {
        ResultTable table =
            begin("left_out", "The whole evaluation without one group of terms, against the whole");
        table.columns = {{"evaluation", "evaluation"}};
        add_elo_columns(table, "Elo", "elo");
        const Feature whole{"all terms", ""};
        for (const Feature& feature : features_left_out()) {
            auto& row = table.rows.emplace_back(1, Cell(feature.name));
            add_elo(row, feature, &whole);
        }
        experiment.tables.push_back(std::move(table));
    }

    void material() {
        ResultTable table = begin("material", "Values of the men, against 1/3/3/5/9");
        table.columns = {{"values", "values"}};
        add_elo_columns(table, "material alone", "alone");
        add_elo_columns(table, "with all terms", "all");
        table.notes.push_back(
            "All sets are stretched so that a whole army weighs as much as ours.");
        const std::vector<Feature> alone = material_sets(true), all = material_sets(false);
        for (std::size_t i = 0; i < alone.size(); ++i) {
            auto& row = table.rows.emplace_back(1, Cell(alone[i].name));
            add_elo(row, alone[i], i > 0 ? &alone.front() : nullptr);
            add_elo(row, all[i], i > 0 ? &all.front() : nullptr);
        }
        experiment.tables.push_back(std::move(table));
    }

    [[nodiscard]] bool goes_on() const { return !experiment.problem && !stop_.stop_requested(); }

    Experiment experiment;

  private:
    [[nodiscard]] ResultTable begin(const char* key, const char* title) const {
        return {.title =
                    fmt::format("{} ({}; {})", title, arguments_.series.in_words(), fingerprint_),
                .key = key,
                .columns = {},
                .rows = {},
                .notes = {"Elo with 95 % intervals."}};
    }

    void add_elo_columns(ResultTable& table, const std::string& name,
                         const std::string& key) const {
        table.columns.push_back(
            {fmt::format("{}, depth {}", name, arguments_.depth), key + "_by_depth", 0, true});
        table.columns.push_back(
            {fmt::format("{}, {} nodes", name, arguments_.nodes), key + "_by_nodes", 0, true});
    }

    // Two cells, empty without an opponent.
    void add_elo(std::vector<Cell>& row, const Feature& feature, const Feature* opponent) {
        for (MatchSeries* series : {&by_depth_, &by_nodes_}) {
            std::optional<SeriesResult> result;
            if (opponent != nullptr && goes_on()) {
                auto played = series->play({fmt::format("{} v. {}", feature.name, opponent->name),
                                            player_with(feature), player_with(*opponent)},
                                           stop_, progress_);
                if (played)
                    result = *played;
                else
                    experiment.problem = played.error();
            }
            row.push_back(elo_cell(result));
        }
    }

    const FeaturesArguments& arguments_;
    const std::stop_token stop_;
    const Progress& progress_;
    const std::string fingerprint_;
    MatchSeries by_depth_, by_nodes_;
};

struct Part {
    const char* name;
    void (FeaturesRun::*run)();
};

constexpr Part parts[] = {
    {"steps", &FeaturesRun::steps},
    {"left-out", &FeaturesRun::left_out},
    {"material", &FeaturesRun::material},
};
constexpr const char* cost_part = "cost";

bool is_wanted(const FeaturesArguments& arguments, std::string_view part) {
    return arguments.parts.empty() ||
           std::ranges::find(arguments.parts, part) != arguments.parts.end();
}
bool has_matches(const FeaturesArguments& arguments) {
    return std::ranges::any_of(parts,
                               [&](const Part& part) { return is_wanted(arguments, part.name); });
}

Experiment play(const FeaturesArguments& arguments, arena::Store& store, SearcherTable searchers,
                const std::stop_token& stop, const Progress& progress) {
    FeaturesRun run(arguments, store, searchers, stop, progress);
    for (const Part& part : parts)
        if (is_wanted(arguments, part.name) && run.goes_on()) (run.*part.run)();
    return std::move(run.experiment);
}

}  // namespace

std::vector<std::string> feature_parts() {
    std::vector<std::string> names;
    for (const Part& part : parts) names.emplace_back(part.name);
    names.emplace_back(cost_part);
    return names;
}

int run_features(const FeaturesArguments& arguments, SearcherTable searchers) {
    if (!arguments.output.can_write()) return exit_failed;
    std::optional<arena::Store> store;
    if (has_matches(arguments)) {
        store = arguments.series.open();
        if (!store) return exit_failed;
    }
    const auto done = run_watched([&](const std::stop_token& stop, const Progress& progress) {
        Experiment experiment;
        if (store) experiment = play(arguments, *store, searchers, stop, progress);
        if (is_wanted(arguments, cost_part) && !experiment.problem && !stop.stop_requested())
            experiment.tables.push_back(cost_table(arguments, stop, progress));
        return experiment;
    });
    return finish_series(done.value.tables, done.value.problem, done.stopped, arguments.output,
                         "What each part of the evaluation is worth");
}

}  // namespace rookery
