// Plays a game in the terminal, or on any other input and output.
#pragma once

#include "chess/game.h"
#include "search/searcher.h"
#include "terminal/line_source.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace rookery {

// The choices of the command line.
struct PlayChoices {
    bool black = false;
    bool white = false;
    bool random_side = false;
    bool two_players = false;
    bool resume = false;
    std::filesystem::path resumed_file;  // which unfinished game; empty: the last one
    std::vector<std::string> watch;      // two searchers, or none
    std::string opponent;
    std::string evaluator;
    std::optional<int> level;
    std::string clock;
    std::string move_time;
    std::string pgn;           // a file to go on from
    std::optional<Game> game;  // where to begin, instead of the file
    std::optional<std::uint64_t> seed;
    bool ascii = false;
    bool no_color = false;
    bool flip = false;
    bool plain = false;
    bool thinking = false;
    bool human_pace = false;
    bool unrated = false;  // the profile stays as it is
};

// Asks the questions of PlaySetup if nothing was chosen and a person types. Plays until the game is
// over, the input ends, or Ctrl-C; a person's unfinished game is saved. The result is an error.
[[nodiscard]] std::optional<std::string> play(PlayChoices choices, SearcherTable searchers,
                                              LineSource& source);

// The same from a game of the console. Without a person, the input plays White against the lowest
// level.
void play_from(const Game& game, SearcherTable searchers, LineSource& source);

}  // namespace rookery
