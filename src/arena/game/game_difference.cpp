#include "arena/game/game_difference.h"

#include "notation/coordinate.h"

#include <fmt/format.h>

#include <algorithm>

namespace rookery::arena {
namespace {

std::optional<std::string> difference_between(const MoveRecord& stored, const MoveRecord& now,
                                              const Position& position, bool chess960) {
    const auto text = [&](Move move) { return to_coordinate(position, move, chess960); };
    if (stored.move != now.move)
        return fmt::format("{} was played, now {}", text(stored.move), text(now.move));
    if (stored.nodes != now.nodes)
        return fmt::format("{} took {} nodes, now {}", text(now.move), stored.nodes, now.nodes);
    if (stored.score != now.score) return fmt::format("{} has another score", text(now.move));
    return std::nullopt;
}

}  // namespace

std::optional<std::string> difference_between(const GameRecord& stored, const GameRecord& now) {
    if (stored.start != now.start) return "it began in another position";
    Position position = stored.start;
    const std::size_t plies = std::min(stored.moves.size(), now.moves.size());
    for (std::size_t ply = 0; ply < plies; ++ply) {
        if (const auto what = difference_between(stored.moves[ply], now.moves[ply], position,
                                                 stored.chess960))
            return fmt::format("ply {}: {}", ply + 1, *what);
        position.make(stored.moves[ply].move);
    }
    if (stored.moves.size() != now.moves.size())
        return fmt::format("it had {} plies, now {}", stored.moves.size(), now.moves.size());
    if (stored.result != now.result || stored.termination != now.termination)
        return fmt::format("it ended {} ({}), now {} ({})", notation_of(stored.result),
                           describe(stored.termination), notation_of(now.result),
                           describe(now.termination));
    return std::nullopt;
}

}  // namespace rookery::arena
