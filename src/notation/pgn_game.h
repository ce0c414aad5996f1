// A PGN game as a tree: moves, variations, comments and NAGs.
#pragma once

#include "chess/game.h"
#include "notation/pgn_reader.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rookery {

struct PgnTag {
    std::string name;
    std::string value;

    [[nodiscard]] bool operator==(const PgnTag&) const = default;
};

struct PgnMove;

// A line of moves. Comments are UTF-8 with single blanks between words; several in one place are
// joined.
struct PgnLine {
    // Before the first move.
    std::string comment;
    std::vector<PgnMove> moves;

    [[nodiscard]] bool operator==(const PgnLine& other) const;
};

struct PgnMove {
    // Move::none() for a pass.
    Move move;
    // $1 is '!', $2 '?' and so on; in the order given, none twice.
    std::vector<int> nags;
    std::string comment;
    // Lines that could replace this move.
    std::vector<PgnLine> variations;
    // The comment after the variations, before the next move.
    std::string comment_after_variations;

    [[nodiscard]] bool operator==(const PgnMove& other) const;
};

struct PgnNotices {
    bool comment_cut = false;
    bool tag_cut = false;
    bool tag_ignored = false;
    bool mark_ignored = false;
};

// Position::start(), computed only once for all games.
[[nodiscard]] const Position& ordinary_start();

struct PgnGame {
    // In the order given, values in UTF-8.
    std::vector<PgnTag> tags;
    Position start = ordinary_start();
    PgnLine main;
    GameResult result = GameResult::Open;

    // Why the rest could not be read: the tree ends before it.
    std::optional<PgnError> error;
    PgnNotices notices;

    // The value of a tag, or an empty text.
    [[nodiscard]] std::string_view tag(std::string_view name) const;
    // Replaces the value of a tag, or adds it at the end.
    void set_tag(std::string_view name, std::string_view value);

    // Tags, start, moves and result; not error and notices, which are about a text.
    [[nodiscard]] bool same_content(const PgnGame& other) const;
};

// The main line of a game that was played, with the tags FEN, SetUp and Result as they must be.
[[nodiscard]] PgnGame to_pgn_game(const Game& game);

// Builds the tree; give it to PgnReader::read_game() and take the game afterwards.
class PgnTreeBuilder : public PgnVisitor {
  public:
    void game_begin(std::size_t number, std::size_t line);
    void tag(std::string_view name, std::string_view value);
    bool moves_begin(const Position& start);
    void move(const Position& before, Move move);
    void comment(std::string_view text);
    void nag(int number);
    void variation_begin();
    void variation_end();
    void result(GameResult result);
    void notice(PgnNotice notice);
    void error(const PgnError& error);
    void game_end();

    [[nodiscard]] PgnGame take() { return std::move(game_); }

  private:
    void append_comment(PgnLine& line, std::string_view text);
    void close_variation();

    PgnGame game_;
    // The lines not yet finished, the main line first.
    std::vector<PgnLine> open_;
    bool has_result_ = false;
    std::size_t text_size_ = 0;
};

// The next game as a tree, or nothing at the end of the text.
[[nodiscard]] std::optional<PgnGame> read_pgn_game(PgnReader& reader);
// All games; for texts known to be small.
[[nodiscard]] std::vector<PgnGame> read_pgn_games(std::string_view text);

}  // namespace rookery
