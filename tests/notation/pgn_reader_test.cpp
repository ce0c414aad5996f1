#include "notation/pgn_reader.h"

#include "notation/coordinate.h"
#include "notation/fen.h"
#include "notation/pgn_game.h"
#include "support/chess_helpers.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace rookery {
namespace {

PgnGame only_game(std::string_view text) {
    auto games = read_pgn_games(text);
    EXPECT_EQ(games.size(), 1u) << text;
    return games.empty() ? PgnGame() : games.front();
}

// "e2e4 e7e5", with "--" for a pass.
std::string moves_of(const PgnLine& line, const Position& start = Position::start()) {
    std::string text;
    Position position = start;
    for (const PgnMove& move : line.moves) {
        if (!text.empty()) text += ' ';
        text += move.move ? to_coordinate(position, move.move) : "--";
        position = move.move ? position.after(move.move) : position.after_null();
    }
    return text;
}

std::string error_of(const PgnGame& game) { return game.error ? describe(*game.error) : ""; }

TEST(PgnReader, AnOrdinaryGame) {
    const PgnGame game = only_game("[Event \"A\"]\n[White \"B\"]\n[Result \"1-0\"]\n\n"
                                   "1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0\n");
    EXPECT_EQ(error_of(game), "");
    EXPECT_EQ(game.tags, (std::vector<PgnTag>{{"Event", "A"}, {"White", "B"}, {"Result", "1-0"}}));
    EXPECT_EQ(game.tag("White"), "B");
    EXPECT_EQ(game.tag("Black"), "");
    EXPECT_EQ(moves_of(game.main), "e2e4 e7e5 d1h5 b8c6 f1c4 g8f6 h5f7");
    EXPECT_EQ(game.result, GameResult::WhiteWins);
    EXPECT_EQ(game.start, Position::start());
}

TEST(PgnReader, NothingInNothingOut) {
    for (const char* text : {"", "\n\n", "\xEF\xBB\xBF", "% remark\n", "{ comment }", "; x", ")"})
        EXPECT_TRUE(read_pgn_games(text).empty()) << text;
}

TEST(PgnReader, AllResults) {
    EXPECT_EQ(only_game("e4 1-0").result, GameResult::WhiteWins);
    EXPECT_EQ(only_game("e4 0-1").result, GameResult::BlackWins);
    EXPECT_EQ(only_game("e4 1/2-1/2").result, GameResult::Draw);
    EXPECT_EQ(only_game("e4 ½-½").result, GameResult::Draw);
    EXPECT_EQ(only_game("e4 1/2").result, GameResult::Draw);
    EXPECT_EQ(only_game("e4 *").result, GameResult::Open);
    EXPECT_EQ(only_game("e4").result, GameResult::Open);
    EXPECT_EQ(only_game("[Result \"0-1\"]\n\ne4").result, GameResult::BlackWins);
    EXPECT_EQ(only_game("[Result \"0-1\"]\n\ne4 1-0").result, GameResult::WhiteWins);
}

TEST(PgnReader, MoveNumbersAreNotBelieved) {
    const char* const same[] = {
        "1. e4 e5 2. Nf3 *",     "e4 e5 Nf3",     "1.e4 e5 2.Nf3",      "1. e4 1... e5 2. Nf3",
        "1.e4 1...e5 2.Nf3",     "1 e4 e5 2 Nf3", "7. e4 e5 99. Nf3",   "1. e4 ... e5 2. Nf3",
        "1.\ne4\ne5\n2.\nNf3\n", "1e4 e5 2Nf3",   "1. . . . e4 e5 Nf3", "1. e4\te5\r\n2. Nf3\r\n"};
    for (const char* text : same)
        EXPECT_EQ(moves_of(only_game(text).main), "e2e4 e7e5 g1f3") << text;
}

// A game printed without its move 26.
TEST(PgnReader, ASkippedMoveNumber) {
    const PgnGame game = only_game(
        "[SetUp \"1\"]\n[FEN \"3rr1k1/1p3p1p/p4Q2/P4P2/2qpp3/2N5/1P4PP/R2R3K w - - 0 24\"]\n\n"
        "24. Qg5+ Kh8 25. Qf6+ Kg8 27. Qg5+ Kh8 28. Qf6+ 1/2-1/2\n");
    EXPECT_EQ(error_of(game), "");
    EXPECT_EQ(moves_of(game.main, game.start), "f6g5 g8h8 g5f6 h8g8 f6g5 g8h8 g5f6");
}

TEST(PgnReader, CommentsAndSigns) {
    const PgnGame game = only_game("{ before\n the first } 1. e4! {good} $10 $10 e5?! ; to the end "
                                   "} of the line\n2. Nf3 $146 !! "
                                   "{a} {b} Nc6 +- *");
    EXPECT_EQ(error_of(game), "");
    EXPECT_EQ(game.main.comment, "before the first");
    ASSERT_EQ(game.main.moves.size(), 4u);
    EXPECT_EQ(game.main.moves[0].nags, (std::vector<int>{1, 10}));
    EXPECT_EQ(game.main.moves[0].comment, "good");
    EXPECT_EQ(game.main.moves[1].nags, (std::vector<int>{6}));
    EXPECT_EQ(game.main.moves[1].comment, "to the end } of the line");
    EXPECT_EQ(game.main.moves[2].nags, (std::vector<int>{146, 3}));
    EXPECT_EQ(game.main.moves[2].comment, "a b");
    EXPECT_EQ(game.main.moves[3].nags, (std::vector<int>{18}));
}

TEST(PgnReader, NestedVariations) {
    const PgnGame game =
        only_game("1. e4 (1. d4 d5 (1... Nf6 {Indian} 2. c4) (1... f5) 2. c4) {main} 1... e5 "
                  "({why not} 1... c5 2. Nf3) *");
    EXPECT_EQ(error_of(game), "");
    EXPECT_EQ(moves_of(game.main), "e2e4 e7e5");
    const PgnMove& first = game.main.moves[0];
    ASSERT_EQ(first.variations.size(), 1u);
    EXPECT_EQ(first.comment, "");
    EXPECT_EQ(first.comment_after_variations, "main");
    EXPECT_EQ(moves_of(first.variations[0]), "d2d4 d7d5 c2c4");
    const PgnMove& reply = first.variations[0].moves[1];
    ASSERT_EQ(reply.variations.size(), 2u);
    EXPECT_EQ(reply.variations[0].moves[0].comment, "Indian");
    EXPECT_EQ(reply.variations[0].moves.size(), 2u);
    EXPECT_EQ(reply.variations[1].moves.size(), 1u);
    EXPECT_EQ(game.main.moves[1].variations.at(0).comment, "why not");
}

TEST(PgnReader, OddVariationsAreForgiven) {
    EXPECT_EQ(moves_of(only_game("1. e4 () e5 (   ) 2. Nf3 *").main), "e2e4 e7e5 g1f3");
    EXPECT_EQ(only_game("1. e4 ({only words}) e5 *").main.moves[0].comment, "only words");
    EXPECT_EQ(moves_of(only_game("1. e4 ) e5 )) 2. Nf3 *").main), "e2e4 e7e5 g1f3");
    // A result inside a variation ends nothing.
    EXPECT_EQ(moves_of(only_game("1. e4 (1. d4 1-0) e5 2. Nf3 *").main), "e2e4 e7e5 g1f3");
}

TEST(PgnReader, VariationsThatBreakTheGame) {
    EXPECT_EQ(error_of(only_game("(1. d4) 1. e4 *")),
              "game 1, line 1, column 1: a variation stands before the first move");
    EXPECT_EQ(error_of(only_game("[A \"b\"]\n\n(1. d4) 1. e4 *")),
              "game 1, line 3, column 1: a variation stands before the first move");
    EXPECT_EQ(error_of(only_game("1. e4 (1. d4 d5 *")),
              "game 1, line 1, column 18: a variation is not closed");
    EXPECT_EQ(moves_of(only_game("1. e4 (1. d4 d5 *").main), "e2e4");
    EXPECT_EQ(moves_of(only_game("1. e4 (1. d4 d5 *").main.moves[0].variations.at(0)), "d2d4 d7d5");
}

TEST(PgnReader, DepthIsLimited) {
    const auto nested = [](std::size_t depth) {
        std::string text = "1. e4";
        for (std::size_t i = 0; i < depth; ++i) text += " (1. d4";
        return text + std::string(depth, ')') + " e5 *\n\n[Event \"next\"]\n\n1. c4 *\n";
    };
    const auto fine = read_pgn_games(nested(256));
    ASSERT_EQ(fine.size(), 2u);
    EXPECT_EQ(error_of(fine[0]), "");
    const auto deep = read_pgn_games(nested(257));
    ASSERT_EQ(deep.size(), 2u);
    EXPECT_NE(error_of(deep[0]).find("variations are nested deeper than 256"), std::string::npos);
    EXPECT_EQ(moves_of(deep[1].main), "c2c4");
    EXPECT_EQ(read_pgn_games(nested(100000)).size(), 2u);
}

TEST(PgnReader, MovesTagsAndCommentsAreLimited) {
    PgnLimits limits;
    limits.moves = 10;
    std::string shuffle;
    for (int i = 0; i < 10; ++i) shuffle += "Nf3 Nf6 Ng1 Ng8 ";
    shuffle += "*\n\n[Event \"B\"]\n\n1. e4 *";
    MemorySource source(shuffle);
    PgnReader reader(source, limits);
    auto game = read_pgn_game(reader);
    ASSERT_TRUE(game.has_value());
    EXPECT_NE(error_of(*game).find("too many moves"), std::string::npos);
    EXPECT_EQ(game->main.moves.size(), 10u);
    game = read_pgn_game(reader);
    ASSERT_TRUE(game.has_value());
    EXPECT_EQ(game->main.moves.size(), 1u);
    EXPECT_FALSE(read_pgn_game(reader).has_value());

    const PgnGame long_comment = only_game("1. e4 {" + std::string(1000000, 'x') + "} e5 *");
    EXPECT_TRUE(long_comment.notices.comment_cut);
    EXPECT_EQ(long_comment.main.moves.at(0).comment.size(), 65536u);
    EXPECT_EQ(moves_of(long_comment.main), "e2e4 e7e5");

    const PgnGame long_tag = only_game("[Event \"" + std::string(5000, 'x') + "\"]\n\n1. e4 *");
    EXPECT_TRUE(long_tag.notices.tag_cut);
    EXPECT_EQ(long_tag.tag("Event").size(), 4096u);
    EXPECT_EQ(moves_of(long_tag.main), "e2e4");

    std::string many;
    for (int i = 0; i < 3000; ++i) many += "[T" + std::to_string(i) + " \"x\"]\n";
    const PgnGame many_tags = only_game(many + "\n1. e4 *");
    EXPECT_TRUE(many_tags.notices.tag_ignored);
    EXPECT_EQ(many_tags.tags.size(), 1024u);
    EXPECT_EQ(moves_of(many_tags.main), "e2e4");
}

TEST(PgnReader, TagsInEveryShape) {
    const auto value = [](std::string_view line) {
        const PgnGame game = only_game(std::string(line) + "\n\n1. e4 *");
        EXPECT_EQ(moves_of(game.main), "e2e4") << line;
        return std::string(game.tag("Event"));
    };
    EXPECT_EQ(value(R"([Event "plain"])"), "plain");
    EXPECT_EQ(value(R"([Event ""])"), "");
    EXPECT_EQ(value(R"(  [  Event   "wide"   ]  )"), "wide");
    EXPECT_EQ(value(R"([Event "a \"b\" c"])"), "a \"b\" c");
    EXPECT_EQ(value(R"([Event "back\\slash"])"), "back\\slash");
    EXPECT_EQ(value(R"([Event "back\slash"])"), "back\\slash");
    EXPECT_EQ(value(R"([Event "Tournament \"])"), "Tournament \\");
    EXPECT_EQ(value(R"([Event "Tournament "Championship" Finals"])"),
              "Tournament \"Championship\" Finals");
    EXPECT_EQ(value(R"([Event "Club "Victory""])"), "Club \"Victory\"");
    EXPECT_EQ(value(R"([Event "closing ] opening [ both []"])"), "closing ] opening [ both []");
    EXPECT_EQ(value(R"([Event "never closed)"), "never closed");
    EXPECT_EQ(value("[Event \"M\xFCller\"]"), "Müller");
    EXPECT_EQ(value("[Event \"Müller\"]"), "Müller");
    EXPECT_EQ(value("[Event \"a\tb\"]\r"), "a b");
    EXPECT_EQ(value("[Event \"one\"] [Site \"two\"]"), "one");
    EXPECT_TRUE(only_game("[Event]\n[ ]\n[Site \"x\"]\n\n1. e4 *").notices.tag_ignored);
}

TEST(PgnReader, WhereOneGameEndsAndTheNextBegins) {
    const auto games = [](std::string_view text) {
        std::string summary;
        for (const PgnGame& game : read_pgn_games(text)) {
            EXPECT_EQ(error_of(game), "") << text;
            summary += std::to_string(game.tags.size()) + "/" +
                       std::to_string(game.main.moves.size()) + " ";
        }
        return summary;
    };
    EXPECT_EQ(games("1. e4 * 1. d4 d5 1-0 *"), "0/1 0/2 0/0 ");
    EXPECT_EQ(games("[Event \"A\"]\n\n1. e4\n\n[Event \"B\"]\n\n1. d4 d5\n"), "1/1 1/2 ");
    EXPECT_EQ(games("[Event \"A\"]\n\n1. e4\n[Event \"B\"]\n\n1. d4 d5\n"), "1/1 1/2 ");
    EXPECT_EQ(games("[Event \"A\"]\n[Site \"x\"]\n\n[Event \"B\"]\n\n*\n"), "2/0 1/0 ");
    EXPECT_EQ(games("[FEN \"4k3/8/8/8/8/8/8/4K3 w - - 0 1\"]\n\n\n[FEN \"4k3/8/8/8/8/8/8/4K3 w - - "
                    "0 1\"]\n\nKe2"),
              "1/0 1/1 ");
    // An empty line among the tags.
    EXPECT_EQ(games("[Event \"A\"]\n\n[Site \"x\"]\n[Date \"y\"]\n\n1. e4 *"), "3/1 ");
    EXPECT_EQ(games("[Event \"A\"] [Site \"x\"] 1. e4 * [Event \"B\"] 1. d4 *"), "2/1 1/1 ");
    // Comments after the result belong to no game.
    EXPECT_EQ(games("1. e4 1-0 {late}\n\n[Event \"B\"]\n\n1. d4 *"), "0/1 1/1 ");
    // Empty lines among the moves mean nothing.
    EXPECT_EQ(games("1. e4\n\n e5\n\n\n2. Nf3 *"), "0/3 ");
    EXPECT_EQ(games("[Event \"A\"]\n\n1. e4 {[%clk 0:01]\n[not a tag]}\n e5 *"), "1/2 ");
}

TEST(PgnReader, ACommentBeforeAGameWithoutTagsIsItsComment) {
    EXPECT_EQ(only_game("{hello} {there} 1. e4 *").main.comment, "hello there");
    EXPECT_EQ(only_game("{gone} [Event \"A\"]\n\n1. e4 *").main.comment, "");
}

TEST(PgnReader, EscapedLinesAndControlCharacters) {
    EXPECT_EQ(moves_of(only_game("%hidden 1. d4\n1. e4\n%more\n e5 *").main), "e2e4 e7e5");
    using namespace std::string_view_literals;
    EXPECT_EQ(moves_of(only_game("1. e4\0\x01 e5\0 *\0\0"sv).main), "e2e4 e7e5");
    EXPECT_NE(error_of(only_game("1. e4 %no e5 *")), "");
}

TEST(PgnReader, SloppyMovesAreUnderstood) {
    EXPECT_EQ(moves_of(only_game("1. e2e4 e7-e5 2. Ng1f3 Nb8-c6 3. Bb5 a6 4. 0-0 *").main),
              "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 e1g1");
    EXPECT_EQ(moves_of(only_game("1. e4 a6 2. e5 d5 3. exd6 e.p. exd6ep 4. d4").main),
              "e2e4 a7a6 e4e5 d7d5 e5d6 e7d6 d2d4");
    EXPECT_EQ(moves_of(only_game("1. e4 a6 2. e5 d5 3. exd6e.p. *").main),
              "e2e4 a7a6 e4e5 d7d5 e5d6");
    const PgnGame promotion =
        only_game("[FEN \"8/P6k/8/8/8/8/8/K7 w - - 0 1\"]\n\n1. a8(Q) Kg6 2. Qa2 *");
    EXPECT_EQ(error_of(promotion), "");
    EXPECT_EQ(moves_of(promotion.main, promotion.start), "a7a8q h7g6 a8a2");
}

TEST(PgnReader, PassingTheTurn) {
    EXPECT_EQ(moves_of(only_game("1. e4 -- 2. d4 Z0 3. Nf3 *").main), "e2e4 -- d2d4 -- g1f3");
    EXPECT_EQ(moves_of(only_game("1. e4 (1. -- e5) e5 *").main.moves[0].variations.at(0)),
              "-- e7e5");
    EXPECT_EQ(error_of(only_game("1. e4 f6 2. Qh5+ -- *")),
              "game 1, line 1, column 18: a side in check cannot pass");
}

TEST(PgnReader, OtherStarts) {
    const PgnGame black = only_game(
        "[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 5 30\"]\n\n30... Kd7 31. e4 *");
    EXPECT_EQ(to_fen(black.start), "4k3/8/8/8/8/8/4P3/4K3 b - - 5 30");
    EXPECT_EQ(moves_of(black.main, black.start), "e8d7 e2e4");
    EXPECT_EQ(only_game("[FEN \"\"]\n\n1. e4 *").start, Position::start());
    EXPECT_EQ(error_of(only_game("[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]\n\n1. e4 *")),
              "game 1, line 3, column 4: the FEN tag: White has no king");
}

TEST(PgnReader, Chess960) {
    for (const char* variant :
         {"Chess960", "chess 960", "fischerandom", "Fischerrandom", "FischerRandom", "Freestyle"}) {
        const PgnGame game =
            only_game("[Variant \"" + std::string(variant) +
                      "\"]\n[FEN \"4k3/8/8/8/8/8/8/RK3R2 w KQ - 0 1\"]\n\n1. O-O *");
        EXPECT_EQ(error_of(game), "") << variant;
        EXPECT_EQ(game.main.moves.at(0).move, Move(Square::B1, Square::F1, MoveKind::Castling));
    }
}

TEST(PgnReader, OtherGamesAreRefusedAndPassedOver) {
    const auto games = read_pgn_games(
        "[Event \"A\"]\n[Variant \"Crazyhouse\"]\n\n1. e4 d5 2. exd5 Qxd5 3. P@e4 *\n\n"
        "[Event \"B\"]\n[Variant \"Standard\"]\n\n1. e4 *\n");
    ASSERT_EQ(games.size(), 2u);
    EXPECT_EQ(error_of(games[0]),
              "game 1, line 4, column 4: the variant 'Crazyhouse' has other rules");
    EXPECT_EQ(games[0].tag("Event"), "A");
    EXPECT_EQ(moves_of(games[1].main), "e2e4");
}

TEST(PgnReader, ABadMoveEndsItsGameOnly) {
    const auto games = read_pgn_games(
        "[Event \"A\"]\n\n1. e4 e5\n2. Ke3 {lost} d6 (2... d5) 1-0\n\n"
        "[Event \"B\"]\n\n1. e4 exd5 *\n\n[Event \"C\"]\n\n1. xyz *\n[Event \"D\"]\n\n1. c4 0-1\n");
    ASSERT_EQ(games.size(), 4u);
    EXPECT_EQ(error_of(games[0]), "game 1, line 4, column 4: Ke3: a king does not move like that");
    EXPECT_EQ(games[0].error->game, 1u);
    EXPECT_EQ(games[0].error->ply, 2u);
    EXPECT_EQ(games[0].error->text.line, 4u);
    EXPECT_EQ(moves_of(games[0].main), "e2e4 e7e5");
    EXPECT_EQ(error_of(games[1]), "game 2, line 8, column 7: exd5: no pawn of yours can go to d5");
    EXPECT_EQ(error_of(games[2]), "game 3, line 12, column 4: xyz: 'xyz' is not a move");
    EXPECT_EQ(error_of(games[3]), "");
    EXPECT_EQ(games[3].result, GameResult::BlackWins);
}

TEST(PgnReader, AnUnclosedCommentLosesOnlyItsGame) {
    const auto games = read_pgn_games(
        "[Event \"A\"]\n\n1. e4 {never closed\n e5 2. Nf3 1-0\n\n[Event \"B\"]\n\n1. d4 *\n");
    ASSERT_EQ(games.size(), 2u);
    EXPECT_EQ(error_of(games[0]), "game 1, line 3, column 7: a comment is not closed");
    EXPECT_EQ(moves_of(games[1].main), "d2d4");
    EXPECT_EQ(games[1].tag("Event"), "B");
    EXPECT_EQ(error_of(only_game("1. e4 {never")),
              "game 1, line 1, column 7: a comment is not closed");
}

TEST(PgnReader, AmbiguousMovesAreErrors) {
    EXPECT_EQ(error_of(only_game("[FEN \"4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1\"]\n\n1. Nd2 *")),
              "game 1, line 3, column 4: Nd2: several moves fit: Nbd2, Nfd2");
}

// The text arrives in pieces of any size, however it falls apart.
class Pieces final : public TextSource {
  public:
    Pieces(std::string_view text, std::size_t size) : rest_(text), size_(size) {}
    std::size_t read(char* buffer, std::size_t size) override {
        const std::size_t taken = std::min({size, size_, rest_.size()});
        std::copy_n(rest_.begin(), taken, buffer);
        rest_.remove_prefix(taken);
        return taken;
    }

