#include "commands/growth_tables.h"

#include "chess/movegen.h"
#include "notation/fen.h"
#include "notation/san.h"

#include <fmt/format.h>

#include <algorithm>

namespace rookery {
namespace {

using namespace lab;

constexpr Method methods[] = {Method::Minimax, Method::AlphaBeta, Method::Sorted, Method::WithoutTable,
                              Method::WithTable};

// For programs: of letters and underscores.
std::string key_of(std::string_view name) {
    std::string key(name);
    std::ranges::replace_if(key, [](char c) { return c == ' ' || c == '-' || c == ','; }, '_');
    return key;
}

template <class Number>
Measured measured(Number number) {
    return {static_cast<double>(number)};
}
Measured measured(const Middle& middle) { return {middle.median, middle.lowest, middle.highest}; }

Column percent_column(std::string name, std::string key) { return {name + ", %", std::move(key), 1}; }

}  // namespace

Table nodes_table(const NodeGrowth& growth) {
    const Position& position = growth.of.position;
    Table table{.title = fmt::format("{}, {} moves: {}", growth.of.name, count_moves(position), to_fen(position)),
                .key = "nodes_" + key_of(growth.of.name)};
    table.columns = {{"depth", "depth"}};
    for (const Method method : methods)
        table.columns.push_back({.name = std::string(name_of(method)), .key = key_of(name_of(method)), .grouped = true});
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
        cells.push_back(fewest > 0 && sorted ? Cell(measured(static_cast<double>(sorted->nodes) / fewest)) : Cell());
        cells.push_back(fewest > 0 ? Cell(measured(row.legal_moves())) : Cell());
    }
    if (!counted.empty())
        table.notes.push_back("minimax counted by perft, not searched, at depth" + counted + ": it makes every legal move");
    return table;
}

Table branching_table(const NodeGrowth& growth) {
    Table table{.title = growth.of.name + ": times the nodes of the depth before",
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

Table threads_table(const std::vector<ThreadRow>& rows, const ThreadPlan& plan, std::size_t positions) {
    Table table{.title = fmt::format("alphabeta-threads, depth {}, {} positions, median (least to most) of {} turns",
                                     plan.depth, positions, plan.turns),
                .key = "threads"};
    table.columns = {{"threads", "threads"},
                     {"seconds", "seconds", 2},
                     {"times as fast", "gain", 2},
                     {"million nodes", "million_nodes", 2}};
    for (const ThreadRow& row : rows)
        table.rows.push_back(
            {measured(row.threads), measured(row.seconds), measured(row.gain), measured(row.million_nodes)});
    return table;
}

Table settling_table(const Settling& settling) {
    Table table{.title = fmt::format("{} on {}, {}: {}", settling.searcher, settling.of.name,
                                     settling.seeds == 1 ? "1 seed" : fmt::format("{} seeds", settling.seeds),
                                     to_fen(settling.of.position)),
                .key = key_of(fmt::format("settling_{}_{}", settling.searcher, settling.of.name))};
    table.columns = {{.name = "rounds", .key = "rounds", .grouped = true}, percent_column("win rate", "win_rate"),
                     percent_column("deviation", "deviation"), {"favourite", "favourite"},
                     {"seeds for it", "seeds_for_it"}};
    for (const SettlingPoint& point : settling.points)
        table.rows.push_back({measured(point.rounds),
                              Measured{100 * point.mean, 100 * point.lowest, 100 * point.highest},
                              measured(100 * point.deviation), to_san(settling.of.position, point.favourite),
                              measured(point.seeds_for_it)});
    return table;
}

Table traps_table(const std::vector<Trap>& traps) {
    Table table{.title = fmt::format("{} traps; who plays any move falls into {:.1f} %", traps.size(),
                                     100 * random_share(traps)),
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

}  // namespace rookery
