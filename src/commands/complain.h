// What a command says when something is wrong.
#pragma once

#include "notation/printable.h"

#include <fmt/format.h>

#include <cstdio>
#include <string_view>

namespace rookery {

// "rookery: ..." on stderr, which may be a name and what went wrong.
inline void complain(std::string_view text) { fmt::print(stderr, "rookery: {}\n", text); }

// The same with text from outside in it, such as the names of files and what they hold.
inline void complain_printable(std::string_view text) { complain(printable(text, 2000)); }

}  // namespace rookery
