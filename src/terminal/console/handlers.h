// What each command of the console does. Each takes its arguments as text, refuses what makes no
// sense with the reason, and changes nothing then.
#pragma once

#include "terminal/console/command_table.h"

namespace rookery::console {

// help_command.cpp
[[nodiscard]] ConsoleReply help(ConsoleState& state, const ConsoleCall& call);

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

// measuring_commands.cpp
[[nodiscard]] ConsoleReply evaluate(ConsoleState& state, const ConsoleCall& call);
[[nodiscard]] ConsoleReply count(ConsoleState& state, const ConsoleCall& call);
[[nodiscard]] ConsoleReply bench(ConsoleState& state, const ConsoleCall& call);

// game_command.cpp
[[nodiscard]] ConsoleReply game(ConsoleState& state, const ConsoleCall& call);

// compare_command.cpp
[[nodiscard]] ConsoleReply compare(ConsoleState& state, const ConsoleCall& call);

// leaving_commands.cpp
[[nodiscard]] ConsoleReply play(ConsoleState& state, const ConsoleCall& call);
[[nodiscard]] ConsoleReply uci(ConsoleState& state, const ConsoleCall& call);
[[nodiscard]] ConsoleReply xboard(ConsoleState& state, const ConsoleCall& call);
[[nodiscard]] ConsoleReply quit(ConsoleState& state, const ConsoleCall& call);

}  // namespace rookery::console
