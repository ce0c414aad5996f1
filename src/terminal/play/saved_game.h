// A saved game: PGN for any program, with tags of our own to go on playing.
#pragma once

#include "base/result.h"
#include "terminal/play/play_setup.h"
#include "terminal/play/timed_game.h"

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

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

// The same from a file; the error names it.
[[nodiscard]] Result<SavedGame, std::string> saved_game_of_file(const std::string& path);

// The unfinished games of the data folder, each in a file of its own, the last one first. Files
// that cannot be read as a game are left out.
struct UnfinishedGame {
    std::filesystem::path path;
    SavedGame game;
};
[[nodiscard]] std::vector<UnfinishedGame> unfinished_games();

// Keeps the game in `path`, or in a new file of the data folder if there is none, and sets `path`.
// Returns the problem if it did not work.
[[nodiscard]] std::optional<std::string> keep_unfinished(std::optional<std::filesystem::path>& path,
                                                         std::string_view pgn);

}  // namespace rookery
