#include "lab/features.h"

#include "base/random.h"
#include "chess/movegen.h"
#include "eval/classical/classical_evaluator.h"
#include "eval/classical/default_weights.h"
#include "eval/classical/terms.h"
#include "eval/classical/variant.h"
#include "search/bench.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <ctime>
#include <utility>

namespace rookery::lab {
namespace {

using arena::Cell;
using arena::Measured;
using arena::ResultTable;
using classical::default_weights;
using classical::Group;
using classical::Groups;
using classical::Tapered;

// In pawns. The pair is the value of having both bishops, in addition to their own values.
struct MaterialSet {
    const char* name;
    std::array<double, 5> values;
    double pair = 0;
};

constexpr MaterialSet classic = {"1/3/3/5/9", {1, 3, 3, 5, 9}};
constexpr MaterialSet kaufman = {
    "Kaufman: 1/3.5/3.5/5.25/10, pair 0.5", {1, 3.5, 3.5, 5.25, 10}, 0.5};
constexpr MaterialSet learned = {"learned: 1/2.7/2.9/4.3/8.9", {1, 2.7, 2.9, 4.3, 8.9}};

constexpr std::array<double, 5> piece_counts = {8, 2, 2, 2, 1};  // of a side at the start
constexpr const char* piece_names[] = {"pawn", "knight", "bishop", "rook", "queen"};

double value_of_all(const MaterialSet& set) {
    double sum = set.pair;
    for (std::size_t i = 0; i < piece_counts.size(); ++i) sum += piece_counts[i] * set.values[i];
    return sum;
}

// The same with our weights, in units of the evaluation.
double value_of_all(int (Tapered::*half)() const) {
    const classical::MaterialWeights& ours = default_weights.material;
    const Tapered values[] = {ours.pawn, ours.knight, ours.bishop, ours.rook, ours.queen};
    double sum = (ours.bishop_pair.*half)();
    for (std::size_t i = 0; i < piece_counts.size(); ++i)
        sum += piece_counts[i] * (values[i].*half)();
    return sum;
}

// All other weights that depend on material alone are set to zero.
std::string weights_of(const MaterialSet& set) {
    const double mg = value_of_all(&Tapered::mg) / value_of_all(set);
    const double eg = value_of_all(&Tapered::eg) / value_of_all(set);
    const auto weight = [&](const char* name, double pawns) {
        return fmt::format("material.{}={}:{}", name, std::lround(pawns * mg),
                           std::lround(pawns * eg));
    };
    std::string text;
    for (std::size_t i = 0; i < piece_counts.size(); ++i)
        text += weight(piece_names[i], set.values[i]) + ',';
    text += weight("bishop_pair", set.pair);
    for (const char* name : {"knight_pair", "rook_pair", "knight_per_pawn", "rook_per_pawn"})
        text += fmt::format(",material.{}=0", name);
    return text;
}

// Positions of random games from each position of `bench`, without those in check, which a search
// does not evaluate.
std::vector<Position> positions_of_random_games() {
    constexpr int plies = 40;
    std::vector<Position> positions;
    Random dice(1);
    for (const Root& root : bench_roots()) {
        Position position = root.position;
        for (int ply = 0; ply < plies; ++ply) {
            const MoveList moves = legal_moves(position);
            if (moves.empty()) break;
            position.make(moves[dice.below(moves.size())]);
            if (!position.in_check()) positions.push_back(position);
        }
    }
    return positions;
}

// Processor time of this thread, so that other work of the machine does not count.
double thread_seconds() {
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

class Timer {
  public:
    explicit Timer(classical::Groups groups) : evaluator_(classical::default_weights, groups) {}

    [[nodiscard]] double nanoseconds_each(std::span<const Position> positions, int passes) {
        const double begin = thread_seconds();
        for (int pass = 0; pass < passes; ++pass)
            for (const Position& position : positions)
                sum_ = sum_ + evaluator_.evaluate(position).value();
        return (thread_seconds() - begin) * 1e9 / passes / static_cast<double>(positions.size());
    }

  private:
    WeightedEvaluator evaluator_;
    volatile int sum_ = 0;  // keeps the compiler from removing the evaluation
};

// Needs no matches, and so no database.
ResultTable cost_table(const FeaturesSettings& settings, const std::stop_token& stop,
                       const Progress& progress) {
    ResultTable table{.title = "What the groups cost: the evaluation's time without one of them",
                      .key = "cost"};
    table.columns = {{"group", "group"}, {"saved, ns", "saved", 1}, {"share, %", "share", 1}};
    std::vector<Groups> sets = {Groups::all()};
    for (std::size_t i = 0; i < classical::group_count; ++i)
        sets.push_back(Groups::all().without(static_cast<Group>(i)));
    const std::vector<Cost> costs = measure_costs(sets, {.turns = settings.turns}, stop, progress);
    const Median whole = costs.front().time;
    for (std::size_t i = 1; i < costs.size() && whole.median > 0; ++i) {
        const Median& saved = costs[i].saved;
        table.rows.push_back({std::string(name_of(static_cast<Group>(i - 1))),
                              Measured{saved.median, saved.lowest, saved.highest},
                              Measured{100 * saved.median / whole.median}});
    }
    table.notes = {
        fmt::format(
            "The whole takes {:.0f} ns ({:.0f} to {:.0f}) a position, {} turns, weights chosen "
            "at run time.",
            whole.median, whole.lowest, whole.highest, settings.turns),
        "Groups share work, so the shares need not add up; pawn structures come from a table."};
    return table;
}

// The parts of the experiment that play matches.
class FeaturesRun {
  public:
    FeaturesRun(const FeaturesSettings& settings, arena::Store& store, SearcherTable searchers,
                const std::stop_token& stop, const Progress& progress)
        : settings_(settings), stop_(stop), progress_(progress),
          fingerprint_(engine_fingerprint(searchers, stop)),
          by_depth_(store, settings.series.match_settings({.depth = settings.depth}),
                    settings.series.hash_mib, fingerprint_, searchers),
          by_nodes_(store, settings.series.match_settings({.nodes = settings.nodes}),
                    settings.series.hash_mib, fingerprint_, searchers) {}

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
        ResultTable table = begin("material", "Values of the pieces, against 1/3/3/5/9");
        table.columns = {{"values", "values"}};
        add_elo_columns(table, "material alone", "alone");
        add_elo_columns(table, "with all terms", "all");
        table.notes.push_back(
            "All sets are scaled so that all pieces of a side are worth as much as ours.");
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
                    fmt::format("{} ({}; {})", title, settings_.series.description(), fingerprint_),
                .key = key,
                .columns = {},
                .rows = {},
                .notes = {"Elo with 95 % intervals."}};
    }

