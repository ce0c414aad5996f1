// Training positions from EPD files.
//
//     8/2k5/8/3P4/8/8/3K4/8 w - - c9 "1-0"; ce 120; id "game 17";
//
// The result stands in any of c0 to c9, as 1-0, 0-1, 1/2-1/2, or as White's points. The score (ce,
// centipawns in the view of the side to move) may be missing. Lines with the same id that follow one
// another are of one game; without ids, lines are if their results are the same and their move
// numbers rise.
#pragma once

#include "base/result.h"
#include "notation/epd.h"
#include "tune/training_position.h"

namespace rookery::tune {

// All but the number of the game. Why not, if the line says no result.
[[nodiscard]] Result<TrainingPosition, std::string> training_position_of(const Epd& epd);

// Lines that cannot be used are left out; a file in which none can is a problem. So is one that
// cannot be read.
[[nodiscard]] PositionSource epd_source(std::string path);

}  // namespace rookery::tune
