#include "colony/trust/report_check.h"

#include "chess/movegen.h"
#include "notation/coordinate.h"
#include "notation/printable.h"

#include <fmt/format.h>

#include <algorithm>

namespace rookery::colony {
namespace {

// An ending can be searched several times as fast as what the speed was measured on.
constexpr double fastest_of_measured = 8;
// And a machine may have been busy while it measured.
constexpr double least_speed = 100'000;
constexpr double grace_seconds = 2;

bool is_checkmate(const Position& position) { return position.in_check() && legal_moves(position).empty(); }

}  // namespace

std::optional<std::string> problem_with_line(const Position& root, const std::vector<Move>& only_moves,
                                             const FoundMessage& message) {
    const Score score(message.score);
    // A line that is cut short is no lie, whatever it promises; one that goes on beyond the mate is.
    const bool claims_mate = score.is_mate() && message.bound == LineReport::Bound::Exact;
    const auto mate_after =
        claims_mate ? static_cast<std::size_t>(std::abs(score.mate_plies())) : message.line.size() + 1;
    Position at = root;
    for (std::size_t i = 0; i < message.line.size(); ++i) {
        if (i == mate_after) break;
        const auto move = parse_coordinate(at, message.line[i]);
        if (!move) return fmt::format("it reported the illegal move {} of its line", printable(message.line[i]));
        const bool is_wanted = i > 0 || only_moves.empty() || std::ranges::find(only_moves, *move) != only_moves.end();
        if (!is_wanted) return fmt::format("it reported {}, which was not to be searched", message.line[i]);
        at = at.after(*move);
    }
    if (message.line.size() >= mate_after && !is_checkmate(at))
        return fmt::format("it reported a mate in {} plies that is none", mate_after);
    return std::nullopt;
}

std::optional<std::string> problem_with_nodes(std::uint64_t nodes, std::uint64_t speed,
                                              std::chrono::milliseconds elapsed) {
    const double seconds = std::chrono::duration<double>(elapsed).count() + grace_seconds;
    const double most = std::max(static_cast<double>(speed), least_speed) * fastest_of_measured * seconds;
    if (static_cast<double>(nodes) <= most) return std::nullopt;
    return fmt::format("it reported {} nodes after {:.1f} s, with a measured speed of {} a second", nodes,
                       std::chrono::duration<double>(elapsed).count(), speed);
}

}  // namespace rookery::colony
