// Games as PGN, with the scores and times of the players in comments.
#pragma once

#include "arena/game/game_record.h"
#include "arena/store/store.h"
#include "notation/pgn_game.h"

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

namespace rookery::arena {

struct PgnExportOptions {
    bool evals = true;   // [%eval 0.35,12]: White's view, in pawns, then the depth
    bool clocks = true;  // [%clk 0:00:02.9]
    // {+0.35/12 0.21s}: the mover's view, depth, time spent, as older match programs write it.
    bool remarks = false;
    bool book = true;  // opening moves are commented "book"
};

struct PgnHeader {
    std::string event = "?";
    std::string site = "?";
    std::string round = "?";
};

// Moves that are not legal end the game there; a referee never records one. Why the game ended is
// said in the last comment.
[[nodiscard]] PgnGame to_pgn_game(const GameRecord& record, const PgnHeader& header,
                                  const PgnExportOptions& options = {});
[[nodiscard]] std::string to_pgn(const GameRecord& record, const PgnHeader& header,
                                 const PgnExportOptions& options = {});

// All games of a match in the order of their numbers. The event is the match's name, the round is
// the game's number from 1, or in a tournament its round and number ("3.14"). Ends early if `write`
// returns false. Returns the number of games written.
[[nodiscard]] Result<std::size_t, StoreError>
export_pgn(const Store& store, MatchId match, const PgnExportOptions& options,
           const std::function<bool(std::string_view)>& write);

}  // namespace rookery::arena
