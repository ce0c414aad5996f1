// Training positions from files of self-play games (training/game_file.h).
#pragma once

#include "training/position_filter.h"
#include "tune/training_position.h"

namespace rookery::tune {

// Those the filter takes. Blocks that are damaged are left out; a file without any is a problem.
[[nodiscard]] PositionSource games_source(std::string path, training::PositionFilter filter = {});

}  // namespace rookery::tune