  private:
    std::string_view rest_;
    std::size_t size_;
};

TEST(PgnReader, WindowBoundariesDoNotMatter) {
    // Games around every offset of the 64 KiB window, with comments that cross it.
    std::string text;
    for (int i = 0; i < 900; ++i)
        text += "[Event \"" + std::to_string(i) +
                "\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n" + "{" +
                std::string(static_cast<std::size_t>(i) % 257, 'c') +
                "\n} 1. e4 {after} Kd7 (1... Ke7 $3) 2. Ke2! *\n\n";
    text += "[Event \"last\"]\n\n1. e4 {" + std::string(70000, 'z') + "} e5 *\n";
    const auto expected = read_pgn_games(text);
    ASSERT_EQ(expected.size(), 901u);
    for (const PgnGame& game : expected) ASSERT_EQ(error_of(game), "");
    for (std::size_t size : {1UL, 7UL, 1000UL, 65535UL, 65536UL, 65537UL}) {
        Pieces source(text, size);
        PgnReader reader(source);
        for (const PgnGame& game : expected) {
            const auto again = read_pgn_game(reader);
            ASSERT_TRUE(again.has_value());
            ASSERT_TRUE(again->same_content(game));
        }
        EXPECT_FALSE(read_pgn_game(reader).has_value());
    }
}

struct Listener : PgnVisitor {
    static constexpr bool wants_variations = false;
    std::string heard;
    bool wants_moves = true;

