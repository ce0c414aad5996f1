// What `go` asks for, as an order to the engine.
#pragma once

#include "chess/types.h"
#include "engine/search_order.h"
#include "protocol/uci_parse.h"

namespace rookery::uci {

// Values nobody can mean (no depth at all, a clock below zero) become the nearest that can be obeyed.
// The moves of `searchmoves` are left to the caller, who knows the position.
[[nodiscard]] SearchOrder order_from(const Go& go, Color side_to_move);

}  // namespace rookery::uci
