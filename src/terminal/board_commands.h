// The commands that the console and a game have in common: they show and describe a position, give
// a hint, save the game.
//
// They read and print nothing but the file that a person names.
#pragma once

#include "chess/game.h"
#include "knowledge/opening_names.h"
#include "search/searcher.h"
#include "ui/screen.h"

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace rookery {

class BoardCommands {
  public:
    using Width = std::function<std::size_t()>;
    using SearcherMaker = std::function<std::unique_ptr<Searcher>()>;

    // `plain`: sentences for screen readers instead of pictures. `width`: columns of the text. The
    // adviser gives the hints; it is made for the first one.
    BoardCommands(const Style& style, bool plain, Width width, SearcherMaker make_adviser)
        : style_(style), plain_(plain), width_(std::move(width)),
          make_adviser_(std::move(make_adviser)) {}

    // The game that a command describes.
    struct Subject {
        const Game& game;
        std::string pgn;  // the game as it would be saved
        bool is_over = false;
    };

    struct Reply {
        std::string text{};  // whole lines
        // The caller shows its board, its clocks and the side to move before the text.
        bool with_board = false;
    };

    struct Command {
        std::string_view name;
        std::string_view arguments;  // as help lists them
        std::string_view summary;
        std::string_view explanation;  // with an example; one paragraph a line
        Reply (BoardCommands::*run)(const Subject& subject, std::string_view arguments);
    };
    [[nodiscard]] static std::span<const Command> all();
    // Ignores case. None if it is not one of them.
    [[nodiscard]] static const Command* find(std::string_view name);

    [[nodiscard]] Reply run(const Command& command, const Subject& subject,
                            std::string_view arguments) {
        return (this->*command.run)(subject, arguments);
    }

    // The board from the side that is at the bottom.
    [[nodiscard]] std::string draw(const Game& game) const;
    [[nodiscard]] Color bottom() const { return bottom_; }
    void set_bottom(Color color) { bottom_ = color; }
    // The code and name of the game's opening; empty if it has none.
    [[nodiscard]] std::string opening_name(const Game& game) const;
    // Text broken into lines of the width, with a newline at the end.
    [[nodiscard]] std::string lines(std::string_view text) const;

  private:
    [[nodiscard]] Reply board(const Subject& subject, std::string_view arguments);
    [[nodiscard]] Reply flip(const Subject& subject, std::string_view arguments);
    [[nodiscard]] Reply hint(const Subject& subject, std::string_view arguments);
    [[nodiscard]] Reply safety(const Subject& subject, std::string_view arguments);
    [[nodiscard]] Reply where(const Subject& subject, std::string_view arguments);
    [[nodiscard]] Reply rank(const Subject& subject, std::string_view arguments);
    [[nodiscard]] Reply file(const Subject& subject, std::string_view arguments);
    [[nodiscard]] Reply opening(const Subject& subject, std::string_view arguments);
    [[nodiscard]] Reply fen(const Subject& subject, std::string_view arguments);
    [[nodiscard]] Reply pgn(const Subject& subject, std::string_view arguments);
    [[nodiscard]] Reply save(const Subject& subject, std::string_view arguments);

    struct Hint {
        Key position = 0;
        Move move{};
    };

    Style style_;
    bool plain_;
    Width width_;
    SearcherMaker make_adviser_;
    std::unique_ptr<Searcher> adviser_;
    Color bottom_ = Color::White;
    bool show_safety_ = false;
    OpeningNames openings_ = OpeningNames::built_in();
    std::optional<Hint> hint_;  // its piece has been named, the move not yet
};

// The legal moves by piece, each kind on lines of its own, and their number.
[[nodiscard]] std::string list_moves(const Position& position, std::size_t width);

// A word at the left, and text beside it in a column of its own.
[[nodiscard]] std::string beside(std::string_view label, std::size_t indent, std::string_view text,
                                 std::size_t width);

}  // namespace rookery
