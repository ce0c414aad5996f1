#include "knowledge/polyglot_book.h"

#include "notation/coordinate.h"
#include "support/chess_helpers.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <vector>

namespace rc {

template <>
struct Arbitrary<rookery::polyglot::Entry> {
    static Gen<rookery::polyglot::Entry> arbitrary() {
        return gen::apply(
            [](rookery::Key key, std::uint16_t move, std::uint16_t weight, std::uint32_t learn) {
                return rookery::polyglot::Entry{key, move, weight, learn};
            },
            gen::arbitrary<rookery::Key>(), gen::arbitrary<std::uint16_t>(),
            gen::arbitrary<std::uint16_t>(), gen::arbitrary<std::uint32_t>());
    }
};

}  // namespace rc

namespace rookery {
namespace {

using polyglot::Entry;

std::string bytes_of(const std::vector<Entry>& entries) {
    std::string bytes;
    for (const Entry& entry : entries) {
        std::array<char, polyglot::entry_size> one{};
        write_entry(entry, one);
        bytes.append(one.data(), one.size());
    }
    return bytes;
}

std::uint16_t coded(const Position& position, const char* text) {
    return polyglot::code_of(*parse_coordinate(position, text));
}

class PolyglotBookTest : public testing::Test {
  protected:
    PolyglotBookTest()
        : path_(testing::TempDir() + "rookery_book_" + std::to_string(getpid()) + ".bin") {}
    ~PolyglotBookTest() override { std::filesystem::remove(path_); }

    PolyglotBook book_with(const std::string& bytes) {
        std::ofstream(path_, std::ios::binary) << bytes;
        auto book = PolyglotBook::open(path_);
        EXPECT_TRUE(book) << book.error();
        return std::move(*book);
    }

