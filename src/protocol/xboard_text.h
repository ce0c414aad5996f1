// The output of the xboard protocol. Functions named _line or _lines give whole lines with their
// ends.
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

// The answer to `protover`: features and options, up to done=1.
[[nodiscard]] std::string feature_lines(std::string_view engine_name, const OptionTable& options);

// A comment for a person who reads the log.
[[nodiscard]] std::string comment_line(std::string_view text);
[[nodiscard]] std::string error_line(std::string_view reason, std::string_view command);
// The reason may be empty.
[[nodiscard]] std::string illegal_move_line(std::string_view move, std::string_view reason = {});

// A move as two squares; castling as O-O in Chess960 and from unusual squares.
[[nodiscard]] std::string move_text(const Position& position, Move move, bool chess960);

// Centipawns; for a mate 100000 and the number of moves.
[[nodiscard]] int score_number(Score score, const Position& root);

// Depth, score, hundredths of a second, nodes, and the line in SAN.
[[nodiscard]] std::string thinking_line(const Position& root, const LineReport& report,
                                        std::chrono::milliseconds elapsed,
                                        std::string_view expected = {});

// The progress of an analysis.
struct Progress {
    std::chrono::milliseconds elapsed{0};
    std::uint64_t nodes = 0;
    int depth = 0;
    int move_number = 0;  // of the move being searched, from 1; 0: unknown
    Move move;
};
[[nodiscard]] std::string status_line(const Position& root, const Progress& progress,
                                      bool chess960);

// Why the game is over, with every draw claimed that can be. Dead positions count only by lack of
// material: interfaces do not recognise others.
[[nodiscard]] GameEnding declared_ending(const Game& game);
// "1-0 {White mates}".
[[nodiscard]] std::string result_line(const Game& game, GameEnding ending);

}  // namespace rookery::xboard
