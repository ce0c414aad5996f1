// What `go` asks for, as the limits of a search.
#pragma once

#include "chess/types.h"
#include "protocol/uci_parse.h"
#include "search/limits.h"

namespace rookery::uci {

// Values nobody can mean (no depth at all, a clock below zero) become the nearest that can be
// obeyed. The moves of `searchmoves` are left to the caller, who knows the position.
[[nodiscard]] Limits limits_from(const Go& go, Color side_to_move, Limits::Instant now,
                                 std::chrono::milliseconds overhead = {});

}  // namespace rookery::uci
