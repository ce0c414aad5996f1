#include "commands/growth_text.h"

#include "chess/movegen.h"
#include "notation/fen.h"
#include "notation/san.h"

#include <fmt/format.h>

namespace rookery {
namespace {

using namespace lab;

constexpr Method methods[] = {Method::Minimax, Method::AlphaBeta, Method::Sorted, Method::WithoutTable,
                              Method::WithTable};
// Wide enough for the longest name and for minimax at depth 6.
constexpr int column = 21;

std::string cell_text(const std::optional<Cell>& cell) {
    if (!cell) return "-";
    return grouped(cell->nodes) + (cell->is_counted ? "*" : " ");
}

std::string heading(std::string_view first) {
    std::string text = fmt::format("{:<7}", first);
    for (const Method method : methods) text += fmt::format("{:>{}} ", name_of(method), column - 1);
    return text;
}

std::string middle_text(const Middle& middle, int decimals) {
    return fmt::format("{:.{}f} ({:.{}f} to {:.{}f})", middle.median, decimals, middle.lowest, decimals, middle.highest,
                       decimals);
}

std::string percent(double share) { return fmt::format("{:.1f} %", 100 * share); }

}  // namespace

std::string grouped(std::uint64_t number) {
    std::string text = std::to_string(number);
    for (std::size_t at = text.size(); at > 3;) text.insert(at -= 3, 1, ',');
    return text;
}

std::string nodes_text(const NodeGrowth& growth) {
    const Position& position = growth.of.position;
    std::string text = fmt::format("{}, {} moves: {}\n\n", growth.of.name, count_moves(position), to_fen(position));
    text += heading("nodes") + fmt::format("{:>13} {:>9} {:>7}\n", "fewest", "sorted is", "moves");
    bool some_are_counted = false;
    for (const GrowthRow& row : growth.rows) {
        text += fmt::format("{:<7}", row.depth);
        for (const Method method : methods) {
            text += fmt::format("{:>{}}", cell_text(row[method]), column);
            some_are_counted |= row[method] && row[method]->is_counted;
        }
        if (row.lines > 0) {
            const double fewest = fewest_nodes(row.legal_moves(), row.depth);
            text += fmt::format("{:>13} ", grouped(static_cast<std::uint64_t>(fewest + 0.5)));
            const auto& sorted = row[Method::Sorted];
            text += sorted ? fmt::format("{:>8.2f}x", static_cast<double>(sorted->nodes) / fewest)
                           : fmt::format("{:>9}", "-");
            text += fmt::format(" {:>7.1f}", row.legal_moves());
        }
        text += '\n';
    }
    text += '\n' + heading("growth") + '\n';
    for (std::size_t i = 1; i < growth.rows.size(); ++i) {
        const int depth = growth.rows[i].depth;
        text += fmt::format("{:<7}", depth);
        for (const Method method : methods) {
            const auto times = growth.branching(method, depth);
            text += times ? fmt::format("{:>{}.2f} ", *times, column - 1) : fmt::format("{:>{}} ", "-", column - 1);
        }
        text += '\n';
    }
    if (some_are_counted) text += "* counted by perft: minimax makes every legal move\n";
    return text;
}

std::string threads_text(const std::vector<ThreadRow>& rows) {
    std::string text =
        fmt::format("{:<8} {:>24} {:>24} {:>28}\n", "threads", "seconds", "times as fast", "million nodes");
    for (const ThreadRow& row : rows)
        text += fmt::format("{:<8} {:>24} {:>24} {:>28}\n", row.threads, middle_text(row.seconds, 2),
                            middle_text(row.gain, 2), middle_text(row.million_nodes, 2));
    return text;
}

std::string settling_text(const Settling& settling) {
    std::string text = fmt::format("{} on {}, {}: {}\n\n", settling.searcher, settling.of.name,
                                   settling.seeds == 1 ? "1 seed" : fmt::format("{} seeds", settling.seeds),
                                   to_fen(settling.of.position));
    text += fmt::format("{:>8} {:>9} {:>10} {:>18} {:>9} {:>12}\n", "rounds", "win rate", "deviation",
                        "lowest, highest", "favourite", "seeds for it");
    for (const SettlingPoint& point : settling.points)
        text += fmt::format("{:>8} {:>9} {:>10} {:>18} {:>9} {:>12}\n", grouped(point.rounds), percent(point.mean),
                            percent(point.deviation), percent(point.lowest) + ", " + percent(point.highest),
                            to_san(settling.of.position, point.favourite), point.seeds_for_it);
    return text;
}

std::string traps_heading(const std::vector<Trap>& traps) {
    const std::string text = fmt::format("{} traps; who plays any move falls into {}\n\n", traps.size(),
                                         percent(random_share(traps)));
    return text + fmt::format("{:<22} {:>16} {:>14} {:>9} {:>18}\n", "player", "limit", "fell", "share", "plausible");
}

std::string trap_row_text(const TrapPlayer& player, const TrapTally& tally) {
    const std::string limit = player.depth ? fmt::format("depth {}", *player.depth)
                                           : fmt::format("{} nodes", grouped(player.nodes.value_or(0)));
    const Share plausible = tally.plausible();
    return fmt::format("{:<22} {:>16} {:>14} {:>9} {:>18}\n", player.name(), limit,
                       fmt::format("{} of {}", tally.fell, tally.asked), percent(tally.share()),
                       fmt::format("{:.1f} to {:.1f} %", 100 * plausible.lowest, 100 * plausible.highest));
}

}  // namespace rookery
