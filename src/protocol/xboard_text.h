// What the engine says in the xboard protocol, as text. Every function gives whole lines, ends
// included, unless it says otherwise.
#pragma once

#include "chess/game.h"
#include "engine/options.h"
#include "search/searcher.h"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace rookery::xboard {

// What we can do, with our options, up to done=1.
[[nodiscard]] std::string feature_lines(std::string_view engine_name, const OptionTable& options);

// For people who look at the conversation.
[[nodiscard]] std::string comment_line(std::string_view text);
[[nodiscard]] std::string error_line(std::string_view reason, std::string_view command);
// The reason may be empty.
[[nodiscard]] std::string illegal_move_line(std::string_view move, std::string_view reason = {});

// A move as a word: two squares, but castling as O-O where it begins on other squares than usual.
[[nodiscard]] std::string move_text(const Position& position, Move move, bool chess960);

// 100000 and the moves to it for a mate, centipawns else.
[[nodiscard]] int score_number(Score score, const Position& root);

// Depth, score, hundredths of a second, nodes, and the line as players write it.
[[nodiscard]] std::string thinking_line(const Position& root, const LineReport& report,
                                        std::chrono::milliseconds elapsed,
                                        std::string_view expected = {});

// How far an analysis is.
struct Progress {
    std::chrono::milliseconds elapsed{0};
    std::uint64_t nodes = 0;
    int depth = 0;
    int move_number = 0;  // of the move looked at, from 1; 0: unknown
    Move move;
};
[[nodiscard]] std::string status_line(const Position& root, const Progress& progress,
                                      bool chess960);

// Why the game is over, for an engine that claims what it may claim. Positions that are dead for
// other reasons than too little material do not count: interfaces do not see it.
[[nodiscard]] GameEnding declared_ending(const Game& game);
// "1-0 {White mates}"; only where there is an ending.
[[nodiscard]] std::string result_line(const Game& game, GameEnding ending);

}  // namespace rookery::xboard
