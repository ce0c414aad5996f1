// Connects a game to the terminal, or to whatever the input and output are.
#pragma once

#include "terminal/play_session.h"

namespace rookery {

// Until the game is over, the input ends, or Ctrl-C.
void run_play_loop(PlaySession& session);

}  // namespace rookery
