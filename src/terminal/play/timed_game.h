// A game between two sides with its clocks and its result, and what a player sees beside the board.
//
// The caller passes the time, so that a test need not wait.
#pragma once

#include "arena/game/player.h"
#include "chess/game.h"
#include "search/limits.h"
#include "ui/screen.h"

#include <chrono>
#include <string>
#include <vector>

namespace rookery {

class TimedGame {
  public:
    using Instant = Limits::Instant;

    TimedGame(Game game, const arena::TimeControl& control, Instant now);
    // The clock of a game that goes on.
    void set_clock(Color color, arena::Duration left);

    [[nodiscard]] const Game& game() const { return game_; }
    [[nodiscard]] const Position& position() const { return game_.position(); }
    [[nodiscard]] Color turn() const { return position().side_to_move(); }

    [[nodiscard]] bool is_over() const { return result_ != GameResult::Open; }
    [[nodiscard]] GameResult result() const { return result_; }
    // "checkmate", "White resigned"; empty while the game goes on.
    [[nodiscard]] const std::string& reason() const { return reason_; }

    [[nodiscard]] const arena::TimeControl& control() const { return control_; }
    [[nodiscard]] bool has_clocks() const { return control_.has_clock(); }
    // The time on that side's clock; never below zero. It stands still when the game is over.
    [[nodiscard]] arena::Duration left(Color color, Instant now) const;
    // The clocks before the first move and after each: a saved game stores them.
    [[nodiscard]] const std::vector<ByColor<arena::GameClock>>& clocks() const { return clocks_; }

    // The move is legal. Its time is charged; if that was too much, the game is lost instead.
    void play(Move move, Instant now);
    // Ends the game if the side to move has no time left.
    void check_clock(Instant now);
    void resign(Color color, Instant now);
    void agree_to_draw(Instant now);
    // Takes back so many half-moves, with the clocks as they were. False if there are not as many.
    bool take_back(std::size_t plies, Instant now);

    // The limits of a searcher for its next move.
    [[nodiscard]] Limits limits(Instant now) const;

  private:
    void end(GameResult result, std::string reason, Instant now);
    void check_rules(Instant now);

    Game game_;
    arena::TimeControl control_;
    std::vector<ByColor<arena::GameClock>> clocks_;
    Instant turn_began_;
    Instant ended_;  // if the game is over
    GameResult result_ = GameResult::Open;
    std::string reason_;
};

struct CapturedPieces {
    // By the capturing side, the most valuable first.
    ByColor<std::vector<PieceType>> taken;
    // White's pieces against Black's on the board, in pawns.
    int lead = 0;
};

[[nodiscard]] CapturedPieces captured_pieces(const Game& game);

// What each side has captured, the upper side of the board first, and by how many pawns it leads;
// empty if nothing was captured.
[[nodiscard]] std::string captured_text(const CapturedPieces& pieces, Color bottom,
                                        const Style& style);

// How long clock_text() of a falling clock stays the same.
[[nodiscard]] std::chrono::milliseconds clock_text_lasts(std::chrono::microseconds left);

// "5:03", "1:02:03", and with tenths in the last twenty seconds: "0:07.4". Rounded down.
[[nodiscard]] std::string clock_text(std::chrono::microseconds left);

}  // namespace rookery
