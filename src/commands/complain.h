// What a command says when something is wrong.
#pragma once

#include "notation/text.h"

#include <fmt/format.h>

#include <cstdio>
#include <string_view>

namespace rookery {

// "rookery: ..." on stderr, which may be a name and what went wrong.
inline void print_error(std::string_view text) { fmt::print(stderr, "rookery: {}\n", text); }

// The same with text from outside in it, such as the names of files and what they hold.
inline void print_printable_error(std::string_view text) { print_error(printable(text, 2000)); }

}  // namespace rookery
