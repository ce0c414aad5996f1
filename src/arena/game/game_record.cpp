#include "arena/game/game_record.h"

#include "notation/coordinate.h"

#include <fmt/format.h>

#include <algorithm>

namespace rookery::arena {

const char* describe(Termination termination) {
    switch (termination) {
        case Termination::Unfinished: return "unfinished";
        case Termination::Checkmate: return "checkmate";
        case Termination::Stalemate: return "stalemate";
        case Termination::DeadPosition: return "neither side can mate";
        case Termination::Repetition: return "threefold repetition";
        case Termination::FiftyMoves: return "fifty moves without progress";
        case Termination::Resignation: return "resignation";
        case Termination::TimeForfeit: return "time forfeit";
        case Termination::IllegalMove: return "illegal move";
        case Termination::BadAnswer: return "unreadable answer";
        case Termination::Stalled: return "no answer";
        case Termination::Disconnected: return "disconnected";
        case Termination::Crashed: return "crashed";
        case Termination::AdjudicatedWin: return "adjudicated win";
        case Termination::AdjudicatedDraw: return "adjudicated draw";
        case Termination::MoveLimit: return "move limit";
    }
    return "";
}

bool is_failure(Termination termination) {
    switch (termination) {
        case Termination::TimeForfeit:
        case Termination::IllegalMove:
        case Termination::BadAnswer:
        case Termination::Stalled:
        case Termination::Disconnected:
        case Termination::Crashed: return true;
        case Termination::Unfinished:
        case Termination::Checkmate:
        case Termination::Stalemate:
        case Termination::DeadPosition:
        case Termination::Repetition:
        case Termination::FiftyMoves:
        case Termination::Resignation:
        case Termination::AdjudicatedWin:
        case Termination::AdjudicatedDraw:
        case Termination::MoveLimit: return false;
    }
    return false;
}

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
        if (const auto what =
                difference_between(stored.moves[ply], now.moves[ply], position, stored.chess960))
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
