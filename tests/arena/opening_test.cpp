#include "arena/openings/opening.h"

#include "chess/game.h"
#include "notation/fen.h"
#include "notation/san.h"
#include "support/chess_helpers.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace rookery::arena {
namespace {

constexpr std::string_view start_fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
constexpr std::string_view ruy_fen =
    "r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3";
constexpr std::string_view frc_fen = "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1";

OpeningBook book_of(std::string text, std::string name = "test.epd",
                    const OpeningOptions& options = {}) {
    auto book = OpeningBook::from_text(std::move(text), std::move(name), options);
    EXPECT_TRUE(book.ok()) << book.error();
    return std::move(*book);
}

std::string refusal_of(std::string text, std::string name = "test.epd") {
    const auto book = OpeningBook::from_text(std::move(text), std::move(name));
    return book ? "" : book.error();
}

std::string san_of(const Opening& opening) {
    std::string text;
    Position position = opening.start;
    for (const Move move : opening.moves) {
        text += (text.empty() ? "" : " ") + to_san(position, move);
        position.make(move);
    }
    return text;
}

bool contains(std::string_view text, std::string_view part) {
    return text.find(part) != std::string_view::npos;
}

TEST(OpeningBook, PositionsByLine) {
    const OpeningBook book =
        book_of(std::string(start_fen) + "\n\n# remark\n" +
                "r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - "
                "hmvc 3; fmvn 3; id \"Ruy Lopez\";");
    ASSERT_EQ(book.size(), 2U);
    EXPECT_EQ(book.at(0)->start, Position::start());
    EXPECT_TRUE(book.at(0)->moves.empty());
    EXPECT_FALSE(book.at(0)->chess960);
    EXPECT_EQ(book.at(0)->name, "");
    EXPECT_EQ(to_fen(book.at(1)->start), ruy_fen);
    EXPECT_EQ(book.at(1)->name, "Ruy Lopez");
}

TEST(OpeningBook, ByteOrderMarkLineEndsAndNulBytes) {
    std::string text =
        "\xEF\xBB\xBF" + std::string(start_fen) + "\r\n" + std::string(ruy_fen) + "\r\n";
    text.push_back('\0');
    text += "\r\n";
    const OpeningBook book = book_of(text);
    ASSERT_EQ(book.size(), 2U);
    EXPECT_EQ(book.at(0)->start, Position::start());
    EXPECT_EQ(to_fen(book.at(1)->start), ruy_fen);
}

TEST(OpeningBook, NothingInItIsAnError) {
    EXPECT_EQ(refusal_of(""), "test.epd: there are no openings in it");
    EXPECT_EQ(refusal_of("\n\r\n# only a remark\n"), "test.epd: there are no openings in it");
    EXPECT_EQ(refusal_of(std::string(3, '\0')), "test.epd: there are no openings in it");
    EXPECT_EQ(refusal_of("\n", "a.pgn"), "a.pgn: there are no openings in it");
}

TEST(OpeningBook, TheFirstLineSaysWhatItIs) {
    const std::string refusal = refusal_of("# two\n\nthis is no book\n", "notes.txt");
    EXPECT_TRUE(
        refusal.starts_with("notes.txt: line 3: neither a position nor the begin of a game: "))
        << refusal;
    // Whatever it is called.
    EXPECT_EQ(book_of("[Event \"?\"]\n\n1. e4 e5 *\n", "games.epd").at(0)->moves.size(), 2U);
}

TEST(OpeningBook, ABadLineIsAnErrorWhenDrawn) {
    const OpeningBook book = book_of(std::string(start_fen) + "\n# remark\nrnbqkbnr/8 w - -\n" +
                                     "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1\n" + std::string(ruy_fen));
    ASSERT_EQ(book.size(), 4U);
    EXPECT_TRUE(book.at(0).ok());
    ASSERT_FALSE(book.at(1).ok());
    EXPECT_TRUE(book.at(1).error().starts_with("test.epd: line 3: column ")) << book.at(1).error();
    ASSERT_FALSE(book.at(2).ok());
    EXPECT_EQ(book.at(2).error(), "test.epd: line 4: the game is over after it: " +
                                      std::string(describe(GameEnding::Stalemate)));
    EXPECT_TRUE(book.at(3).ok());
}

TEST(OpeningBook, Chess960WhereTheCastlingNeedsItOrTheCallerSaysSo) {
    const std::string text = std::string(frc_fen) + "\n" + std::string(start_fen) + "\n";
    const OpeningBook book = book_of(text);
    EXPECT_TRUE(book.at(0)->chess960);
    EXPECT_FALSE(book.at(1)->chess960);
    EXPECT_EQ(to_fen(book.at(0)->start, FenStyle::Shredder), frc_fen);
    EXPECT_TRUE(book_of(text, "test.epd", {.chess960 = true}).at(1)->chess960);
}

constexpr std::string_view three_games = R"([Event "one"]
[ECO "C65"]
[Opening "Ruy Lopez"]
[Variation "Berlin Defence"]

1. e4 e5 2. Nf3 (2. f4 exf4) Nc6 {a comment} 3. Bb5 Nf6 1/2-1/2

[Event "two"]
[Variant "chess 960"]
[SetUp "1"]
[FEN "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1"]

1. e4 e5 *

[Event "three"]

1. f3 e5 2. g4 Qh4# 0-1
)";

