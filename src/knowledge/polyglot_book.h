// An opening book: the moves that a Polyglot file has for a position.
//
// The file is not read into memory: a position is found by halving the entries. A book that is
// damaged gives fewer moves, never a move that is not legal.
#pragma once

#include "base/random.h"
#include "base/result.h"
#include "chess/game.h"
#include "knowledge/polyglot.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace rookery {

struct BookMove {
    Move move{};
    std::uint16_t weight = 0;
    std::uint32_t learn = 0;

    [[nodiscard]] friend bool operator==(const BookMove&, const BookMove&) = default;
};

class PolyglotBook {
  public:
    // The error names the file. Only the size is checked here; looks_sorted() reads some entries,
    // check() all.
    [[nodiscard]] static Result<PolyglotBook, std::string> open(const std::filesystem::path& path);
    // A book that is part of the program, or of a test. The bytes outlive it.
    [[nodiscard]] static PolyglotBook over(std::span<const char> bytes);
    // The book of the program: data/books/default.bin (docs/books.md).
    [[nodiscard]] static PolyglotBook default_book();

    [[nodiscard]] std::uint64_t size() const { return size_; }  // in entries
    // The legal moves of the present position, the greatest weight first. A move that is there
    // twice counts once, with the sum of its weights.
    [[nodiscard]] std::vector<BookMove> moves(const Game& game) {
        return moves(game.position(), polyglot::key_of(game));
    }
    // The same where the key is known.
    [[nodiscard]] std::vector<BookMove> moves(const Position& position, Key key);
    // An entry by its number; none if it cannot be read.
    [[nodiscard]] std::optional<polyglot::Entry> entry(std::uint64_t number);

    // Whether 64 entries from all parts of the file are in order. A file of another kind, or text,
    // does not pass.
    [[nodiscard]] bool looks_sorted();
    // The same book, or the reason why it is none.
    [[nodiscard]] static Result<PolyglotBook, std::string>
    open_to_play(const std::filesystem::path& path);

    struct Faults {
        std::uint64_t unsorted = 0;    // entries with a smaller key than the one before
        std::uint64_t unreadable = 0;  // entries that the file did not give
        std::uint64_t weightless = 0;  // entries that are never chosen
    };
    [[nodiscard]] Faults check();

  private:
    PolyglotBook() = default;

    std::span<const char> memory_;  // or
    std::ifstream file_;
    std::uint64_t size_ = 0;
};

enum class BookChoice : std::uint8_t {
    Best,      // the greatest weight; among equals the first
    Weighted,  // each as likely as its weight is great
};

// None if no move has a weight.
[[nodiscard]] std::optional<Move> choose_book_move(std::span<const BookMove> moves,
                                                   BookChoice choice, Random& random);

}  // namespace rookery
