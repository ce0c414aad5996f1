// Looking at files of self-play games and turning them into other forms.
#pragma once

#include "engine/make_searcher.h"
#include "training/game_statistics.h"
#include "training/selfplay.h"

#include <cstdint>
#include <string>
#include <vector>

namespace rookery {

// Both return an exit code.
int inspect_games(const std::vector<std::string>& files, bool json);
// The form follows the name: .pgn for whole games, .epd for positions as text, .positions for a trainer
// (training/position_set.h); those of games held back then go to a second file, NAME.held.positions.
int export_games(const std::vector<std::string>& files, const std::string& output, bool filtered);

// What a file says of who searched, and of where its games come from; both JSON. The signature is a number of nodes that
// names the player more surely than a version does.
[[nodiscard]] std::string player_text(const SearcherChoice& choice, std::uint64_t signature);
[[nodiscard]] std::string origin_text(const SearcherChoice& choice, std::uint64_t signature,
                                      const training::SelfplaySettings& settings);
[[nodiscard]] std::string statistics_json(const training::GameStatistics& statistics,
                                          const std::string& origin);
[[nodiscard]] std::vector<std::string> statistics_lines(const training::GameStatistics& statistics);

}  // namespace rookery