TEST(OpeningBook, GamesWithTagsAndPositions) {
    const OpeningBook book = book_of(std::string(three_games), "test.pgn");
    ASSERT_EQ(book.size(), 3U);
    EXPECT_EQ(san_of(*book.at(0)), "e4 e5 Nf3 Nc6 Bb5 Nf6");
    EXPECT_EQ(book.at(0)->name, "C65 Ruy Lopez, Berlin Defence");
    EXPECT_FALSE(book.at(0)->chess960);
    EXPECT_EQ(san_of(*book.at(1)), "e4 e5");
    EXPECT_TRUE(book.at(1)->chess960);
    EXPECT_EQ(to_fen(book.at(1)->start, FenStyle::Shredder), frc_fen);
    ASSERT_FALSE(book.at(2).ok());
    EXPECT_EQ(book.at(2).error(), "test.pgn: line 15: the game is over after it: " +
                                      std::string(describe(GameEnding::Checkmate)));
}

TEST(OpeningBook, GamesUpToAPly) {
    const OpeningBook book = book_of(std::string(three_games), "test.pgn", {.plies = 3});
    EXPECT_EQ(san_of(*book.at(0)), "e4 e5 Nf3");
    EXPECT_EQ(san_of(*book.at(1)), "e4 e5");
    EXPECT_EQ(san_of(*book.at(2)), "f3 e5 g4");
    EXPECT_EQ(book_of(std::string(three_games), "test.pgn", {.plies = 0}).at(0)->moves.size(), 0U);
}

TEST(OpeningBook, ABadGameIsAnErrorWhenDrawnUnlessItGoesWrongLater) {
    const std::string text =
        "[Event \"bad\"]\n\n1. e4 e5 2. Ke3 *\n\n[Event \"pass\"]\n\n1. e4 -- *\n\n"
        "[Event \"good\"]\n\n1. d4 *\n";
    const OpeningBook book = book_of(text, "test.pgn");
    ASSERT_EQ(book.size(), 3U);
    ASSERT_FALSE(book.at(0).ok());
    EXPECT_TRUE(contains(book.at(0).error(), "test.pgn: game 1, line 3, column "))
        << book.at(0).error();
    ASSERT_FALSE(book.at(1).ok());
    EXPECT_EQ(book.at(1).error(), "test.pgn: line 5: a side passes in this game");
    EXPECT_EQ(san_of(*book.at(2)), "d4");
    EXPECT_EQ(san_of(*book_of(text, "test.pgn", {.plies = 2}).at(0)), "e4 e5");
}

