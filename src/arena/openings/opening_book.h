// Openings out of a file: positions (EPD or FEN, one per line) or games (PGN), zipped or not.
//
// A book of a quarter of a million lines must be there at once and small: positions stay the text
// they were and are read when drawn; of games only the moves are kept. A line or game that is wrong
// does no harm until it is drawn; the error then names its line.
#pragma once

#include "arena/openings/opening.h"
#include "base/result.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rookery::arena {

// Limits for the text of a file of openings or positions, plain or from a zip archive.
struct BookFileLimits {
    // In bytes, after unpacking.
    std::uint64_t largest = std::uint64_t{256} << 20;
    // How many times larger than its packed form a text may be once it is over a mebibyte.
    // Positions and games shrink to a tenth; a text that shrinks to a hundredth is a zip bomb.
    std::uint64_t largest_ratio = 100;
};

struct BookFile {
    std::string text;
    std::string name;  // of the file or, in an archive, of the member
};

// An archive is known by its content, not by its name. Its first member called .epd, .fen, .pgn or
// .txt is taken, or the only one there is. Refused: members that are encrypted, damaged or too
// large, and archives with names that lead out of a folder, for those are attacks. The error names
// the file.
[[nodiscard]] Result<BookFile, std::string> read_book_file(const std::filesystem::path& path,
                                                           const BookFileLimits& limits = {});

struct OpeningOptions {
    // At most so many moves of each game; all of them if absent.
    std::optional<std::size_t> plies;
    // Every opening is for Chess960. Without it one is where its castling or its PGN says so.
    bool chess960 = false;
    BookFileLimits limits;
};

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
