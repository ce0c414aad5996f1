#include "commands/growth_run.h"

#include "arena/statistics/chart.h"
#include "base/files.h"
#include "chess/movegen.h"
#include "notation/fen.h"
#include "notation/san.h"
#include "ui/exit_codes.h"
#include "ui/messages.h"
#include "ui/progress.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <filesystem>
#include <system_error>

namespace rookery {
namespace {

using namespace lab;

// Of what decides by chance; mcts-ab does not.
int seeds_for(std::string_view searcher, int wanted) { return searcher == "mcts" ? wanted : 1; }

// One run of the command. Each part gives an exit code; other than 0, the next is not begun.
class GrowthRun {
  public:
    // The position is the one to look at instead of the usual ones.
    GrowthRun(const GrowthArguments& arguments, std::optional<Position> position,
              SearcherTable searchers)
        : arguments_(arguments), position_(std::move(position)), searchers_(searchers) {}

    [[nodiscard]] int nodes() {
        for (const NamedPosition& position : positions_or(growth_positions())) {
            GrowthPlan plan{.most_nodes = arguments_.most_nodes};
            plan.depth = arguments_.depth.value_or(plan.depth);
            const auto done =
                run_watched([&](const std::stop_token& stop, const Progress& progress) {
                    return measure_growth(position, plan, stop, progress);
                });
            show(nodes_table(done.value));
            show(branching_table(done.value));
            if (done.stopped) return exit_interrupted;
            const std::string name = "nodes-" + position.name + ".svg";
            if (const int code = write_chart(name, nodes_chart(done.value)); code != exit_ok)
                return code;
        }
        return exit_ok;
    }

    [[nodiscard]] int threads() {
        std::vector<NamedPosition> positions = positions_or(growth_positions());
        ThreadPlan plan{.most_threads = arguments_.threads, .turns = arguments_.turns};
        plan.depth = arguments_.depth.value_or(plan.depth);
        const auto done = run_watched([&](const std::stop_token& stop, const Progress& progress) {
            return measure_threads(positions, plan, stop, progress);
        });
        show(threads_table(done.value, plan, positions.size()));
        return done.stopped ? exit_interrupted : exit_ok;
    }

    [[nodiscard]] int settling() {
        ConvergencePlan plan;
        plan.last = arguments_.rounds.value_or(plan.last);
        const int seeds = arguments_.seeds.value_or(plan.seeds);
        std::vector<Convergence> all;
        for (const NamedPosition& position : positions_or(settling_positions()))
            for (const char* name : {"mcts", "mcts-ab"}) {
                plan.seeds = seeds_for(name, seeds);
                const auto done =
                    run_watched([&](const std::stop_token& stop, const Progress& progress) {
                        return measure_settling(position, searcher(name), plan, stop, progress);
                    });
                show(settling_table(done.value));
                if (done.stopped) return exit_interrupted;
                all.push_back(done.value);
            }
        return write_chart("settling.svg", settling_chart(all));
    }

    [[nodiscard]] int traps() {
        std::string text(own_traps());
        if (!arguments_.traps.empty()) {
            const auto file = text_of_file(arguments_.traps);
            if (!file) return warning(file.error());
            text = *file;
        }
        const auto traps = read_traps(text);
        if (!traps) return warning(arguments_.traps + ' ' + traps.error());
        if (traps->empty()) return warning(arguments_.traps + " has no traps");
        ResultTable table = traps_table(*traps);
        bool stopped = false;
        for (const TrapPlayer& player : trap_players()) {
            const auto done =
                run_watched([&](const std::stop_token& stop, const Progress& progress) {
                    return try_traps(player, *traps, stop, progress);
                });
            if ((stopped = done.stopped)) break;
            table.rows.push_back(trap_row(player, done.value));
        }
        show(std::move(table));
        return stopped ? exit_interrupted : exit_ok;
    }

    [[nodiscard]] const std::vector<ResultTable>& tables() const { return tables_; }

  private:
    // Each as soon as it is there.
    void show(ResultTable table) {
        print_tables({&table, 1});
        tables_.push_back(std::move(table));
    }

    [[nodiscard]] std::vector<NamedPosition> positions_or(std::vector<NamedPosition> usual) const {
        if (position_) return {{"position", *position_}};
        return usual;
    }

    // Rounds by tens, the solver on and off; then those who look at everything, depth by depth.
    [[nodiscard]] std::vector<TrapPlayer> trap_players() const {
        std::vector<TrapPlayer> players;
        const int seeds = arguments_.seeds.value_or(3);
        constexpr std::uint64_t usual_rounds = 1'000;
        for (const char* name : {"mcts", "mcts-ab"})
            for (const int solver : {0, 1})
                for (std::uint64_t rounds = 100; rounds <= arguments_.rounds.value_or(usual_rounds);
                     rounds *= 10)
                    players.push_back({&searcher(name),
                                       {{"solver", solver}},
                                       rounds,
                                       {},
                                       seeds_for(name, seeds)});
        for (int depth = 1; depth <= 4; ++depth)
            players.push_back({&searcher("iterative"), {}, {}, depth, 1});
        return players;
    }

