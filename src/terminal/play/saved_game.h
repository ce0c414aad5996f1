// A game in a file: PGN that any program reads, with what it takes to go on playing.
#pragma once

#include "base/result.h"
#include "terminal/play/play_setup.h"
#include "terminal/play/play_table.h"

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace rookery {

struct SavedGame {
    Game game{};
    ByColor<std::string> names{};
    ByColor<std::string> specs{};                    // of the seats; empty in games from elsewhere
    std::string control{};                           // a time control; empty: none
    ByColor<std::optional<arena::Duration>> left{};  // on the clocks
};

[[nodiscard]] std::string to_saved_text(const PlayTable& table, const ByColor<Seat>& seats);

// The first game of a PGN, whoever wrote it.
[[nodiscard]] Result<SavedGame, std::string> saved_game_from(std::string_view pgn);

// Where the game is kept that was left unfinished; nothing if there is no place for it.
[[nodiscard]] std::optional<std::filesystem::path> unfinished_game_path();

}  // namespace rookery
