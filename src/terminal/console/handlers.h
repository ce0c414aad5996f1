// The handlers of the console's commands. Each takes its arguments as text; if they make no sense,
// the reply gives the reason and nothing changes.
#pragma once

#include "terminal/console/command_table.h"

namespace rookery::console {

// handlers.cpp
[[nodiscard]] ConsoleReply help(ConsoleState& state, const ConsoleCall& call);
[[nodiscard]] ConsoleReply evaluate(ConsoleState& state, const ConsoleCall& call);
[[nodiscard]] ConsoleReply count(ConsoleState& state, const ConsoleCall& call);
[[nodiscard]] ConsoleReply bench(ConsoleState& state, const ConsoleCall& call);
[[nodiscard]] ConsoleReply game(ConsoleState& state, const ConsoleCall& call);
[[nodiscard]] ConsoleReply compare(ConsoleState& state, const ConsoleCall& call);
[[nodiscard]] ConsoleReply play(ConsoleState& state, const ConsoleCall& call);
[[nodiscard]] ConsoleReply uci(ConsoleState& state, const ConsoleCall& call);
[[nodiscard]] ConsoleReply xboard(ConsoleState& state, const ConsoleCall& call);
[[nodiscard]] ConsoleReply quit(ConsoleState& state, const ConsoleCall& call);

// position_commands.cpp
[[nodiscard]] ConsoleReply position(ConsoleState& state, const ConsoleCall& call);
[[nodiscard]] ConsoleReply show_board(ConsoleState& state, const ConsoleCall& call);
[[nodiscard]] ConsoleReply moves(ConsoleState& state, const ConsoleCall& call);
[[nodiscard]] ConsoleReply undo(ConsoleState& state, const ConsoleCall& call);

// thinking_commands.cpp
[[nodiscard]] ConsoleReply go(ConsoleState& state, const ConsoleCall& call);
[[nodiscard]] ConsoleReply mcts(ConsoleState& state, const ConsoleCall& call);
[[nodiscard]] ConsoleReply mctsab(ConsoleState& state, const ConsoleCall& call);
[[nodiscard]] ConsoleReply minimax(ConsoleState& state, const ConsoleCall& call);

}  // namespace rookery::console
