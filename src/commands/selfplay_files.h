// Looking at files of self-play games and turning them into other forms.
#pragma once

#include "training/game_statistics.h"

#include <string>
#include <vector>

namespace rookery {

// Both return an exit code.
int inspect_games(const std::vector<std::string>& files, bool json);
// The form follows the name: .pgn for whole games, .epd for positions.
int export_games(const std::vector<std::string>& files, const std::string& output, bool filtered);

[[nodiscard]] std::string statistics_json(const training::GameStatistics& statistics,
                                          const std::string& origin);
[[nodiscard]] std::vector<std::string> statistics_lines(const training::GameStatistics& statistics);

}  // namespace rookery
