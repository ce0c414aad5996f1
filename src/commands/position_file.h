// A file of positions, as text or as a trainer takes them.
#pragma once

#include "base/result.h"
#include "chess/position.h"

#include <string>
#include <vector>

namespace rookery {

// Of a file that ends in .positions records of 32 bytes, of any other lines of EPD. The error says what is wrong where.
[[nodiscard]] Result<std::vector<Position>, std::string> positions_of_file(const std::string& path);

}  // namespace rookery
