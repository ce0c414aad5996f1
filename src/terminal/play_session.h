// A game between a person and a searcher, as a conversation: a line goes in, a text comes out.
//
// It reads nothing and prints nothing, so a test can hold the conversation as well as a terminal.
// Every line of text is at most 40 columns wide where we choose the words.
#pragma once

#include "chess/game.h"
#include "search/searcher.h"
#include "terminal/style.h"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace rookery {

struct PlayOptions {
    Position start = Position::start();
    Color human = Color::White;
    std::string opponent = "random";
    std::string arguments{};  // of the command line, to meet the same opponent again
    Style style;
    bool flipped = false;
};

class PlaySession {
  public:
    PlaySession(PlayOptions options, std::unique_ptr<Searcher> searcher);

    // The greeting and the board, after the opponent's move if it is to begin.
    [[nodiscard]] std::string begin();
    // What a typed line leads to.
    [[nodiscard]] std::string answer(std::string_view line);
    // The farewell when there is no more input.
    [[nodiscard]] std::string leave();

    // Nothing more can be asked after that.
    [[nodiscard]] bool over() const { return over_; }
    // What to ask next.
    [[nodiscard]] std::string_view prompt() const;

    [[nodiscard]] const Game& game() const { return game_; }

  private:
    struct Command {
        std::string_view name;
        std::string_view summary;
        std::string (PlaySession::*run)();
    };
    static const Command commands_[];
    [[nodiscard]] static const Command* find_command(std::string_view word);

    [[nodiscard]] std::string help();
    [[nodiscard]] std::string board();
    [[nodiscard]] std::string flip();
    [[nodiscard]] std::string moves();
    [[nodiscard]] std::string undo();
    [[nodiscard]] std::string resign();
    [[nodiscard]] std::string fen();
    [[nodiscard]] std::string pgn();

    [[nodiscard]] std::string answer_move(std::string_view text);
    [[nodiscard]] std::string answer_promotion(std::string_view text);
    [[nodiscard]] std::string play(Move move);
    [[nodiscard]] std::string opponent_moves();
    // The board and whose turn it is, or how the game has ended.
    [[nodiscard]] std::string situation();
    [[nodiscard]] std::string end_text(GameResult result, std::string_view reason);

    PlayOptions options_;
    std::unique_ptr<Searcher> searcher_;
    Game game_;
    Color bottom_;
    std::vector<Move> promotions_;  // the four to choose from, while that is asked
    GameResult result_ = GameResult::Open;
    bool over_ = false;
};

}  // namespace rookery
