// The positions that the experiments look at when nobody names others.
#pragma once

#include "chess/position.h"

#include <string>
#include <vector>

namespace rookery::lab {

struct NamedPosition {
    std::string name;
    Position position;
};

// The start, a middlegame full of captures, a rook ending, and kings among blocked pawns, where many orders of
// moves lead to few positions.
[[nodiscard]] std::vector<NamedPosition> growth_positions();

// The start, where little is at stake, and a position whose best move wins a rook.
[[nodiscard]] std::vector<NamedPosition> settling_positions();

}  // namespace rookery::lab
