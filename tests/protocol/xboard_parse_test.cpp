#include "protocol/xboard_parse.h"

#include "protocol/protocol_helpers.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <vector>

namespace rookery::xboard {
namespace {

using namespace std::chrono_literals;

template <class Kind>
Kind parse_as(std::string_view line) {
    return test::parsed_as<Kind>(parse, line);
}

TEST(XboardParse, KnowsTheSimpleCommands) {
    parse_as<NewGame>("new");
    parse_as<Force>("  force \t\r");
    parse_as<Go>("go");
    parse_as<PlayOther>("playother");
    parse_as<MoveNow>("?");
    parse_as<DrawOffer>("draw");
    parse_as<GameEnded>("result 1-0 {White mates}");
    parse_as<Undo>("undo");
    parse_as<Remove>("remove");
    parse_as<Analyze>("analyze");
    parse_as<Status>(".");
    parse_as<Exit>("exit");
    parse_as<Hint>("hint");
    parse_as<Book>("bk");
    parse_as<Quit>("quit");
    EXPECT_TRUE(parse_as<Ponder>("hard").on);
    EXPECT_FALSE(parse_as<Ponder>("easy").on);
    EXPECT_TRUE(parse_as<Post>("post").on);
    EXPECT_FALSE(parse_as<Post>("nopost").on);
    EXPECT_EQ(parse_as<ProtocolVersion>("protover 2").version, 2);
}

TEST(XboardParse, SomeCommandsNeedNoAction) {
    for (const char* line :
         {"", " \t\r", "xboard", "accepted ping", "rejected san", "computer", "rating 1 2",
          "random", "white", "black", "egtpath nalimov /x", "otim 500", "# words"})
        parse_as<Nothing>(line);
}

struct LevelCase {
    const char* line;
    int moves;
    std::chrono::milliseconds base, increment;
};

TEST(XboardParse, ReadsEveryFormOfLevel) {
    for (const LevelCase& wanted : std::vector<LevelCase>{{"level 40 5 0", 40, 5min, 0ms},
                                                          {"level 40 0:30 0", 40, 30s, 0ms},
                                                          {"level 0 2 12", 0, 2min, 12s},
                                                          {"level 0 1:05 0.1", 0, 65s, 100ms},
                                                          {"level 0 0.5 1", 0, 30s, 1s}}) {
        const Level level = parse_as<Level>(wanted.line);
        EXPECT_EQ(level.moves, wanted.moves) << wanted.line;
        EXPECT_EQ(level.base, wanted.base) << wanted.line;
        EXPECT_EQ(level.increment, wanted.increment) << wanted.line;
    }
    for (const char* bad : {"level", "level 40", "level 40 5", "level a 5 0", "level 40 x 0",
                            "level 40 5:x 0", "level -1 5 0", "level 40 -5 0", "level 40 5 nan"})
        parse_as<Malformed>(bad);
}

TEST(XboardParse, ReadsTimes) {
    EXPECT_EQ(parse_as<TimeLeft>("time 1234").left, 12340ms);
    EXPECT_EQ(parse_as<TimeLeft>("time -50").left, 0ms);
    EXPECT_EQ(parse_as<MoveTime>("st 30").time, 30s);
    EXPECT_EQ(parse_as<MoveTime>("st 0.25").time, 250ms);
    EXPECT_EQ(parse_as<MoveTime>("st 1:30").time, 90s);
    EXPECT_EQ(parse_as<DepthLimit>("sd 4").depth, 4);
    EXPECT_EQ(parse_as<NodesPerSecond>("nps 5000").rate, 5000);
    EXPECT_EQ(parse_as<NodesPerSecond>("nps -1").rate, 0);
    for (const char* bad : {"time", "time x", "st", "st 1e9x", "sd depth", "nps .", "protover two"})
        parse_as<Malformed>(bad);
    // Large numbers do not overflow.
    EXPECT_GT(parse_as<TimeLeft>("time 99999999999999999999999").left, 1h);
    EXPECT_GT(parse_as<MoveTime>("st 99999999999999999999999").time, 1h);
}

TEST(XboardParse, TellsMovesFromWords) {
    EXPECT_EQ(parse_as<UserMove>("usermove e2e4").text, "e2e4");
    EXPECT_EQ(parse_as<UserMove>("usermove O-O").text, "O-O");
    EXPECT_EQ(parse_as<UserMove>("e2e4").text, "e2e4");
    EXPECT_EQ(parse_as<UserMove>("e7e8q").text, "e7e8q");
    EXPECT_EQ(parse_as<Unknown>("e2e9").line, "e2e9");
    EXPECT_EQ(parse_as<Unknown>("edit").line, "edit");
    EXPECT_EQ(parse_as<Unknown>("e2e4 e7e5").line, "e2e4 e7e5");
}

TEST(XboardParse, ReadsOptions) {
    const auto level = parse_as<SetOption>("option Move Overhead=20");
    EXPECT_EQ(level.name, "Move Overhead");
    EXPECT_EQ(level.value, "20");
    EXPECT_EQ(parse_as<SetOption>("option File=a=b c").value, "a=b c");
    EXPECT_FALSE(parse_as<SetOption>("option Clear Hash").value.has_value());
    parse_as<Malformed>("option");
    parse_as<Malformed>("option =3");
    EXPECT_EQ(parse_as<Memory>("memory 64").mebibytes, "64");
    EXPECT_EQ(parse_as<Cores>("cores 2").count, "2");
    EXPECT_EQ(parse_as<Variant>("variant fischerandom").name, "fischerandom");
    EXPECT_EQ(parse_as<SetBoard>("setboard 8/8 w").fen, "8/8 w");
    EXPECT_TRUE(parse_as<Exclude>("exclude all").out);
    EXPECT_FALSE(parse_as<Exclude>("include e2e4").out);
}

TEST(XboardParse, RecognisesQuit) {
    EXPECT_TRUE(is_quit(" quit \r"));
    EXPECT_FALSE(is_quit("quitter"));
    EXPECT_FALSE(is_quit(""));
}

RC_GTEST_PROP(XboardParse, AnyBytesGiveACommand, (const std::string& bytes)) {
    const std::vector<std::string> words = {"level ",    "st ",     "time ", "usermove ",
                                            "setboard ", "option ", "ping "};
    const Command command = parse(*rc::gen::elementOf(words) + bytes);
    RC_ASSERT(!command.valueless_by_exception());
    (void)parse(bytes);
}

}  // namespace
}  // namespace rookery::xboard
