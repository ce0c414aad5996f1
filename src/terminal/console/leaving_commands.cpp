#include "terminal/console/handlers.h"

namespace rookery::console {

using Next = ConsoleReply::Next;

ConsoleReply play(ConsoleState& state, const ConsoleCall&) {
    if (state.game.ending() != Ending::None) return {"The game on the board is over; 'position' begins again.\n"};
    return {{}, Next::Play};
}

ConsoleReply uci(ConsoleState&, const ConsoleCall&) { return {{}, Next::Uci}; }

ConsoleReply xboard(ConsoleState&, const ConsoleCall&) { return {{}, Next::Xboard}; }

ConsoleReply quit(ConsoleState&, const ConsoleCall&) { return {{}, Next::Quit}; }

}  // namespace rookery::console
