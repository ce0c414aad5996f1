// Files of training positions, told apart by how their names end.
#pragma once

#include "base/result.h"
#include "chess/position.h"
#include "notation/epd.h"
#include "training/position_set.h"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace rookery::tune {

// What evaluations are tuned on: positions, what the search thought of them, and how their games
// ended.

inline constexpr std::int16_t no_score = std::numeric_limits<std::int16_t>::min();

struct TrainingPosition {
    Position position;
    std::int16_t score = no_score;  // the search's, White's view, centipawns
    std::uint8_t result = 1;        // half points of White: 0, 1 or 2
    std::uint32_t game = 0;         // positions of one game have the same number
};

// False if no more are wanted.
using PositionVisitor = std::function<bool(const TrainingPosition&)>;

// Shows all its positions to the visitor, in the same order every time it is called. The problem,
// if they could not be read.
using PositionSource = std::function<std::optional<std::string>(const PositionVisitor&)>;

// The sources one after another; the games of each are numbered on from those before.
[[nodiscard]] inline PositionSource joined(std::vector<PositionSource> sources) {
    return
        [sources = std::move(sources)](const PositionVisitor& visit) -> std::optional<std::string> {
            std::uint32_t games = 0;
            for (const PositionSource& source : sources) {
                const std::uint32_t before = games;
                bool wants_more = true;
                const auto problem = source([&](const TrainingPosition& one) {
                    TrainingPosition renumbered = one;
                    renumbered.game += before;
                    games = std::max(games, renumbered.game + 1);
                    wants_more = visit(renumbered);
                    return wants_more;
                });
                if (problem || !wants_more) return problem;
            }
            return std::nullopt;
        };
}

// One after another. Why not, if a file is missing or of no kind that is known. The filter is for
// games of self-play; other files have been sifted by whoever made them, or know only one way.
[[nodiscard]] Result<PositionSource, std::string>
positions_of(const std::vector<std::string>& paths, const training::PositionFilter& filter = {});

// Training positions from EPD files.
//
//     8/2k5/8/3P4/8/8/3K4/8 w - - c9 "1-0"; ce 120; id "game 17";
//
// The result stands in any of c0 to c9, as 1-0, 0-1, 1/2-1/2, or as White's points. The score (ce,
// centipawns in the view of the side to move) may be missing. Lines with the same id that follow
// one another are of one game; without ids, lines are if their results are the same and their move
// numbers rise.

// All but the number of the game. Why not, if the line says no result.
[[nodiscard]] Result<TrainingPosition, std::string> training_position_of(const Epd& epd);

// Lines that cannot be used are left out; a file in which none can is a problem. So is one that
// cannot be read.
[[nodiscard]] PositionSource epd_source(std::string path);

// Training positions from files of self-play games (training/game_file.h).

// Those the filter takes. Blocks that are damaged are left out; a file without any is a problem.
[[nodiscard]] PositionSource games_source(std::string path, training::PositionFilter filter = {});

// Training positions from games in PGN: those in which nothing was about to be taken, with the
// result alone.

// Games without a result and those with a move that cannot be read are left out. The first plies of
// a game, when everybody plays from a book, are not taken.
[[nodiscard]] PositionSource pgn_source(std::string path, std::size_t first_ply = 16);

}  // namespace rookery::tune
