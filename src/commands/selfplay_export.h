// Turning files of self-play games into other forms.
#pragma once

#include <string>
#include <vector>

namespace rookery {

// The form follows the name: .pgn for whole games, .epd for positions as text, .positions for a
// trainer (training/position_set.h); those of games held back then go to a second file,
// NAME.held.positions.
//
// Returns an exit code. If a file cannot be opened nothing is written; if something damaged was
// left out, the rest is.
int export_games(const std::vector<std::string>& files, const std::string& output, bool filtered);

}  // namespace rookery
