// Plays one game between two players and judges it.
//
// The referee keeps the rules, the clocks and the result. A player that fails loses the game, and
// the reason is recorded. The caller starts it again for the next game.
#pragma once

#include "arena/game/game_record.h"
#include "arena/game/player.h"
#include "arena/openings/opening.h"

#include <functional>
#include <optional>
#include <stop_token>

namespace rookery::arena {

// Adjudication ends decided games early. All rules are off by default.
struct Adjudication {
    struct Draw {
        int from_move = 40;   // not before this move number
        int moves = 8;        // for so many moves of each side in a row
        int centipawns = 10;  // both say at most this much
    };
    struct Resign {
        int moves = 4;         // for so many moves of each side in a row
        int centipawns = 600;  // both say that the same side is ahead by this much
    };
    std::optional<Draw> draw;
    std::optional<Resign> resign;
    std::optional<int> max_moves;  // a draw after so many moves
};

struct GameSettings {
    std::uint64_t number = 0;  // of the game; random choices of the players depend on it
    ByColor<TimeControl> controls;
    Opening opening;
    std::optional<std::size_t> opening_index;
    Adjudication adjudication;
    // How much a clock may be overstepped before the flag counts as fallen.
    Duration grace{0};
    // Beyond its clock (or where it has none) a player that does not answer for so long has
    // stalled.
    Duration timeout{std::chrono::seconds(10)};
    // With it, clocks count nodes at this rate instead of time: the same on any machine.
    std::optional<double> nodes_per_second;
};

// Called after every move.
using MoveListener = std::function<void(const Game&, const MoveRecord&)>;

// Both players are started. Stopped from outside, the record comes back with GameResult::Open.
[[nodiscard]] GameRecord play_game(const ByColor<Player*>& players, const GameSettings& settings,
                                   const std::stop_token& stop, const MoveListener& listener = {});

}  // namespace rookery::arena
