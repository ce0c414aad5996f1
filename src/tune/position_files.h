// Files of training positions, told apart by how their names end.
#pragma once

#include "base/result.h"
#include "tune/training_position.h"

namespace rookery::tune {

// One after another. Why not, if a file is missing or of no kind that is known.
[[nodiscard]] Result<PositionSource, std::string>
positions_of(const std::vector<std::string>& paths);

}  // namespace rookery::tune
