#include "notation/pgn_writer.h"

#include "notation/fen.h"
#include "support/chess_helpers.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <sstream>

namespace rookery {
namespace {

constexpr const char* roster = "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round "
                               "\"?\"]\n[White \"?\"]\n[Black \"?\"]\n";

std::string rewritten(std::string_view text) {
    const auto games = read_pgn_games(text);
    return games.size() == 1 ? to_pgn(games[0]) : "not one game";
}

// Only the moves of what is written.
std::string movetext(std::string_view text) {
    const std::string pgn = rewritten(text);
    const std::string moves = pgn.substr(pgn.find("\n\n") + 2);
    EXPECT_TRUE(moves.ends_with("\n\n"));
    return moves.substr(0, moves.size() - 2);
}

TEST(PgnWriter, AnEmptyGame) {
    EXPECT_EQ(to_pgn(PgnGame()), std::string(roster) + "[Result \"*\"]\n\n*\n\n");
}

TEST(PgnWriter, StandardTagsComeFirst) {
    EXPECT_EQ(
        rewritten("[Annotator \"me\"]\n[Black \"B\"]\n[White \"W\"]\n[ECO \"A00\"]\n\n1. e4 1-0"),
        "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"W\"]\n[Black "
        "\"B\"]\n"
        "[Result \"1-0\"]\n[Annotator \"me\"]\n[ECO \"A00\"]\n\n1. e4 1-0\n\n");
}

TEST(PgnWriter, TagValuesAreEscaped) {
    PgnGame game;
    game.set_tag("Event", "a \"b\" \\ c\nd");
    EXPECT_NE(to_pgn(game).find("[Event \"a \\\"b\\\" \\\\ c d\"]\n"), std::string::npos);
    for (const char* value :
         {"\\", "\"", "\\\"", "x\"]", "x\\\"]", "a\" ] ", "]", " \" ", "\\\\", "\"\""}) {
        PgnGame odd;
        odd.set_tag("Event", value);
        odd.set_tag("Other", value);
        const auto again = read_pgn_games(to_pgn(odd));
        ASSERT_EQ(again.size(), 1u);
        EXPECT_EQ(again[0].tag("Event"), value);
        EXPECT_EQ(again[0].tag("Other"), value);
    }
}

TEST(PgnWriter, OtherStartsGetTheirFen) {
    PgnGame game;
    game.start = test::position_of("4k3/8/8/8/8/8/4P3/4K3 b - - 5 30");
    EXPECT_EQ(to_pgn(game), std::string(roster) +
                                "[Result \"*\"]\n[SetUp \"1\"]\n"
                                "[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 5 30\"]\n\n*\n\n");
    // A tag that says something else is put right.
    game.set_tag("FEN", "rubbish");
    game.set_tag("SetUp", "0");
    EXPECT_NE(to_pgn(game).find("[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 5 30\"]\n[SetUp \"1\"]\n"),
              std::string::npos);
}

TEST(PgnWriter, MoveNumbersAfterInterruptions) {
    EXPECT_EQ(movetext("e4 e5 Nf3 Nc6 *"), "1. e4 e5 2. Nf3 Nc6 *");
    EXPECT_EQ(movetext("e4 {x} e5 $1 Nf3 ! Nc6 *"), "1. e4 {x} 1... e5 $1 2. Nf3 $1 Nc6 *");
    EXPECT_EQ(movetext("{a} e4 (d4 {q} d5) {b} e5 ({c} c5 (d5)) Nf3 1-0"),
              "{a} 1. e4 (1. d4 {q} 1... d5) {b} 1... e5 ({c} 1... c5 (1... d5)) 2. Nf3 1-0");
    EXPECT_EQ(movetext("[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 5 30\"]\n\nKd7 e4 -- Ke2 *"),
              "30... Kd7 31. e4 -- 32. Ke2 *");
}

TEST(PgnWriter, CommentsWithABraceGoToTheEndOfALine) {
    EXPECT_EQ(movetext("e4 ; look } here\ne5 *"), "1. e4\n; look } here\n1... e5 *");
    EXPECT_EQ(movetext("e4 (d4 ; a } b\n) e5 *"), "1. e4 (1. d4\n; a } b\n) 1... e5 *");
}

TEST(PgnWriter, PartsCanBeLeftOut) {
    const auto games = read_pgn_games("{a} e4 ! {b} (d4) {c} e5 *");
    const std::string bare = to_pgn(games.at(0), {false, false, false});
    EXPECT_NE(bare.find("\n\n1. e4 e5 *\n\n"), std::string::npos);
    const std::string without_comments = to_pgn(games.at(0), {.comments = false});
    EXPECT_NE(without_comments.find("\n\n1. e4 $1 (1. d4) 1... e5 *\n\n"), std::string::npos);
}

TEST(PgnWriter, LinesHaveAtMost80Columns) {
    std::string text = "[Event \"x\"]\n\n";
    for (int i = 0; i < 60; ++i)
        text += "Nf3 {a comment of some words} Nf6 (Nc6 (d5 {inner words here}) Nc3) Ng1 {[%clk "
                "0:01:00]} Ng8 ";
    std::istringstream lines(movetext(text + "*"));
    std::size_t longest = 0;
    for (std::string line; std::getline(lines, line);) {
        longest = std::max(longest, line.size());
        EXPECT_FALSE(line.starts_with(' ') || line.ends_with(' '));
    }
    EXPECT_LE(longest, 80u);
    EXPECT_GT(longest, 70u);
}

TEST(PgnWriter, WordsThatMustNotBeginALine) {
    const std::string filler(70, 'a');
    for (const char* word : {"%remark", "[Event \"x\"]", "[%clk 0:01:00]", "100%", ";", "(", "*"}) {
        PgnGame game;
        game.main.comment = filler + " bb " + word + " " + filler;
        const auto again = read_pgn_games(to_pgn(game));
        ASSERT_EQ(again.size(), 1u) << word;
        EXPECT_EQ(again[0].main.comment, game.main.comment);
        EXPECT_FALSE(again[0].error);
    }
}

TEST(PgnWriter, IllegalMovesAreNotWritten) {
    PgnGame game;
    game.main.moves.push_back({Move(Square::E2, Square::E4), {}, {}, {}, {}});
    game.main.moves.push_back({Move(Square::E2, Square::E4), {}, {}, {}, {}});
    EXPECT_NE(to_pgn(game).find("\n\n1. e4 *\n"), std::string::npos);
}

TEST(PgnWriter, APlayedGameBecomesPgn) {
    Game game;
    game.play(Move(Square::F2, Square::F3));
    game.play(Move(Square::E7, Square::E5));
    game.play(Move(Square::G2, Square::G4));
    game.play(Move(Square::D8, Square::H4));
    const std::string pgn = to_pgn(to_pgn_game(game));
    EXPECT_EQ(pgn, std::string(roster) + "[Result \"0-1\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n\n");
    const Game other(test::position_of("4k3/8/8/8/8/8/8/RK3R2 w KQ - 0 1"));
    EXPECT_NE(to_pgn(to_pgn_game(other))
                  .find("[Variant \"Chess960\"]\n[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/8/RK3R2 w KQ "
                        "- 0 1\"]"),
              std::string::npos);
}

// A random tree of moves with comments of random words.
class RandomTree {
  public:
    explicit RandomTree(std::uint64_t seed) : random_(seed) {}