TEST(OpeningBook, GamesWithoutTagsEvenOnOneLine) {
    const OpeningBook book = book_of("1. e4 e5\n2. Nf3 * 1. d4 d5 *\n1. c4 *\n", "lines.pgn");
    ASSERT_EQ(book.size(), 3U);
    EXPECT_EQ(san_of(*book.at(0)), "e4 e5 Nf3");
    EXPECT_EQ(san_of(*book.at(1)), "d4 d5");
    EXPECT_EQ(san_of(*book.at(2)), "c4");
}

TEST(OpeningBook, OfOpeningsAtHand) {
    const OpeningBook book = OpeningBook::of(study_openings(), "study");
    ASSERT_EQ(book.size(), 10U);
    EXPECT_EQ(san_of(*book.at(6)), "e4 e5 Nf3 Nf6");
    EXPECT_EQ(book.name(), "study");
}

TEST(OpeningOrder, SequentialAndShuffled) {
    EXPECT_EQ(opening_order(4, 1, Order::Sequential), (std::vector<std::size_t>{0, 1, 2, 3}));
    EXPECT_TRUE(opening_order(0, 1, Order::Random).empty());
    // This order must never change, or no match could be resumed.
    EXPECT_EQ(opening_order(10, 1, Order::Random),
              (std::vector<std::size_t>{3, 6, 1, 5, 0, 9, 2, 8, 4, 7}));
    auto order = opening_order(1000, 2, Order::Random);
    EXPECT_EQ(order, opening_order(1000, 2, Order::Random));
    EXPECT_NE(order, opening_order(1000, 3, Order::Random));
    std::sort(order.begin(), order.end());
    EXPECT_EQ(order, opening_order(1000, 0, Order::Sequential));
}

TEST(OpeningOrder, PairsShareAnOpeningAndSwapColours) {
    const std::vector<std::size_t> order{7, 5, 9};
    std::vector<std::size_t> drawn;
    for (std::size_t game = 0; game < 8; ++game) drawn.push_back(opening_of_game(order, game));
    EXPECT_EQ(drawn, (std::vector<std::size_t>{7, 7, 5, 5, 9, 9, 7, 7}));
    EXPECT_FALSE(colors_swapped(4));
    EXPECT_TRUE(colors_swapped(5));
    EXPECT_EQ(pair_of_game(5), 2U);
}

TEST(OpeningText, NameOrMovesOrPosition) {
    EXPECT_EQ(text_of(study_openings()[6]), "Petrov's Defence");
    Opening opening;
    EXPECT_EQ(text_of(opening), start_fen);
    opening.moves = study_openings()[6].moves;
    EXPECT_EQ(text_of(opening), "1. e4 e5 2. Nf3 Nf6");
    opening.moves.pop_back();
    EXPECT_EQ(text_of(opening), "1. e4 e5 2. Nf3");
    opening = *book_of(std::string(ruy_fen)).at(0);
    EXPECT_EQ(text_of(opening), ruy_fen);
    opening.moves = {{Square::A7, Square::A6}, {Square::B5, Square::A4}};
    EXPECT_EQ(text_of(opening), std::string(ruy_fen) + " 3... a6 4. Ba4");
}

TEST(BuiltInOpenings, TheTenOfTheStudy) {
    const auto openings = study_openings();
    ASSERT_EQ(openings.size(), 10U);
    EXPECT_EQ(san_of(openings[0]), "e4 e5 Nf3 Nc6 Bb5 Nf6");
    EXPECT_EQ(san_of(openings[1]), "e4 d5 exd5 Qxd5 Nc3 Qa5");
    EXPECT_EQ(san_of(openings[2]), "e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3");
    EXPECT_EQ(san_of(openings[3]), "d4 d5 c4 e6 Nf3 Nf6");
    EXPECT_EQ(san_of(openings[4]), "e4 c5 d4 cxd4 c3 dxc3 Nxc3 Nc6");
    EXPECT_EQ(san_of(openings[5]), "e4 e6 d4 d5 exd5 exd5");
    EXPECT_EQ(san_of(openings[6]), "e4 e5 Nf3 Nf6");
    EXPECT_EQ(san_of(openings[7]), "d4 Nf6 c4 g6 Nc3 Bg7");
    EXPECT_EQ(san_of(openings[8]), "e4 Nf6 e5 Nd5 d4 d6");
    EXPECT_EQ(san_of(openings[9]), "d4 e5 dxe5 Nc6 Nf3 Qe7");
}

