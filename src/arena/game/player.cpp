#include "arena/game/player.h"

namespace rookery::arena {

const char* describe(Trouble trouble) {
    switch (trouble) {
        case Trouble::None: return "no trouble";
        case Trouble::IllegalMove: return "illegal move";
        case Trouble::Unreadable: return "unreadable answer";
        case Trouble::NoMove: return "no move";
        case Trouble::Stalled: return "no answer";
        case Trouble::Disconnected: return "disconnected";
        case Trouble::Crashed: return "crashed";
        case Trouble::Resigned: return "resigned";
    }
    return "";
}

}  // namespace rookery::arena