    PgnGame game() {
        PgnGame game;
        if (random_.one_in(2)) game.start = test::random_position(random_, 40);
        game.set_tag("Event", words());
        game.set_tag("Custom", words());
        game.main = line(game.start, 30, 0);
        game.result = static_cast<GameResult>(random_.below(4));
        return game;
    }

  private:
    std::string words() {
        static constexpr std::string_view vocabulary[] = {
            "a",
            "word",
            "1.",
            "e4",
            "é",
            "\"x\"",
            "\\",
            "}",
            "{",
            "(",
            ")",
            "$1",
            ";",
            "%x",
            "[%clk 0:01:00]",
            "[Event",
            "1-0",
            "*",
            "verylongwordthatgoesonandonandonandonandonandonandonandonandonandonandonandon",
            "♘f3"};
        std::string text;
        for (std::uint64_t i = random_.below(30); i > 0; --i) {
            if (!text.empty()) text += ' ';
            text += vocabulary[random_.below(std::size(vocabulary))];
        }
        return text;
    }
    std::string comment() { return random_.one_in(4) ? words() : ""; }

    PgnLine line(const Position& start, std::uint64_t longest, int depth) {
        PgnLine line;
        line.comment = comment();
        Position position = start;
        const std::uint64_t length = 1 + random_.below(longest);
        while (line.moves.size() < length) {
            const MoveList moves = legal_moves(position);
            if (moves.empty()) break;
            PgnMove move;
            const bool pass = !position.in_check() && random_.one_in(20);
            if (!pass) move.move = moves[random_.below(moves.size())];
            if (random_.one_in(5)) move.nags = {static_cast<int>(1 + random_.below(255))};
            move.comment = comment();
            if (depth < 4 && random_.one_in(6)) {
                for (std::uint64_t i = 1 + random_.below(2); i > 0; --i) {
                    PgnLine variation = this->line(position, 6, depth + 1);
                    if (!variation.moves.empty()) move.variations.push_back(variation);
                }
                move.comment_after_variations = comment();
            }
            line.moves.push_back(move);
            position = pass ? position.after_null() : position.after(move.move);
        }
        return line;
    }

    Random random_;
};

RC_GTEST_PROP(PgnWriter, WhatIsWrittenIsReadAgain, (std::uint64_t seed)) {
    const PgnGame game = RandomTree(seed).game();
    const std::string text = to_pgn(game);
    const auto again = read_pgn_games(text);
    RC_ASSERT(again.size() == 1u);
    RC_ASSERT(!again[0].error);
    RC_ASSERT(again[0].start == game.start);
    RC_ASSERT(again[0].main == game.main);
    RC_ASSERT(again[0].result == game.result);
    RC_ASSERT(again[0].tag("Event") == game.tag("Event"));
    RC_ASSERT(again[0].tag("Custom") == game.tag("Custom"));
    RC_ASSERT(to_pgn(again[0]) == text);
}

}  // namespace
}  // namespace rookery
