// Where a game begins: a position and the moves that are played before the players think. Openings
// are drawn at random or come from a book.
#pragma once

#include "arena/openings/book_file.h"
#include "base/result.h"
#include "chess/position.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rookery::arena {

struct Opening {
    Position start = Position::start();
    std::vector<Move> moves;
    bool chess960 = false;
    std::string name;  // empty: none is known

    [[nodiscard]] friend bool operator==(const Opening&, const Opening&) = default;
};

// Its name; without one its moves, "1. e4 e5 2. Nf3", after the position where that is another than
// usual.
[[nodiscard]] std::string text_of(const Opening& opening);

// Ten well-known openings of four to nine plies, for small experiments.
[[nodiscard]] std::vector<Opening> study_openings();

// A Chess960 start by its number, 0 to 959.
[[nodiscard]] Opening chess960_opening(int number);

struct RandomOpenings {
    // The number of plies is drawn evenly from this range.
    int fewest_plies = 8;
    int most_plies = 9;
    bool chess960 = false;
};

// Random legal moves, from the ordinary or a random Chess960 start, after which the game still goes
// on. Depends on seed and index alone, so a match that is resumed finds its openings again.
[[nodiscard]] Opening random_opening(std::uint64_t seed, std::uint64_t index,
                                     const RandomOpenings& wanted = {});
[[nodiscard]] std::vector<Opening> random_openings(std::uint64_t seed, std::size_t count,
                                                   const RandomOpenings& wanted = {});

enum class Order : std::uint8_t { Sequential, Random };

// Every index below count once. The same for the same seed on every machine.
[[nodiscard]] std::vector<std::size_t> opening_order(std::size_t count, std::uint64_t seed,
                                                     Order order);

// Games 2k and 2k+1 are a pair: one opening, colours swapped. With more pairs than openings the
// order begins again. The order must not be empty.
[[nodiscard]] std::size_t opening_of_game(const std::vector<std::size_t>& order, std::size_t game);
[[nodiscard]] constexpr std::size_t pair_of_game(std::size_t game) { return game / 2; }
[[nodiscard]] constexpr bool colors_swapped(std::size_t game) { return game % 2 == 1; }

struct OpeningOptions {
    // At most so many moves of each game; all of them if absent.
    std::optional<std::size_t> plies;
    // Every opening is for Chess960. Without it one is where its castling or its PGN says so.
    bool chess960 = false;
    BookFileLimits limits;
};

// A book is a file of positions (EPD or FEN, one per line) or games (PGN), zipped or not.
//
// A book of a quarter of a million lines must be there at once and small: positions stay the text
// they were and are read when they are drawn; of games only the moves are kept. A line or game that
// is wrong does no harm until it is drawn; the error then names its line.
//
// Constant after loading: at() may be called by several threads at once.
class OpeningBook {
  public:
    // Blank lines and those that begin with '#' do not count. Fails where there is no opening at
    // all and where the first line is neither a position nor the begin of a game.
    [[nodiscard]] static Result<OpeningBook, std::string> load(const std::filesystem::path& path,
                                                               const OpeningOptions& options = {});
    // The same from a text at hand; the name stands in errors and its ending counts.
    [[nodiscard]] static Result<OpeningBook, std::string>
    from_text(std::string text, std::string name, const OpeningOptions& options = {});
    [[nodiscard]] static OpeningBook of(std::vector<Opening> openings, std::string name = {});

    [[nodiscard]] std::size_t size() const;
    // Legal to its end, with the game still going on. The error names file and line. The index must
    // be below size().
    [[nodiscard]] Result<Opening, std::string> at(std::size_t index) const;

    [[nodiscard]] const std::string& name() const { return name_; }

  private:
    // Games share the vectors below; each is a stretch of them.
    struct StoredGame {
        std::uint32_t first_move = 0;
        std::uint32_t moves = 0;
        std::uint32_t start = 0;  // in starts_
        std::uint32_t name = 0;   // in names_
        std::uint32_t error = 0;  // in errors_, counted from 1
        std::uint32_t line = 0;
        bool chess960 = false;
    };
    class GameCollector;

    OpeningBook() = default;
    void take_positions(std::string text);
    [[nodiscard]] std::optional<std::string> take_games(const std::string& text);
    [[nodiscard]] Result<Opening, std::string> position_at(std::size_t index) const;
    [[nodiscard]] Result<Opening, std::string> game_at(std::size_t index) const;
    [[nodiscard]] std::string_view line_at(std::size_t index) const;
    [[nodiscard]] std::string at_line(std::size_t line, std::string_view what) const;

    std::string name_;
    OpeningOptions options_;

    std::string text_;
    std::vector<std::uint32_t> lines_;  // where in the text they begin

    std::vector<StoredGame> games_;
    std::vector<Move> moves_;
    std::vector<Position> starts_;
    std::vector<std::string> names_;
    std::vector<std::string> errors_;

    std::vector<Opening> given_;
};

}  // namespace rookery::arena
