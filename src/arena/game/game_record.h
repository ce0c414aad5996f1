// A finished game with the moves, scores and times that are stored.
#pragma once

#include "arena/game/player.h"
#include "chess/game.h"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace rookery::arena {

struct MoveRecord {
    Move move;
    std::optional<EngineScore> score;
    int depth = 0;
    int selective_depth = 0;
    std::uint64_t nodes = 0;
    Duration spent{0};
    std::optional<Duration> clock_left;  // after the move and its increment
};

// How a game came to its end.
enum class Termination : std::uint8_t {
    Unfinished,
    Checkmate,
    Stalemate,
    DeadPosition,
    Repetition,
    FiftyMoves,
    Resignation,
    TimeForfeit,
    IllegalMove,
    BadAnswer,  // the answer was unreadable or named no move
    Stalled,
    Disconnected,
    Crashed,
    AdjudicatedWin,
    AdjudicatedDraw,
    MoveLimit,
};

[[nodiscard]] const char* describe(Termination termination);
// Lost because the player failed, not because it was outplayed.
[[nodiscard]] bool is_failure(Termination termination);

struct GameRecord {
    ByColor<std::string> players;  // names
    ByColor<TimeControl> controls;
    std::optional<std::size_t> opening;  // index in the opening file
    Position start = Position::start();
    bool chess960 = false;
    std::vector<MoveRecord> moves;
    std::size_t opening_plies = 0;  // how many of the moves the opening gave
    GameResult result = GameResult::Open;
    Termination termination = Termination::Unfinished;
    std::string reason;  // a sentence, e.g. "White forfeits on time (0.013 s over)"
    std::chrono::system_clock::time_point started;
    Duration lasted{0};
    ByColor<std::optional<Duration>> latency;  // of a command and its answer, before the game
    std::vector<std::string> warnings;
    std::string conversation;  // only of a player that failed
};

// Compares a stored game with the same game played again. Returns the first difference, if there is
// one; times are not compared.
[[nodiscard]] std::optional<std::string> difference_between(const GameRecord& stored,
                                                            const GameRecord& now);

}  // namespace rookery::arena
