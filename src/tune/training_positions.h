// Positions with results and scores for tuning, read from files of several formats.
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

inline constexpr std::int16_t no_score = std::numeric_limits<std::int16_t>::min();

struct TrainingPosition {
    Position position;
    std::int16_t score = no_score;  // the search's, White's view, centipawns
    std::uint8_t result = 1;        // half points of White: 0, 1 or 2
    std::uint32_t game = 0;         // positions of one game have the same number
};

// Returns false if no more positions are wanted.
using PositionVisitor = std::function<bool(const TrainingPosition&)>;

// Calls the visitor with all its positions, in the same order in every call. Returns the problem if
// they could not be read.
using PositionSource = std::function<std::optional<std::string>(const PositionVisitor&)>;

// The sources one after another, with the games numbered consecutively.
[[nodiscard]] inline PositionSource joined(std::vector<PositionSource> sources) {
    return
        [sources = std::move(sources)](const PositionVisitor& visit) -> std::optional<std::string> {
            std::uint32_t games = 0;
            for (const PositionSource& source : sources) {
                const std::uint32_t before = games;
                bool wants_more = true;
                auto problem = source([&](const TrainingPosition& one) {
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

// The positions of all files; the ending of a name tells the format. The error says which file is
// missing or has an unknown format. The filter is for files of self-play games only.
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

// Without the number of the game. The error says what is missing.
[[nodiscard]] Result<TrainingPosition, std::string> training_position_of(const Epd& epd);

// Lines without a result are left out; a file in which all lines are left out is a problem.
[[nodiscard]] PositionSource epd_source(std::string path);

// Positions that the filter takes from a file of self-play games (training/game_file.h). A damaged
// file and a file without games are a problem.
[[nodiscard]] PositionSource games_source(std::string path, training::PositionFilter filter = {});

// Positions of PGN games in which the next move is quiet, with the result alone. Games without a
// result or with an illegal move are left out, and so are the first plies, which come from a book.
[[nodiscard]] PositionSource pgn_source(std::string path, std::size_t first_ply = 16);

}  // namespace rookery::tune
