#include "arena/game/game_record.h"

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

}  // namespace rookery::arena
