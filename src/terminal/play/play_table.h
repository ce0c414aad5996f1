// A game on the table between two players: moves, clocks, how it ended. It knows no text and no
// players.
//
// Whoever uses it says what time it is, so that a test need not wait.
#pragma once

#include "arena/game/player.h"
#include "chess/game.h"
#include "search/limits.h"

#include <chrono>
#include <string>
#include <vector>

namespace rookery {

class PlayTable {
  public:
    using Instant = Limits::Instant;

    PlayTable(Game game, const arena::TimeControl& control, Instant now);
    // The clocks of a game that goes on.
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
    // What that side's clock shows; never below zero.
    [[nodiscard]] arena::Duration left(Color color, Instant now) const;
    // After each move and before the first, White's and Black's: what a saved game remembers.
    [[nodiscard]] const std::vector<ByColor<arena::GameClock>>& clocks() const { return clocks_; }

    // The move is legal. Its time is charged; if that was too much, the game is lost instead.
    void play(Move move, Instant now);
    // Ends the game if the side to move has no time left.
    void look_at_clock(Instant now);
    // The clock of the side to move goes on from here: after a pause, or when a saved game is
    // opened.
    void wake(Instant now) { turn_began_ = now; }
    void resign(Color color);
    void agree_to_draw();
    // Takes back so many half-moves, with the clocks as they were. False if there are not as many.
    bool take_back(std::size_t plies, Instant now);

    // What a searcher may use for the move it is about to make.
    [[nodiscard]] Limits limits(Instant now) const;

  private:
    void end(GameResult result, std::string reason);
    void look_at_rules();

    Game game_;
    arena::TimeControl control_;
    std::vector<ByColor<arena::GameClock>> clocks_;
    Instant turn_began_;
    GameResult result_ = GameResult::Open;
    std::string reason_;
};

// What has been taken in a game, and who has more.

struct CapturedPieces {
    // By the side that took them, the most valuable first.
    ByColor<std::vector<PieceType>> taken;
    // White's pieces against Black's on the board, in pawns.
    int lead = 0;
};

[[nodiscard]] CapturedPieces captured_pieces(const Game& game);

// A clock as people read it.

// "5:03", "1:02:03", and with tenths in the last twenty seconds: "0:07.4". Never more than there
// is.
[[nodiscard]] std::string clock_text(std::chrono::microseconds left);

}  // namespace rookery
