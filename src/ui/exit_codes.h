// The exit codes of the program. They are part of its interface and listed in its help.
#pragma once

namespace rookery {

inline constexpr int exit_ok = 0;
inline constexpr int exit_failed = 1;
inline constexpr int exit_usage = 2;          // the command line makes no sense
inline constexpr int exit_missing = 3;        // something needed is not there
inline constexpr int exit_rejected = 4;       // a sequential test accepted H0
inline constexpr int exit_undecided = 5;      // a sequential test ran out of games
inline constexpr int exit_refused = 75;       // the colony needs another version of this program
inline constexpr int exit_interrupted = 130;  // ended by Ctrl-C, as shells count it

}  // namespace rookery
