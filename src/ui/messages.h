// Messages on stderr that begin with the name of the program.
#pragma once

#include "base/text.h"
#include "ui/exit_codes.h"

#include <fmt/format.h>

#include <cstdio>
#include <string_view>

namespace rookery {

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
