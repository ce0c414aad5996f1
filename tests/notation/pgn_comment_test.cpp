#include "notation/pgn_comment.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace rookery {
namespace {

using std::chrono::milliseconds;

TEST(PgnComment, Clocks) {
    EXPECT_EQ(parse_comment_commands("[%clk 0:03:12]").clock, milliseconds(192000));
    EXPECT_EQ(parse_comment_commands("[%clk 1:02:03.4]").clock, milliseconds(3723400));
    EXPECT_EQ(parse_comment_commands("[%clk 12:34]").clock, milliseconds(754000));
    EXPECT_EQ(parse_comment_commands("[%emt 1.25]").elapsed, milliseconds(1250));
    EXPECT_EQ(parse_comment_commands("[%emt 0:00:05]").elapsed, milliseconds(5000));
}

TEST(PgnComment, Evaluations) {
    EXPECT_EQ(parse_comment_commands("[%eval 0.25,18]").eval, (CommentEval{25, {}, 18}));
    EXPECT_EQ(parse_comment_commands("[%eval -1.3]").eval, (CommentEval{-130, {}, {}}));
    EXPECT_EQ(parse_comment_commands("[%eval +12]").eval, (CommentEval{1200, {}, {}}));
    EXPECT_EQ(parse_comment_commands("[%eval 0.999]").eval, (CommentEval{100, {}, {}}));
    EXPECT_EQ(parse_comment_commands("[%eval #-3]").eval, (CommentEval{0, -3, {}}));
    EXPECT_EQ(parse_comment_commands("[%eval #5,30]").eval, (CommentEval{0, 5, 30}));
}

TEST(PgnComment, MarksOnTheBoard) {
    const CommentCommands commands =
        parse_comment_commands("[%csl Ge4,Ra1][%cal Ge2e4,Yb1c3,Bh1h8]");
    EXPECT_EQ(commands.squares, (std::vector<SquareMark>{{MarkColor::Green, Square::E4},
                                                         {MarkColor::Red, Square::A1}}));
    EXPECT_EQ(commands.arrows, (std::vector<ArrowMark>{{MarkColor::Green, Square::E2, Square::E4},
                                                       {MarkColor::Yellow, Square::B1, Square::C3},
                                                       {MarkColor::Blue, Square::H1, Square::H8}}));
    EXPECT_EQ(commands.text, "");
}

TEST(PgnComment, TheRestIsText) {
    const CommentCommands commands =
        parse_comment_commands(" A fine move [%clk 0:00:01] indeed. [%foo bar] [%eval x] [%clk");
    EXPECT_EQ(commands.text, "A fine move indeed. [%foo bar] [%eval x] [%clk");
    EXPECT_EQ(commands.clock, milliseconds(1000));
    EXPECT_FALSE(commands.eval);
}

TEST(PgnComment, WhatCannotBeReadStaysText) {
    for (const char* text :
         {"[%clk]", "[%clk ]", "[%clk a]", "[%clk 1:2:3:4]", "[%clk -1]", "[%clk 1:]", "[%eval]",
          "[%eval 1.2.3]", "[%eval ,5]", "[%eval #]", "[%eval 1,]", "[%eval 999999999999]",
          "[%csl Ze4]", "[%csl Ge9]", "[%cal Ge2]", "[%cal Ge2e4e5]", "[%emt .]"}) {
        CommentCommands expected;
        expected.text = text;
        EXPECT_EQ(parse_comment_commands(text), expected) << text;
    }
}

TEST(PgnComment, Writes) {
    CommentCommands commands;
    commands.eval = CommentEval{-5, {}, 20};
    commands.clock = milliseconds(3600000 + 61050);
    commands.elapsed = milliseconds(1500);
    commands.squares = {{MarkColor::Green, Square::E4}};
    commands.arrows = {{MarkColor::Red, Square::A1, Square::A8}};
    commands.text = "hm";
    EXPECT_EQ(to_comment(commands),
              "[%eval -0.05,20] [%clk 1:01:01.05] [%emt 0:00:01.5] [%csl Ge4] "
              "[%cal Ra1a8] hm");
    EXPECT_EQ(parse_comment_commands(to_comment(commands)), commands);
    EXPECT_EQ(to_comment({}), "");
}

RC_GTEST_PROP(PgnComment, WrittenAndReadAgain, (int centipawns, bool mated, unsigned time)) {
    CommentCommands commands;
    commands.eval = CommentEval{centipawns % 100000, {}, {}};
    if (mated) commands.eval = CommentEval{0, centipawns % 500, 12};
    commands.clock = milliseconds(time % 100000000);
    RC_ASSERT(parse_comment_commands(to_comment(commands)) == commands);
}

RC_GTEST_PROP(PgnComment, AnyTextIsStableAfterOneReading, (const std::string& noise)) {
    const CommentCommands commands = parse_comment_commands("[%clk 0:01:00" + noise + "]");
    RC_ASSERT(parse_comment_commands(to_comment(commands)) == commands);
}

}  // namespace
}  // namespace rookery
