#include "terminal/perft_text.h"

#include "notation/coordinate.h"
#include "ui/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace rookery {

std::string progress_text(const PerftProgress& progress, double seconds) {
    const double done = static_cast<double>(progress.done);
    const double total = static_cast<double>(progress.total);
    const double nodes = static_cast<double>(progress.nodes);
    if (progress.done == 0) return fmt::format("0 %, {} so far", time_text(seconds));
    return fmt::format("{:.0f} %, {:.1f} million nodes, {:.1f} million/s, {} left",
                       std::floor(100 * done / total), nodes / 1e6, nodes / seconds / 1e6,
                       time_text(seconds * (total - done) / done));
}

std::string perft_moves_text(const Position& position, const PerftResult& result, bool chess960) {
    std::vector<std::pair<std::string, std::uint64_t>> lines;
    for (const PerftCount& entry : result.moves)
        lines.emplace_back(to_coordinate(position, entry.move, chess960), entry.nodes);
    std::sort(lines.begin(), lines.end());
    std::string text;
    for (const auto& [move, nodes] : lines) text += fmt::format("{}: {}\n", move, nodes);
    return text.empty() ? text : text + "\n";
}

std::string perft_totals_text(const PerftResult& result, double seconds) {
    std::string text =
        fmt::format("nodes  {}\ntime   {:.3f} s\nspeed  {:.1f} million nodes/s\n", result.nodes,
                    seconds, static_cast<double>(result.nodes) / std::max(seconds, 1e-9) / 1e6);
    if (result.stopped) text += "Stopped before the end: these counts are incomplete.\n";
    return text;
}

}  // namespace rookery
