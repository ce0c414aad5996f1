// A game in the terminal as a dialogue: a line goes in, a text comes out.
//
// It reads and prints nothing, so that a test can run it without a terminal. Each side is a person
// or a searcher: one of each, two persons at one board, or two searchers that a person watches.
#pragma once

#include "engine/game_policy.h"
#include "terminal/board_commands.h"
#include "terminal/line_source.h"
#include "terminal/play/play_setup.h"
#include "terminal/play/timed_game.h"
#include "ui/screen.h"

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace rookery {

struct PlayOptions {
    Game game{};                                     // with the moves already made
    arena::TimeControl control{};                    // the same for both sides
    ByColor<std::optional<arena::Duration>> left{};  // clocks of a resumed game
    Style style{};
    bool plain = false;  // sentences instead of pictures
    bool flipped = false;
    bool show_thinking = false;
    // Columns of the text.
    BoardCommands::Width width = [] { return std::size_t{40}; };
    // Called before an unfinished game makes room for another one; the text says where it is kept.
    std::function<std::string()> keep = [] { return std::string(); };
    std::function<TimedGame::Instant()> now = [] { return TimedGame::Instant::clock::now(); };
};

class PlaySession {
  public:
    // The adviser gives hints; it is not one of the players.
    PlaySession(PlayOptions options, ByColor<Seat> seats,
                BoardCommands::SearcherMaker make_adviser);

    // The greeting and the board.
    [[nodiscard]] std::string begin();
    // Whether a line is wanted; else a searcher is to move, or it is over.
    [[nodiscard]] bool wants_line() const;
    [[nodiscard]] std::string prompt() const;
    // The prompt, and how long the clock in it is true. It is expired when the time is over.
    [[nodiscard]] Prompt timed_prompt() const;
    // Ends the game if the time of the side to move is over, and says so.
    [[nodiscard]] std::string expire();
    // The reply to a typed line.
    [[nodiscard]] std::string answer(std::string_view line);
    // The searcher whose turn it is thinks until its limits or the token end it, and moves.
    [[nodiscard]] std::string let_searcher_move(const std::stop_token& stop);
    // Leaves the game; the text says where it stopped.
    [[nodiscard]] std::string leave();
    // The result for the profile of the person, once: 2 points for a win. None while the game goes
    // on, for an opponent without a level, and if the game did not begin at the start or the person
    // had help.
    struct Rated {
        std::string opponent;
        int elo = 0;
        int points = 0;
    };
    [[nodiscard]] std::optional<Rated> take_rated();
    // The dialogue is over: no more lines, no more moves.
    [[nodiscard]] bool over() const { return over_; }

    [[nodiscard]] const TimedGame& timed_game() const { return game_; }
    [[nodiscard]] std::string pgn_text() const;

    // The words that complete the last one before the cursor: commands and legal moves.
    [[nodiscard]] std::vector<std::string> completions(std::string_view before_cursor) const;
    // Of all commands.
    [[nodiscard]] static std::vector<std::string> command_names();

  private:
    struct Command {
        std::string_view name;
        std::string_view arguments;
        std::string_view summary;
        std::string (PlaySession::*run)(std::string_view rest);
    };
    static std::span<const Command> commands();
    [[nodiscard]] static const Command* find_command(std::string_view word);

    // The commands. Each takes the text after its name.
    [[nodiscard]] std::string help(std::string_view rest);
    [[nodiscard]] std::string moves(std::string_view rest);
    [[nodiscard]] std::string undo(std::string_view rest);
    [[nodiscard]] std::string clock(std::string_view rest);
    [[nodiscard]] std::string thinking(std::string_view rest);
    [[nodiscard]] std::string draw(std::string_view rest);
    [[nodiscard]] std::string resign(std::string_view rest);
    [[nodiscard]] std::string rematch(std::string_view rest);
    [[nodiscard]] std::string load(std::string_view rest);
    [[nodiscard]] std::string quit(std::string_view rest);

    [[nodiscard]] std::string answer_move(std::string_view text);
    [[nodiscard]] std::string answer_promotion(std::string_view text);
    [[nodiscard]] std::string answer_draw(std::string_view text);
    [[nodiscard]] std::string play(Move move);
    [[nodiscard]] std::string run(const BoardCommands::Command& command, std::string_view rest);
    // Runs the command that is named by the text's first word; none if it is not a command.
    [[nodiscard]] std::optional<std::string> run_command(std::string_view text);
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
    [[nodiscard]] TimedGame::Instant now() const { return options_.now(); }
    [[nodiscard]] std::string in_lines(std::string_view text) const { return board_.lines(text); }
    // The clock of the side to move falls while a person thinks.
    [[nodiscard]] bool clock_runs() const { return game_.has_clocks() && !game_.is_over(); }

    PlayOptions options_;
    ByColor<Seat> seats_;
    BoardCommands board_;
    TimedGame game_;
    std::vector<Move> promotions_;     // the four to choose from, while that is asked
    std::optional<Color> draw_offer_;  // the offering side, while a person is asked
    GamePolicy policy_;                // of the searcher, against a person
    bool counts_ = true;               // for the profile
    bool over_ = false;
};

}  // namespace rookery