    void game_begin(std::size_t number, std::size_t line) {
        heard += "game " + std::to_string(number) + " at " + std::to_string(line) + ";";
    }
    void tag(std::string_view name, std::string_view value) {
        heard += std::string(name) + "=" + std::string(value) + ";";
    }
    bool moves_begin(const Position&) { return wants_moves; }
    void move(const Position& before, Move move) { heard += to_coordinate(before, move) + ";"; }
    void comment(std::string_view text) { heard += "{" + std::string(text) + "};"; }
    void nag(int number) { heard += "$" + std::to_string(number) + ";"; }
    void result(GameResult result) { heard += std::string(notation_of(result)) + ";"; }
    void error(const PgnError& error) { heard += "error " + error.text.what + ";"; }
    void game_end() { heard += "end\n"; }
};

TEST(PgnReader, AVisitorHearsEverythingInOrder) {
    MemorySource source(
        "[Event \"A\"]\n\n1. e4! {x} (1. d9 (rubbish {)}) ) e5 1-0\n\n[Event \"B\"]\n\n1. e5 *");
    PgnReader reader(source);
    Listener listener;
    while (reader.read_game(listener)) {
    }
    EXPECT_EQ(listener.heard, "game 1 at 1;Event=A;e2e4;$1;{x};e7e5;1-0;end\n"
                              "game 2 at 5;Event=B;error e5: no pawn of yours can go to e5;end\n");
    EXPECT_EQ(reader.games(), 2u);
}

TEST(PgnReader, AVisitorMaySkipTheMoves) {
    MemorySource source(
        "[Event \"A\"]\n\n1. e4 rubbish {1-0} (1-0) e5 1-0\n1. d4 *\n[Event \"B\"]\n\n1. c4\n");
    PgnReader reader(source);
    Listener listener;
    listener.wants_moves = false;
    while (reader.read_game(listener)) {
    }
    EXPECT_EQ(listener.heard,
              "game 1 at 1;Event=A;end\ngame 2 at 4;end\ngame 3 at 5;Event=B;end\n");
}

TEST(PgnReader, SkippedVariationsMustStillClose) {
    MemorySource source("1. e4 (1. d4 (2. c4) \n\n[Event \"B\"]\n\n1. c4 *");
    PgnReader reader(source);
    Listener listener;
    while (reader.read_game(listener)) {
    }
    EXPECT_EQ(listener.heard, "game 1 at 1;e2e4;error a variation is not closed;end\n"
                              "game 2 at 3;Event=B;c2c4;*;end\n");
}

TEST(PgnReader, MissingFilesAreErrors) {
    const auto source = FileSource::open("/nonexistent/games.pgn");
    ASSERT_FALSE(source.ok());
    EXPECT_EQ(source.error().what, "/nonexistent/games.pgn: there is no such file");
}

}  // namespace
}  // namespace rookery
