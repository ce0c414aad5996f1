// Small pieces of text of which the conversation about a game is made.
#pragma once

#include "chess/position.h"
#include "search/searcher.h"
#include "terminal/play/play_table.h"
#include "ui/screen.h"
#include "ui/text.h"

#include <chrono>
#include <string>
#include <string_view>
#include <vector>

namespace rookery {

// A narrow terminal, or a board beside other things.
inline constexpr std::size_t play_width = 40;
// Of a searcher, where neither a clock nor anything else says how long.
inline constexpr std::chrono::seconds usual_thinking_time{1};

[[nodiscard]] inline std::string play_text(std::string_view text) {
    return wrapped(text, play_width);
}

// With a capital letter and a full stop.
[[nodiscard]] std::string sentence(std::string text);

[[nodiscard]] std::vector<std::string> san_names(const Position& position,
                                                 const std::vector<Move>& moves);

// What each side has taken, the upper side of the board first, and by how much it leads; nothing
// where nothing was taken.
[[nodiscard]] std::string captured_text(const CapturedPieces& pieces, Color bottom,
                                        const Style& style);

// What a searcher thought, in a line or two for a person who watches.

// Keeps the last thing a search said of its best line and of its tree, and what else whoever
// watches should know.
class Thinking final : public SearchListener {
  public:
    void on_line(const LineReport& report) override {
        if (report.line == 1 && report.bound == LineReport::Bound::Exact) line = report;
    }
    void on_tree(const TreeReport& report) override { tree = report; }
    void on_notice(std::string_view text) override { notices.emplace_back(text); }

    LineReport line;
    TreeReport tree;
    std::vector<std::string> notices;
};

// "depth 12, +0.35, 1.2M nodes, 1.5M/s: Nf3 d5 d4"; for a tree "3,214 playouts, 1.1k/s" and its
// moves by visits.
[[nodiscard]] std::string describe(const Thinking& thinking, const Position& position,
                                   std::size_t width);

// The same of a line alone.
[[nodiscard]] std::string describe(const LineReport& line, const Position& position);

// The moves a tree knows most about, as a table: visits and how many were won. No line is wider
// than 40 columns.
[[nodiscard]] std::vector<std::string> tree_table(const TreeReport& tree, const Position& position);

// "Nf3 d5 d4", as far as they are legal.
[[nodiscard]] std::string in_san(const std::vector<Move>& moves, const Position& position);

// "1.2M/s".
[[nodiscard]] std::string per_second(std::uint64_t count, std::chrono::milliseconds elapsed);

// "+0.35" from the side to move, "mate in 3", "mated in 2".
[[nodiscard]] std::string describe(Score score, const Position& position);

// A game in sentences, for those who hear it instead of seeing it.

// "knight g1 to f3", "pawn e5 takes pawn d6 en passant", "castles kingside", with ", check" and the
// like. The move is legal.
[[nodiscard]] std::string spoken_move(const Position& before, Move move);

// "Rank 4: white pawn e4, black knight g4." from the a-file on; "Rank 5 is empty."
[[nodiscard]] std::string spoken_rank(const Position& position, Rank rank);
// The same from the first rank on.
[[nodiscard]] std::string spoken_file(const Position& position, File file);
// "e4: white pawn." or "e4 is empty."
[[nodiscard]] std::string spoken_square(const Position& position, Square square);
// "White knights: b1, g1. No black knights."
[[nodiscard]] std::string spoken_pieces(const Position& position, PieceType type);
// All pieces of both sides, the king first, and whose turn it is.
[[nodiscard]] std::string spoken_position(const Position& position);

}  // namespace rookery
