// Messages on stderr that begin with the name of the program, and its exit codes.
#pragma once

#include "base/text.h"

#include <fmt/format.h>

#include <cstdio>
#include <string_view>

namespace rookery {

// They are part of the interface of the program and listed in its help.
inline constexpr int exit_ok = 0;
inline constexpr int exit_failed = 1;
inline constexpr int exit_usage = 2;          // the command line makes no sense
inline constexpr int exit_missing = 3;        // something needed is not there
inline constexpr int exit_rejected = 4;       // a sequential test accepted H0
inline constexpr int exit_undecided = 5;      // a sequential test ran out of games
inline constexpr int exit_refused = 75;       // the colony needs another version of this program
inline constexpr int exit_interrupted = 130;  // ended by Ctrl-C, as shells count it

inline void print_error(std::string_view text) { fmt::print(stderr, "rookery: {}\n", text); }

// The same for text that contains foreign bytes, such as names of files or lines from them.
inline void print_printable_error(std::string_view text) { print_error(printable(text, 2000)); }

// Prints why a command cannot go on and returns its exit code.
[[nodiscard]] inline int fail_with(std::string_view why, int code = exit_failed) {
    print_error(why);
    return code;
}
[[nodiscard]] inline int fail_with_printable(std::string_view why, int code = exit_failed) {
    return fail_with(printable(why, 2000), code);
}

}  // namespace rookery