    [[nodiscard]] const SearcherEntry& searcher(std::string_view name) const {
        const SearcherEntry* entry = find_searcher(searchers_, name);
        assert(entry != nullptr);
        return *entry;
    }

    [[nodiscard]] int write_chart(const std::string& name, const std::string& svg) const {
        if (arguments_.charts.empty()) return exit_ok;
        std::string file = name;
        std::replace(file.begin(), file.end(), ' ', '-');
        std::error_code unknown;
        std::filesystem::create_directories(arguments_.charts, unknown);
        const auto problem = replace_file(std::filesystem::path(arguments_.charts) / file, svg);
        return problem ? warning(*problem) : exit_ok;
    }

    [[nodiscard]] static int warning(const std::string& why) {
        print_error(why);
        return exit_failed;
    }

    const GrowthArguments& arguments_;
    const std::optional<Position> position_;
    SearcherTable searchers_;
    std::vector<ResultTable> tables_;
};

struct GrowthPart {
    const char* name;
    int (GrowthRun::*run)();
};

constexpr GrowthPart all_growth_parts[] = {
    {"nodes", &GrowthRun::nodes},
    {"threads", &GrowthRun::threads},
    {"settling", &GrowthRun::settling},
    {"traps", &GrowthRun::traps},
};

}  // namespace

std::vector<std::string> growth_parts() {
    std::vector<std::string> names;
    for (const GrowthPart& part : all_growth_parts) names.emplace_back(part.name);
    return names;
}

int run_growth(const GrowthArguments& arguments, SearcherTable searchers) {
    std::optional<Position> position;
    if (arguments.position.is_given()) {
        position = arguments.position.position();
        if (!position) return exit_usage;
    }
    if (!arguments.output.can_write()) return exit_failed;
    GrowthRun run(arguments, position, searchers);
    const auto is_wanted = [&](const GrowthPart& part) {
        return arguments.parts.empty() ||
               std::ranges::find(arguments.parts, part.name) != arguments.parts.end();
    };
    int code = exit_ok;
    for (const GrowthPart& part : all_growth_parts)
        if (is_wanted(part) && code == exit_ok) code = (run.*part.run)();
    // What was measured until somebody interrupted is worth keeping, too.
    if (!arguments.output.write(run.tables())) return exit_failed;
    return code;
}

namespace {

using namespace lab;

constexpr Method methods[] = {Method::Minimax, Method::AlphaBeta, Method::Sorted,
                              Method::WithoutTable, Method::WithTable};

// For programs: of letters and underscores.
std::string key_of(std::string_view name) {
    std::string key(name);
    std::ranges::replace_if(
        key, [](char c) { return c == ' ' || c == '-' || c == ','; }, '_');
    return key;
}

template <class Number>
Measured measured(Number number) {
    return {static_cast<double>(number)};
}
Measured measured(const Middle& middle) { return {middle.median, middle.lowest, middle.highest}; }

Column percent_column(std::string name, std::string key) {
    return {name + ", %", std::move(key), 1};
}

}  // namespace

ResultTable nodes_table(const NodeGrowth& growth) {
    const Position& position = growth.of.position;
    ResultTable table{.title = fmt::format("{}, {} moves: {}", growth.of.name,
                                           count_moves(position), to_fen(position)),
                      .key = "nodes_" + key_of(growth.of.name)};
    table.columns = {{"depth", "depth"}};
    for (const Method method : methods)
        table.columns.push_back({.name = std::string(name_of(method)),
                                 .key = key_of(name_of(method)),
                                 .grouped = true});
    table.columns.push_back({.name = "fewest", .key = "fewest", .grouped = true});
    table.columns.push_back({"sorted is, ×", "sorted_to_fewest", 2});
    table.columns.push_back({"moves", "moves", 1});
    std::string counted;
    for (const GrowthRow& row : growth.rows) {
        auto& cells = table.rows.emplace_back(1, Cell(measured(row.depth)));
        for (const Method method : methods) {
            cells.push_back(row[method] ? Cell(measured(row[method]->nodes)) : Cell());
            if (row[method] && row[method]->is_counted) counted += fmt::format(" {}", row.depth);
        }
        const double fewest = row.lines > 0 ? fewest_nodes(row.legal_moves(), row.depth) : 0;
        const auto& sorted = row[Method::Sorted];
        cells.push_back(fewest > 0 ? Cell(measured(fewest)) : Cell());
        cells.push_back(fewest > 0 && sorted
                            ? Cell(measured(static_cast<double>(sorted->nodes) / fewest))
                            : Cell());
        cells.push_back(fewest > 0 ? Cell(measured(row.legal_moves())) : Cell());
    }
    if (!counted.empty())
        table.notes.push_back("minimax counted by perft, not searched, at depth" + counted +
                              ": it makes every legal move");
    return table;
}

ResultTable branching_table(const NodeGrowth& growth) {
    ResultTable table{.title = growth.of.name + ": times the nodes of the depth before",
                      .key = "growth_" + key_of(growth.of.name)};
    table.columns = {{"depth", "depth"}};
    for (const Method method : methods)
        table.columns.push_back({std::string(name_of(method)), key_of(name_of(method)), 2});
    for (std::size_t i = 1; i < growth.rows.size(); ++i) {
        const int depth = growth.rows[i].depth;
        auto& cells = table.rows.emplace_back(1, Cell(measured(depth)));
        for (const Method method : methods) {
            const auto times = growth.branching(method, depth);
            cells.push_back(times ? Cell(measured(*times)) : Cell());
        }
    }
    return table;
}

ResultTable threads_table(const std::vector<ThreadRow>& rows, const ThreadPlan& plan,
                          std::size_t positions) {
    ResultTable table{
        .title = fmt::format(
            "alphabeta-threads, depth {}, {} positions, median (least to most) of {} turns",
            plan.depth, positions, plan.turns),
        .key = "threads"};
    table.columns = {{"threads", "threads"},
                     {"seconds", "seconds", 2},
                     {"times as fast", "gain", 2},
                     {"million nodes", "million_nodes", 2}};
    for (const ThreadRow& row : rows)
        table.rows.push_back({measured(row.threads), measured(row.seconds), measured(row.gain),
                              measured(row.million_nodes)});
    return table;
}

ResultTable settling_table(const Convergence& settling) {
    ResultTable table{
        .title =
            fmt::format("{} on {}, {}: {}", settling.searcher, settling.of.name,
                        settling.seeds == 1 ? "1 seed" : fmt::format("{} seeds", settling.seeds),
                        to_fen(settling.of.position)),
        .key = key_of(fmt::format("settling_{}_{}", settling.searcher, settling.of.name))};
    table.columns = {{.name = "rounds", .key = "rounds", .grouped = true},
                     percent_column("win rate", "win_rate"),
                     percent_column("deviation", "deviation"),
                     {"favourite", "favourite"},
                     {"seeds for it", "seeds_for_it"}};
    for (const ConvergencePoint& point : settling.points)
        table.rows.push_back({measured(point.rounds),
                              Measured{100 * point.mean, 100 * point.lowest, 100 * point.highest},
                              measured(100 * point.deviation),
                              to_san(settling.of.position, point.favourite),
                              measured(point.seeds_for_it)});
    return table;
}

ResultTable traps_table(const std::vector<Trap>& traps) {
    ResultTable table{.title = fmt::format("{} traps; who plays any move falls into {:.1f} %",
                                           traps.size(), 100 * random_share(traps)),
                      .key = "traps"};
    table.columns = {{"player", "player"},
                     {"limit", "limit"},
                     {.name = "fell", .key = "fell", .grouped = true},
                     {.name = "of", .key = "asked", .grouped = true},
                     percent_column("share", "share")};
    return table;
}

std::vector<Cell> trap_row(const TrapPlayer& player, const TrapTally& tally) {
    const Share plausible = tally.plausible();
    return {player.name(),
            player.depth ? fmt::format("depth {}", *player.depth)
                         : fmt::format("{} nodes", grouped(player.nodes.value_or(0))),
            measured(tally.fell), measured(tally.asked),
            Measured{100 * tally.share(), 100 * plausible.lowest, 100 * plausible.highest}};
}

using namespace lab;

std::string nodes_chart(const NodeGrowth& growth) {
    arena::Chart chart;
    chart.title = growth.of.name + ": nodes by depth";
    chart.x_label = "depth in plies";
    chart.y_label = "nodes";
    chart.log_y = true;
    chart.width = 900;  // for the names of all methods in one row
    for (std::size_t i = 0; i < method_count; ++i) {
        arena::ChartSeries series{std::string(name_of(static_cast<Method>(i))), {}};
        for (const GrowthRow& row : growth.rows)
            if (const auto& cell = row.cells[i])
                series.points.push_back(
                    {static_cast<double>(row.depth), static_cast<double>(cell->nodes)});
        chart.series.push_back(std::move(series));
    }
    arena::ChartSeries fewest{"fewest", {}};
    for (const GrowthRow& row : growth.rows)
        if (row.lines > 0)
            fewest.points.push_back(
                {static_cast<double>(row.depth), fewest_nodes(row.legal_moves(), row.depth)});
    chart.series.push_back(std::move(fewest));
    return arena::svg_of(chart);
}

std::string settling_chart(const std::vector<Convergence>& settlings) {
    arena::Chart chart;
    chart.title = "How a win rate settles";
    chart.x_label = "rounds";
    chart.y_label = "win rate of the best move, %";
    chart.log_x = true;
    for (const Convergence& one : settlings) {
        arena::ChartSeries series{one.searcher + ", " + one.of.name, {}};
        arena::ChartBand band;
        band.series = chart.series.size();
        for (const ConvergencePoint& point : one.points) {
            const auto rounds = static_cast<double>(point.rounds);
            series.points.push_back({rounds, 100 * point.mean});
            band.slices.push_back({rounds, 100 * point.lowest, 100 * point.highest});
        }
        chart.series.push_back(std::move(series));
        chart.bands.push_back(std::move(band));
    }
    return arena::svg_of(chart);
}

}  // namespace rookery
