// `rookery human export`: games of people in, records for the trainer of a human network out.
#pragma once

#include "base/result.h"
#include "training/human_games.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace rookery::training {

struct HumanExportOrder {
    std::vector<std::string> files;  // lines of games (human_games.h), packed by zstd or not
    std::string output;              // NAME.moves
    // Games of these sources go to NAME.sources.moves, to see how well people are predicted of whom
    // nothing was learned.
    std::vector<std::string> held_sources;
    // One in so many of the other games goes to NAME.held.moves, by a hash of its moves. 0: none.
    std::uint64_t held_of = 50;
    std::size_t threads = 1;
    bool replace = false;
};

// Returns the exit code. Lines that are no game are counted, and the first of them reported with
// their numbers. NAME.moves.json and the like name the sources, with their games and positions.
[[nodiscard]] int export_human_games(const HumanExportOrder& order);

// All records of a file of moves.
[[nodiscard]] Result<std::vector<HumanMove>, std::string>
human_moves_of_file(const std::string& path);

}  // namespace rookery::training
