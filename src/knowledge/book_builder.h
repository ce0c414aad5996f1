// Makes a Polyglot book of games, or of other books.
//
// The games may be more than memory holds: what is counted goes to sorted files beside the book
// whenever the memory is used up, and these are merged at the end.
#pragma once

#include "base/result.h"
#include "chess/game.h"
#include "knowledge/polyglot.h"
#include "notation/input.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace rookery {

enum class BookScoring : std::uint8_t {
    Points,  // two for a win of the side that moves, one for a draw
    Games,   // one for each game
};

struct BookSettings {
    int plies = 40;                  // of each game
    std::uint32_t fewest_games = 3;  // for a move to be in the book
    BookScoring scoring = BookScoring::Points;
    std::optional<int> lowest_rating;  // of both players; games without ratings are then left out
    std::size_t memory_mib = 512;
};

class BookBuilder {
  public:
    // The path is that of the book; temporary files stand beside it.
    BookBuilder(BookSettings settings, std::filesystem::path path);
    ~BookBuilder();
    BookBuilder(const BookBuilder&) = delete;
    BookBuilder& operator=(const BookBuilder&) = delete;

    struct Counts {
        std::uint64_t games = 0;       // taken
        std::uint64_t unfinished = 0;  // left out: without a result
        std::uint64_t unrated = 0;     // left out: without ratings that are high enough
        std::uint64_t damaged = 0;     // left out: something in them is no chess
    };
    [[nodiscard]] const Counts& counts() const { return counts_; }

    // Adds the games of a PGN. Called after every game: `go_on`; false ends the reading.
    [[nodiscard]] std::optional<std::string> add_games(TextSource& source,
                                                       const std::function<bool()>& go_on);

    struct Written {
        std::uint64_t entries = 0;
        std::uint64_t positions = 0;
    };
    // Writes the book, which replaces what was there.
    [[nodiscard]] Result<Written, std::string> write();

    // The results of one move in one position.
    struct Record {
        Key key = 0;
        std::uint16_t move = 0;
        std::uint32_t games = 0;
        std::uint64_t points = 0;  // 2 for a win, 1 for a draw
    };

  private:
    class Visitor;

    void add(const Record& record);
    // Sorts the records and joins those of the same move.
    void compact();
    [[nodiscard]] std::optional<std::string> spill();

    const BookSettings settings_;
    const std::filesystem::path path_;
    const std::size_t most_records_;
    std::vector<Record> records_;
    std::vector<std::filesystem::path> runs_;
    std::optional<std::string> problem_;  // of a spill
    Counts counts_;
};

// Joins books: the weights of a move are added. The number of entries, or what went wrong.
[[nodiscard]] Result<BookBuilder::Written, std::string>
merge_books(const std::vector<std::filesystem::path>& books, const std::filesystem::path& path);

}  // namespace rookery