    void add_elo_columns(ResultTable& table, const std::string& name,
                         const std::string& key) const {
        table.columns.push_back(
            {fmt::format("{}, depth {}", name, settings_.depth), key + "_by_depth", 0, true});
        table.columns.push_back(
            {fmt::format("{}, {} nodes", name, settings_.nodes), key + "_by_nodes", 0, true});
    }

    // Two cells; both are empty without an opponent.
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

    const FeaturesSettings& settings_;
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

bool is_wanted(const FeaturesSettings& settings, std::string_view part) {
    return settings.parts.empty() ||
           std::ranges::find(settings.parts, part) != settings.parts.end();
}

Experiment play_matches(const FeaturesSettings& settings, arena::Store& store,
                        SearcherTable searchers, const std::stop_token& stop,
                        const Progress& progress) {
    FeaturesRun run(settings, store, searchers, stop, progress);
    for (const Part& part : parts)
        if (is_wanted(settings, part.name) && run.goes_on()) (run.*part.run)();
    return std::move(run.experiment);
}

}  // namespace

std::vector<Feature> feature_steps() {
    const std::string passed = "material+piece_square+mobility+shelter+danger+pawns+passed";
    const std::string new_values = ',' + weights_of(kaufman);
    // King danger enters the evaluation squared.
    const std::string safer =
        "material+piece_square+mobility+shelter*150+danger*122+pawns*150+passed";
    return {
        {"material", "Terms=material", "19/7; 27/26"},
        {"+ piece-square (centre)", "Terms=material+piece_square", "23/10; 42/31"},
        {"+ mobility", "Terms=material+piece_square+mobility", "30/20; 40/41"},
        {"+ king safety, pawns", "Terms=material+piece_square+mobility+shelter+danger+pawns",
         "30/19; 53/38"},
        {"+ passed pawns", "Terms=" + passed, "31/15; 52/42"},
        {"Kaufman's values", "Terms=" + passed + new_values, "29/18; 52/43"},
        {"more king safety, pawns", "Terms=" + safer + new_values, "28/20; 47/44"},
        {"more passed pawns", "Terms=" + safer + "*150" + new_values, "26/23; 58/51"},
        {"all terms", ""},
    };
}

std::vector<Feature> features_left_out() {
    std::vector<Feature> features;
    for (std::size_t i = 0; i < classical::group_count; ++i) {
        const std::string_view name = name_of(static_cast<Group>(i));
        features.push_back({fmt::format("without {}", name), fmt::format("Terms=all-{}", name)});
    }
    return features;
}

std::vector<Feature> material_sets(bool alone) {
    const std::string terms = alone ? "Terms=material" : "Terms=all";
    std::vector<Feature> features;
    for (const MaterialSet& set : {classic, kaufman, learned})
        features.push_back({set.name, terms + ',' + weights_of(set)});
    features.push_back({"ours", terms});
    return features;
}

std::string player_with(const Feature& feature) {
    std::string name;
    // A comma would end the name: it separates the settings of a player.
    for (const char c : feature.name) name += c == ',' ? ' ' : c;
    return fmt::format("pvs,name={},Evaluator=classical{}{}", name,
                       feature.settings.empty() ? "" : ",", feature.settings);
}

std::vector<Cost> measure_costs(std::span<const classical::Groups> sets, const CostPlan& plan,
                                const std::stop_token& stop, const Progress& progress) {
    const std::vector<Position> positions = positions_of_random_games();
    std::vector<Timer> timers;
    timers.reserve(sets.size());
    for (const classical::Groups groups : sets) timers.emplace_back(groups);
    // The first turn fills the pawn hash tables and does not count.
    for (Timer& timer : timers) (void)timer.nanoseconds_each(positions, 1);

    std::vector<std::vector<double>> times(sets.size()), saved(sets.size());
    for (int turn = 0; turn < plan.turns && !stop.stop_requested(); ++turn) {
        report(progress, fmt::format("cost of evaluations: turn {} of {}", turn + 1, plan.turns));
        for (std::size_t i = 0; i < sets.size(); ++i) {
            // One directly after the other, because the speed of the processor changes over time.
            const double first = timers[0].nanoseconds_each(positions, plan.passes);
            const double time = i == 0 ? first : timers[i].nanoseconds_each(positions, plan.passes);
            times[i].push_back(time);
            saved[i].push_back(first - time);
        }
    }
    std::vector<Cost> costs;
    for (std::size_t i = 0; i < sets.size(); ++i)
        costs.push_back({median_of(times[i]), median_of(saved[i])});
    return costs;
}

std::vector<std::string> feature_parts() {
    std::vector<std::string> names;
    for (const Part& part : parts) names.emplace_back(part.name);
    names.emplace_back(cost_part);
    return names;
}

int run_features(const FeaturesSettings& settings, SearcherTable searchers) {
    const bool needs_matches = std::ranges::any_of(
        parts, [&](const Part& part) { return is_wanted(settings, part.name); });
    return run_experiment(
        settings.series, needs_matches, settings.output,
        "What each part of the evaluation is worth",
        [&](arena::Store* store, const std::stop_token& stop, const Progress& progress) {
            Experiment experiment;
            if (store != nullptr)
                experiment = play_matches(settings, *store, searchers, stop, progress);
            if (is_wanted(settings, cost_part) && !experiment.problem && !stop.stop_requested())
                experiment.tables.push_back(cost_table(settings, stop, progress));
            return experiment;
        });
}

}  // namespace rookery::lab
