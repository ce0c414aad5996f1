// What to call the openings of a match that was stored.
#pragma once

#include "arena/match/match_settings.h"
#include "arena/match/opening_results.h"

#include <optional>
#include <string>
#include <vector>

namespace rookery::arena {

// Names come from the opening file; an opening without one, or whose file is gone, is called by the
// moves or the position a stored game began with. Why some names are missing, if they are.
[[nodiscard]] std::optional<std::string> name_openings(std::vector<OpeningResult>& openings,
                                                       const Store& store, MatchId match,
                                                       const OpeningSettings& settings);

}  // namespace rookery::arena
