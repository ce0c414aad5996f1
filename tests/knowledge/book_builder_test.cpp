#include "knowledge/book_builder.h"

#include "base/files.h"
#include "base/random.h"
#include "chess/movegen.h"
#include "knowledge/polyglot_book.h"
#include "notation/coordinate.h"
#include "support/chess_helpers.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

namespace rookery {
namespace {

const auto no_end = [] { return true; };

class BookBuilding : public testing::Test {
  protected:
    BookBuilding() { std::filesystem::create_directory(folder_); }
    ~BookBuilding() override { std::filesystem::remove_all(folder_); }

    std::filesystem::path path(const std::string& name = "book.bin") const {
        return folder_ / name;
    }

    BookBuilder::Counts build(const std::string& pgn, const BookSettings& settings,
                              const std::string& name = "book.bin") {
        BookBuilder builder(settings, path(name));
        MemorySource source(pgn);
        EXPECT_EQ(builder.add_games(source, no_end), std::nullopt);
        const auto written = builder.write();
        problem_ = written ? "" : written.error();
        if (written) written_ = *written;
        return builder.counts();
    }
    // "e2e4 30, d2d4 10" for the position after these moves.
    std::string moves_after(const std::vector<const char*>& made,
                            const std::string& name = "book.bin") {
        Game game;
        for (const char* move : made)
            EXPECT_TRUE(game.play(*parse_coordinate(game.position(), move)));
        auto book = PolyglotBook::open(path(name));
        EXPECT_TRUE(book) << book.error();
        std::string text;
        for (const BookMove& move : book->moves(game))
            text += (text.empty() ? "" : ", ") + to_coordinate(game.position(), move.move) + " " +
                    std::to_string(move.weight);
        return text;
    }

    const std::filesystem::path folder_ =
        testing::TempDir() + "rookery_builder_" + std::to_string(getpid());
    BookBuilder::Written written_;
    std::string problem_;
};

std::string game(const std::string& moves, const std::string& result,
                 const std::string& more_tags = "") {
    return "[Event \"x\"]\n[Result \"" + result + "\"]\n" + more_tags + "\n" + moves + " " +
           result + "\n\n";
}

TEST_F(BookBuilding, CountsPointsOfTheSideThatMoves) {
    const std::string pgn = game("1. e4 e5 2. Nf3", "1-0") + game("1. e4 c5", "0-1") +
                            game("1. e4 c5", "1/2-1/2") + game("1. d4 d5", "1-0");
    BookSettings settings;
    settings.fewest_games = 1;
    EXPECT_EQ(build(pgn, settings).games, 4u);
    EXPECT_EQ(moves_after({}), "e2e4 3, d2d4 2");
    EXPECT_EQ(moves_after({"e2e4"}), "c7c5 3");  // e7e5 has lost
    EXPECT_EQ(written_.entries, 4u);
    EXPECT_EQ(written_.positions, 3u);
    settings.scoring = BookScoring::Games;
    build(pgn, settings);
    EXPECT_EQ(moves_after({"e2e4"}), "c7c5 2, e7e5 1");
    settings.fewest_games = 2;
    build(pgn, settings);
    EXPECT_EQ(moves_after({}), "e2e4 3");
    settings.plies = 1;
    build(pgn, settings);
    EXPECT_EQ(moves_after({"e2e4"}), "");
}

TEST_F(BookBuilding, LeavesGamesOut) {
    const std::string rated = "[WhiteElo \"2300\"]\n[BlackElo \"2250\"]\n";
    const std::string pgn = game("1. e4", "1-0", rated) + game("1. d4", "*", rated) +
                            game("1. c4 Ke7 2. e4", "1-0", rated) + game("1. b4", "1-0") +
                            game("1. g4", "1-0", "[WhiteElo \"2300\"]\n[BlackElo \"2150\"]\n");
    BookSettings settings;
    settings.fewest_games = 1;
    settings.lowest_rating = 2200;
    const BookBuilder::Counts counts = build(pgn, settings);
    EXPECT_EQ(counts.games, 1u);
    EXPECT_EQ(counts.unfinished, 1u);
    EXPECT_EQ(counts.damaged, 1u);
    EXPECT_EQ(counts.unrated, 2u);
    EXPECT_EQ(moves_after({}), "e2e4 2");
    // Without a game there is no book, and the one that was there stays.
    settings.lowest_rating = 3000;
    build(pgn, settings);
    EXPECT_NE(problem_.find("there is no move for a book"), std::string::npos);
    EXPECT_EQ(moves_after({}), "e2e4 2");
}

TEST_F(BookBuilding, IsTheSameWithLittleMemory) {
    Random random(5);
    std::string pgn;
    for (int i = 0; i < 600; ++i) {
        Game played;
        std::string moves;
        while (played.plies() < 24 && played.ending() == GameEnding::None) {
            const MoveList list = legal_moves(played.position());
            const Move move = list[random.below(std::min<std::size_t>(3, list.size()))];
            moves += to_coordinate(played.position(), move) + " ";
            played.play(move);
        }
        const char* results[] = {"1-0", "0-1", "1/2-1/2"};
        pgn += game(moves, results[random.below(3)]);
    }
    BookSettings settings;
    settings.fewest_games = 1;
    build(pgn, settings, "much.bin");
    settings.memory_mib = 0;  // as little as it takes
    build(pgn, settings, "little.bin");
    EXPECT_GT(written_.entries, 3000u);
    EXPECT_EQ(text_of_file(path("much.bin")).value(), text_of_file(path("little.bin")).value());
    // The temporary files are gone.
    EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder_), {}), 2);
    auto book = PolyglotBook::open(path("little.bin"));
    EXPECT_EQ(book->check().unsorted, 0u);
}

TEST_F(BookBuilding, WeightsKeepTheirSharesWhenTheyAreTooLarge) {
    std::string pgn;
    BookSettings settings;
    settings.fewest_games = 1;
    BookBuilder builder(settings, path());
    for (int i = 0; i < 40'000; ++i) pgn += game("1. e4", "1-0");
    for (int i = 0; i < 20'000; ++i) pgn += game("1. d4", "1-0");
    pgn += game("1. a3", "1/2-1/2");
    build(pgn, settings);
    EXPECT_EQ(moves_after({}), "e2e4 65535, d2d4 32767, a2a3 1");
}

TEST_F(BookBuilding, MergesBooks) {
    BookSettings settings;
    settings.fewest_games = 1;
    build(game("1. e4 e5", "1/2-1/2"), settings, "a.bin");
    build(game("1. e4 c5", "1/2-1/2") + game("1. d4", "1-0"), settings, "b.bin");
    const auto merged = merge_books({path("a.bin"), path("b.bin")}, path());
    ASSERT_TRUE(merged) << merged.error();
    EXPECT_EQ(merged->entries, 4u);
    EXPECT_EQ(moves_after({}), "d2d4 2, e2e4 2");
    EXPECT_EQ(moves_after({"e2e4"}), "c7c5 1, e7e5 1");
    EXPECT_FALSE(merge_books({path("a.bin"), path("nothing.bin")}, path()));
    const std::string a = text_of_file(path("b.bin")).value();
    std::ofstream(path("unsorted.bin"), std::ios::binary) << a.substr(16) << a.substr(0, 16);
    EXPECT_NE(merge_books({path("unsorted.bin")}, path()).error().find("is not sorted"),
              std::string::npos);
}

}  // namespace
}  // namespace rookery
