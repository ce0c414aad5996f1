// A game in the terminal as a conversation: a line goes in, a text comes out.
//
// It reads nothing and prints nothing, so a test can hold the conversation as well as a terminal.
// Persons and searchers may sit at either side: one of each, two persons at one board, or two
// searchers and a spectator. Every line of text is at most 40 columns wide where we choose the
// words.
#pragma once

#include "terminal/play/play_setup.h"
#include "terminal/play/play_table.h"
#include "terminal/play/play_text.h"
#include "ui/screen.h"

#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace rookery {

struct PlayOptions {
    Game game{};                                     // where it begins, with the moves already made
    arena::TimeControl control{};                    // of both sides
    ByColor<std::optional<arena::Duration>> left{};  // on the clocks of a game that goes on
    Style style{};
    bool plain = false;  // sentences instead of pictures
    bool flipped = false;
    bool show_thinking = false;
    std::function<PlayTable::Instant()> now = [] { return PlayTable::Instant::clock::now(); };
};

class PlaySession {
  public:
    // The adviser gives hints and judges draw offers; it is none of the players.
    PlaySession(PlayOptions options, ByColor<Seat> seats, std::unique_ptr<Searcher> adviser);

    // The greeting and the board.
    [[nodiscard]] std::string begin();
    // Whether a line is wanted; else a searcher is to move, or it is over.
    [[nodiscard]] bool wants_line() const;
    [[nodiscard]] std::string prompt() const;
    // What a typed line leads to.
    [[nodiscard]] std::string answer(std::string_view line);
    // The searcher whose turn it is thinks until its limits or the token end it, and moves.
    [[nodiscard]] std::string let_searcher_move(const std::stop_token& stop);
    // The farewell when there is no more input.
    [[nodiscard]] std::string leave();
    // Nothing more can be asked after that.
    [[nodiscard]] bool over() const { return over_; }

    [[nodiscard]] const PlayTable& table() const { return table_; }
    [[nodiscard]] std::string pgn_text() const;

  private:
    struct Command {
        std::string_view name;
        std::string_view arguments;
        std::string_view summary;
        std::string (PlaySession::*run)(std::string_view rest);
    };
    static std::span<const Command> commands();
    [[nodiscard]] static const Command* find_command(std::string_view word);

    // play_commands.cpp
    [[nodiscard]] std::string help(std::string_view rest);
    [[nodiscard]] std::string board(std::string_view rest);
    [[nodiscard]] std::string flip(std::string_view rest);
    [[nodiscard]] std::string moves(std::string_view rest);
    [[nodiscard]] std::string undo(std::string_view rest);
    [[nodiscard]] std::string hint(std::string_view rest);
    [[nodiscard]] std::string safety(std::string_view rest);
    [[nodiscard]] std::string where(std::string_view rest);
    [[nodiscard]] std::string rank(std::string_view rest);
    [[nodiscard]] std::string file(std::string_view rest);
    [[nodiscard]] std::string clock(std::string_view rest);
    [[nodiscard]] std::string thinking(std::string_view rest);
    [[nodiscard]] std::string draw(std::string_view rest);
    [[nodiscard]] std::string resign(std::string_view rest);
    [[nodiscard]] std::string rematch(std::string_view rest);
    [[nodiscard]] std::string save(std::string_view rest);
    [[nodiscard]] std::string load(std::string_view rest);
    [[nodiscard]] std::string fen(std::string_view rest);
    [[nodiscard]] std::string pgn(std::string_view rest);
    [[nodiscard]] std::string quit(std::string_view rest);

    // play_session.cpp
    [[nodiscard]] std::string answer_move(std::string_view text);
    [[nodiscard]] std::string answer_promotion(std::string_view text);
    [[nodiscard]] std::string answer_draw(std::string_view text);
    [[nodiscard]] std::string play(Move move);
    // "You: Nf3", or in a sentence.
    [[nodiscard]] std::string announcement(const Position& before, Move move) const;
    // The board and whose turn it is, or how the game has ended.
    [[nodiscard]] std::string situation() const;
    [[nodiscard]] std::string picture() const;
    [[nodiscard]] std::string verdict() const;
    [[nodiscard]] std::string unknown(std::string_view text) const;

    [[nodiscard]] Seat& seat(Color color) { return seats_[color]; }
    [[nodiscard]] const Seat& seat(Color color) const { return seats_[color]; }
    // The one person at the board, if there is just one.
    [[nodiscard]] std::optional<Color> only_person() const;
    [[nodiscard]] bool is_watched() const {
        return !seats_[Color::White].is_person() && !seats_[Color::Black].is_person();
    }
    [[nodiscard]] PlayTable::Instant now() const { return options_.now(); }

    PlayOptions options_;
    ByColor<Seat> seats_;
    std::unique_ptr<Searcher> adviser_;
    PlayTable table_;
    Color bottom_;
    bool show_safety_ = false;
    std::vector<Move> promotions_;     // the four to choose from, while that is asked
    std::optional<Color> draw_offer_;  // by whom, while the other person is asked
    Score last_score_;                 // of the searcher that moved last, from its side
    std::optional<Move> hinted_;       // its piece has been named, the move not yet
    bool over_ = false;
};

}  // namespace rookery