TEST(BuiltInOpenings, RandomOnesAreLegalUnfinishedAndRepeatable) {
    std::set<std::string> seen;
    for (const Opening& opening : random_openings(1, 500)) {
        EXPECT_TRUE(opening.moves.size() == 8 || opening.moves.size() == 9);
        EXPECT_EQ(opening.start, Position::start());
        Game game(opening.start);
        for (const Move move : opening.moves) ASSERT_TRUE(game.play(move));
        EXPECT_EQ(game.ending(), GameEnding::None);
        seen.insert(san_of(opening));
    }
    EXPECT_EQ(seen.size(), 500U);
    EXPECT_EQ(random_openings(1, 500)[137], random_opening(1, 137));
    EXPECT_NE(random_opening(1, 0), random_opening(2, 0));
    // This must never change either.
    EXPECT_EQ(san_of(random_opening(1, 0)), "d3 h6 Be3 g5 Nc3 h5 Bd4 Bh6 Kd2");
}

TEST(BuiltInOpenings, RandomOnesOfChess960) {
    std::set<std::string> starts;
    for (const Opening& opening :
         random_openings(3, 200, {.fewest_plies = 0, .most_plies = 2, .chess960 = true})) {
        EXPECT_TRUE(opening.chess960);
        EXPECT_LE(opening.moves.size(), 2U);
        starts.insert(to_fen(opening.start));
    }
    EXPECT_GT(starts.size(), 150U);
    EXPECT_EQ(chess960_opening(518).start, Position::start());
    EXPECT_EQ(to_fen(chess960_opening(0).start, FenStyle::Shredder), frc_fen);
}

struct KnownBook {
    const char* file;
    std::size_t openings;
    std::size_t plies;
    bool chess960;
};

TEST(OpeningData, EveryLineOfTheKnownBooksDeep) {
    ROOKERY_NEED_DATA(data);
    for (const KnownBook& known : {KnownBook{"3moves_FRC.epd.zip", 126113, 0, true},
                                   KnownBook{"8moves_v3.pgn.zip", 34700, 16, false},
                                   KnownBook{"noob_3moves.epd.zip", 150932, 0, false},
                                   KnownBook{"UHO_4060_v4.epd.zip", 241670, 0, false}}) {
        const auto book = OpeningBook::load(data / "openings" / known.file);
        ASSERT_TRUE(book.ok()) << book.error();
        EXPECT_EQ(book->size(), known.openings) << known.file;
        bool any_chess960 = false;
        for (std::size_t i = 0; i < book->size(); ++i) {
            const auto opening = book->at(i);
            ASSERT_TRUE(opening.ok()) << opening.error();
            EXPECT_EQ(opening->moves.size(), known.plies);
            any_chess960 = any_chess960 || opening->chess960;
        }
        EXPECT_EQ(any_chess960, known.chess960) << known.file;
    }
}

TEST(OpeningData, SuitesThatEndInANulByte) {
    ROOKERY_NEED_DATA(data);
    for (const auto& [file, lines] :
         {std::pair{"kaufman.epd", 25U}, {"bratko-kopec.epd", 24U}, {"lct2.epd", 35U}}) {
        const auto book = OpeningBook::load(data / "epd" / file);
        ASSERT_TRUE(book.ok()) << book.error();
        ASSERT_EQ(book->size(), lines) << file;
        for (std::size_t i = 0; i < book->size(); ++i) EXPECT_TRUE(book->at(i).ok()) << i;
    }
}

}  // namespace
}  // namespace rookery::arena
