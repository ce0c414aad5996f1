// The measured columns of tables as a picture: a panel for every column whose numbers say how far they may be off.
#pragma once

#include "arena/statistics/bar_chart.h"
#include "lab/table.h"

#include <span>
#include <string>

namespace rookery::lab {

// A row is a bar, named by its first cell; cells without a number are left out.
[[nodiscard]] arena::BarChart bars_of(std::string title, std::span<const Table> tables);

}  // namespace rookery::lab
