// A saved game: PGN for any program, with tags of our own to go on playing.
#pragma once

#include "base/result.h"
#include "terminal/play/play_setup.h"
#include "terminal/play/timed_game.h"

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace rookery {

struct SavedGame {
    Game game{};
    ByColor<std::string> names{};
    ByColor<std::string> specs{};  // of the seats; empty in games of other programs
    std::string control{};         // a time control; empty: none
    ByColor<std::optional<arena::Duration>> left{};  // on the clocks
};

[[nodiscard]] std::string to_saved_text(const TimedGame& game, const ByColor<Seat>& seats);

// The first game of a PGN of any origin.
[[nodiscard]] Result<SavedGame, std::string> saved_game_from(std::string_view pgn);

// The file of the unfinished game; none if there is no data folder.
[[nodiscard]] std::optional<std::filesystem::path> unfinished_game_path();

}  // namespace rookery
