// What a command says when something is wrong.
#pragma once

#include <fmt/format.h>

#include <cstdio>
#include <string_view>

namespace rookery {

// "rookery: ..." on stderr, which may be a name and what went wrong.
inline void complain(std::string_view text) { fmt::print(stderr, "rookery: {}\n", text); }

}  // namespace rookery
