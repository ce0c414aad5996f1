// Files of training positions, told apart by how their names end.
#pragma once

#include "base/result.h"
#include "training/position_filter.h"
#include "tune/training_position.h"

namespace rookery::tune {

// One after another. Why not, if a file is missing or of no kind that is known. The filter is for games
// of self-play; other files have been sifted by whoever made them, or know only one way.
[[nodiscard]] Result<PositionSource, std::string>
positions_of(const std::vector<std::string>& paths, const training::PositionFilter& filter = {});

}  // namespace rookery::tune
