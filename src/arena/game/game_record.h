// A finished game with the moves, scores and times that are stored, and its moves as bytes.
#pragma once

#include "arena/game/player.h"
#include "chess/game.h"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
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

// For people: "threefold repetition".
[[nodiscard]] const char* describe(Termination termination);
// The word in the database, which must never change: "dead-position".
[[nodiscard]] const char* word_of(Termination termination);
[[nodiscard]] std::optional<Termination> termination_of(std::string_view word);
// The word for PGN's Termination tag: "rules infraction".
[[nodiscard]] const char* pgn_word_of(Termination termination);
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

// The moves of a game in a few bytes each, for the store and for messages.
//
// A row per move would make the database ten times larger and every insertion slower, and questions
// are asked for a whole game at a time anyway. The first byte is a version, so that the form can
// change while old games stay readable:
//
//     1, count, then per move: code (2 bytes, low first), flags, [score], depth, selective depth,
//     nodes, microseconds spent, [microseconds left]
//
// Numbers are varints, and zigzag coded where they may be negative (base/bytes.h). Flags: 1 there
// is a score, 2 it counts moves to mate, 4 lower bound, 8 upper bound, 16 there is a clock.
[[nodiscard]] std::string encode_moves(const std::vector<MoveRecord>& moves);

// Refuses everything that encode_moves() does not write. Moves are not checked against the rules:
// that needs the position.
[[nodiscard]] Result<std::vector<MoveRecord>, std::string> decode_moves(std::string_view blob);

}  // namespace rookery::arena