    const std::string path_;
    const Key start_ = polyglot::key_of(Position::start());
    const std::vector<Entry> entries_{{start_ - 5, 17, 3, 0},
                                      {start_, coded(Position::start(), "d2d4"), 10, 1},
                                      {start_, coded(Position::start(), "e2e4"), 30, 2},
                                      {start_, coded(Position::start(), "a2a3"), 0, 0},
                                      {start_, 4 << 6 | 60, 50, 0},  // not a legal move
                                      {start_ + 9, 17, 3, 0}};
};

TEST_F(PolyglotBookTest, FindsTheMovesOfAPosition) {
    const std::string bytes = bytes_of(entries_);
    PolyglotBook from_file = book_with(bytes);
    PolyglotBook from_memory = PolyglotBook::over(bytes);
    EXPECT_EQ(from_file.size(), entries_.size());
    const std::vector<BookMove> moves = from_file.moves(Game());
    EXPECT_EQ(moves, from_memory.moves(Game()));
    ASSERT_EQ(moves.size(), 3u);
    EXPECT_EQ(moves[0], (BookMove{Move(Square::E2, Square::E4), 30, 2}));
    EXPECT_EQ(moves[1], (BookMove{Move(Square::D2, Square::D4), 10, 1}));
    EXPECT_EQ(moves[2].weight, 0);
    Game other;
    ASSERT_TRUE(other.play(Move(Square::E2, Square::E4)));
    EXPECT_TRUE(from_file.moves(other).empty());
}

TEST_F(PolyglotBookTest, ChoosesByWeight) {
    PolyglotBook book = book_with(bytes_of(entries_));
    const std::vector<BookMove> moves = book.moves(Game());
    Random random(1);
    std::map<std::uint16_t, int> drawn;
    for (int i = 0; i < 4000; ++i) {
        EXPECT_EQ(choose_book_move(moves, BookChoice::Best, random), moves[0].move);
        ++drawn[choose_book_move(moves, BookChoice::Weighted, random)->code()];
    }
    EXPECT_EQ(drawn.size(), 2u);
    EXPECT_NEAR(drawn[moves[0].move.code()], 3000, 150);
    const std::vector<BookMove> weightless{{moves[0].move, 0, 0}};
    EXPECT_FALSE(choose_book_move(weightless, BookChoice::Best, random));
    EXPECT_FALSE(choose_book_move({}, BookChoice::Weighted, random));
}

TEST_F(PolyglotBookTest, SaysWhatIsWrongWithAFile) {
    EXPECT_EQ(PolyglotBook::open("/nowhere/at.bin").error(), "/nowhere/at.bin cannot be read");
    EXPECT_EQ(PolyglotBook::open("/tmp").error(), "/tmp is a folder");
    std::ofstream(path_) << "17 bytes of text.";
    EXPECT_NE(PolyglotBook::open(path_).error().find("17 bytes is not a multiple of 16"),
              std::string::npos);
    std::ofstream(path_, std::ios::trunc).flush();
    EXPECT_FALSE(PolyglotBook::open(path_));
}

TEST_F(PolyglotBookTest, ChecksTheOrder) {
    std::vector<Entry> shuffled = entries_;
    EXPECT_EQ(book_with(bytes_of(shuffled)).check().unsorted, 0u);
    std::swap(shuffled.front(), shuffled.back());
    PolyglotBook book = book_with(bytes_of(shuffled));
    EXPECT_EQ(book.check().unsorted, 2u);
    EXPECT_EQ(book.check().weightless, 1u);
    // A file that becomes shorter while it is open gives what is left.
    std::filesystem::resize_file(path_, 32);
    EXPECT_GT(book.check().unreadable, 0u);
    EXPECT_TRUE(book.moves(Game()).size() <= 3);
}

TEST_F(PolyglotBookTest, AFileOfAnotherKindIsNotPlayedFrom) {
    std::string text;
    for (int i = 0; text.size() < 16 * 300; ++i) text += std::to_string(i * 7919 % 1000) + ", ";
    text.resize(16 * 300);
    EXPECT_FALSE(book_with(text).looks_sorted());
    EXPECT_EQ(PolyglotBook::open_to_play(path_).error(),
              path_ + " is not a Polyglot book: its entries are not in order");
    // Books of every length pass.
    for (std::size_t length = 1; length < 200; ++length) {
        std::vector<Entry> entries;
        for (std::size_t i = 0; i < length; ++i) entries.push_back({i / 2 * 1000, 17, 3, 0});
        const std::string bytes = bytes_of(entries);
        EXPECT_TRUE(PolyglotBook::over(bytes).looks_sorted()) << length;
    }
    std::vector<Entry> swapped(64);
    for (std::size_t i = 0; i < swapped.size(); ++i) swapped[i].key = i;
    std::swap(swapped.front(), swapped.back());
    EXPECT_FALSE(book_with(bytes_of(swapped)).looks_sorted());
}

RC_GTEST_PROP(PolyglotBookProperty, AnyBytesGiveLegalMovesOrNone, (std::vector<Entry> entries)) {
    for (Entry& entry : entries)
        if (entry.weight % 2 == 0) entry.key = polyglot::key_of(Position::start());
    const std::string bytes = bytes_of(entries);
    PolyglotBook book = PolyglotBook::over(bytes);
    for (const BookMove& move : book.moves(Game()))
        RC_ASSERT(Position::start().is_legal(move.move));
}

// A book of another program.
TEST(PolyglotBookOfOthers, IsRead) {
    ROOKERY_NEED_DATA(data);
    auto book = PolyglotBook::open(data / "polyglot/cutechess_book_small.bin");
    ASSERT_TRUE(book) << book.error();
    EXPECT_EQ(book->size(), 31467u);
    const auto faults = book->check();
    EXPECT_EQ(faults.unsorted + faults.unreadable, 0u);
    // Its lines go on for some moves, and every move is legal.
    Game game;
    Random random(3);
    while (const auto move = choose_book_move(book->moves(game), BookChoice::Best, random))
        ASSERT_TRUE(game.play(*move));
    EXPECT_GT(game.plies(), 8u);
}

// All positions that the book's own moves lead to from the start.
void visit_book(PolyglotBook& book, const Game& game, std::map<Key, std::size_t>& seen) {
    const auto moves = book.moves(game);
    if (moves.empty() || !seen.emplace(game.position().key(), moves.size()).second) return;
    for (const BookMove& one : moves) {
        EXPECT_GT(one.weight, 0);
        Game next = game;
        ASSERT_TRUE(next.play(one.move));
        visit_book(book, next, seen);
    }
}

TEST(DefaultBook, IsInOrderAndReachedFromTheStart) {
    PolyglotBook book = PolyglotBook::default_book();
    const auto faults = book.check();
    EXPECT_EQ(faults.unsorted + faults.unreadable + faults.weightless, 0u);
    std::map<Key, std::size_t> seen;
    visit_book(book, Game(), seen);
    std::size_t moves = 0;
    for (const auto& [key, count] : seen) moves += count;
    // Some positions are reached only by moves of the opponent that are not in the book.
    EXPECT_GT(moves, book.size() * 8 / 10);
    EXPECT_LE(moves, book.size());
}

TEST(DefaultBook, IsVaried) {
    PolyglotBook book = PolyglotBook::default_book();
    EXPECT_GT(book.size(), 1000u);
    const auto first = book.moves(Game());
    unsigned sum = 0;
    for (const BookMove& one : first) sum += one.weight;
    EXPECT_LT(first.front().weight, sum * 2 / 3) << "one first move rules";
    for (const char* name : {"e2e4", "d2d4", "g1f3"})
        EXPECT_TRUE(std::ranges::any_of(first, [&](const BookMove& one) {
            return to_coordinate(Position::start(), one.move, false) == name;
        })) << name;
}

}  // namespace
}  // namespace rookery
