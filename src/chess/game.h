// A game: a starting position, the moves since, and whether and how it has ended.
#pragma once

#include "chess/draws.h"
#include "chess/position.h"

#include <vector>

namespace rookery {

// How a game ended.
enum class GameEnding : std::uint8_t {
    None,
    Checkmate,
    Stalemate,
    DeadPosition,
    FivefoldRepetition,
    SeventyFiveMoves,
    // These end a game only if a player claims them; engines and most sites claim at once.
    ThreefoldRepetition,
    FiftyMoves,
};

[[nodiscard]] const char* describe(GameEnding ending);

enum class GameResult : std::uint8_t { Open, WhiteWins, BlackWins, Draw };

// "1-0", "0-1", "1/2-1/2" or "*".
[[nodiscard]] const char* notation_of(GameResult result);

enum class Claims : std::uint8_t { Automatic, OnRequest };

class Game {
  public:
    Game() : Game(Position::start()) {}
    explicit Game(const Position& start) : positions_{start}, keys_{start.key()} {}

    [[nodiscard]] const Position& position() const { return positions_.back(); }
    [[nodiscard]] const Position& start() const { return positions_.front(); }
    [[nodiscard]] const std::vector<Move>& moves() const { return moves_; }
    [[nodiscard]] std::size_t plies() const { return moves_.size(); }
    // The position before that ply, counted from zero.
    [[nodiscard]] const Position& position_at(std::size_t ply) const { return positions_[ply]; }

    // False, and nothing happens, if the move is not legal.
    bool play(Move move);
    // False if there is nothing to take back.
    bool undo();

    // Keys since the last irreversible move, the present one last: a search needs them to see
    // repetitions.
    [[nodiscard]] std::vector<Key> reversible_keys() const;

    // How many times the present position has occurred.
    [[nodiscard]] int occurrences() const;

    // How the rules end the game here. With Claims::Automatic, threefold repetition and fifty moves
    // end it too. Mate on the very move that completes the count wins.
    [[nodiscard]] GameEnding ending(Claims claims = Claims::Automatic) const;
    [[nodiscard]] GameResult result(Claims claims = Claims::Automatic) const;

  private:
    std::vector<Position> positions_;
    std::vector<Key> keys_;
    std::vector<Move> moves_;
};

}  // namespace rookery
