// Looking at files of self-play games, and what they say of themselves.
#pragma once

#include "engine/make_searcher.h"
#include "training/game_export.h"
#include "training/selfplay.h"

#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace rookery {

// Returns an exit code: a failure, too, if something was left out.
int inspect_games(const std::vector<std::string>& files, bool json);

// What a file says of who searched, and of where its games come from; both JSON. The signature is a
// number of nodes that names the player more surely than a version does.
[[nodiscard]] std::string player_text(const SearcherChoice& choice, std::uint64_t signature);
[[nodiscard]] std::string origin_text(const SearcherChoice& choice, std::uint64_t signature,
                                      const training::SelfplaySettings& settings);
// What a file says of its origin, for JSON of ours; as text if it is no JSON.
[[nodiscard]] nlohmann::ordered_json origin_json(const std::string& origin);
[[nodiscard]] std::string statistics_json(const training::GameStatistics& statistics,
                                          const std::string& origin);
[[nodiscard]] std::vector<std::string> statistics_lines(const training::GameStatistics& statistics);

}  // namespace rookery
