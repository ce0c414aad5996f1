// The one table of searchers: whatever plays is listed here.
#pragma once

#include "search/searcher.h"

namespace rookery {

[[nodiscard]] SearcherTable all_searchers();

}  // namespace rookery
