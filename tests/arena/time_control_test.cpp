#include "arena/game/game_record.h"

#include "arena/game/player.h"
#include "arena/game/time_control.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <string>

namespace rookery::arena {
namespace {

using namespace std::chrono_literals;
using std::chrono::microseconds;
using std::chrono::milliseconds;
using std::chrono::seconds;

TimeControl read(std::string_view text) {
    auto control = parse_time_control(text);
    if (!control) {
        ADD_FAILURE() << control.error();
        return {};
    }
    return *control;
}

void expect_refused(std::string_view text, std::string_view why) {
    const auto control = parse_time_control(text);
    ASSERT_FALSE(control.ok()) << "'" << text << "' became " << to_text(*control);
    EXPECT_NE(control.error().find(why), std::string::npos) << text << " -> " << control.error();
}

TEST(TimeControlText, ReadsEveryForm) {
    EXPECT_EQ(read("3+0.03").base, seconds(3));
    EXPECT_EQ(read("3+0.03").increment, milliseconds(30));
    EXPECT_EQ(read("0.5").base, milliseconds(500));
    EXPECT_EQ(read("40/4+0.1").moves, 40);
    EXPECT_EQ(read("40/4+0.1").base, seconds(4));
    EXPECT_EQ(read("2:30+1").base, seconds(150));
    EXPECT_EQ(read("0:0.000001").base, microseconds(1));
    EXPECT_EQ(read("0.1/move").per_move, milliseconds(100));
    EXPECT_FALSE(read("0.1/move").has_clock());
    EXPECT_EQ(read("nodes=1000").nodes, 1000U);
    EXPECT_EQ(read("nodes=18446744073709551615").nodes, ~std::uint64_t{0});
    EXPECT_EQ(read("depth=6").depth, 6);
    const TimeControl all = read(" 40/4+0.1, 2/move ,nodes=5,depth=7 ");
    EXPECT_EQ(all.moves, 40);
    EXPECT_EQ(all.per_move, seconds(2));
    EXPECT_EQ(all.nodes, 5U);
    EXPECT_EQ(all.depth, 7);
}

TEST(TimeControlText, SaysWhatIsWrong) {
    expect_refused("", "missing");
    expect_refused("-3", "negative");
    expect_refused("-2:30", "negative");
    expect_refused("3+-1", "negative");
    expect_refused("nodes=-1", "negative");
    expect_refused("0", "zero");
    expect_refused("0+1", "zero");
    expect_refused("0/move", "zero");
    expect_refused("nodes=0", "zero");
    expect_refused("depth=0", "zero");
    expect_refused("0/4", "number of moves");
    expect_refused("fast", "not a number of seconds");
    expect_refused("3+", "nothing");
    expect_refused("3.", "not a number of seconds");
    expect_refused(".5", "not a number of seconds");
    expect_refused("3s", "not a number of seconds");
    expect_refused("3+0.03x", "not a number of seconds");
    expect_refused("1e9", "not a number of seconds");
    expect_refused("99999999999999999999", "longer than");
    expect_refused("59999:61", "sixty seconds");
    expect_refused("60000:01", "longer than");
    expect_refused("0.0000001", "finer than");
    expect_refused("nodes=18446744073709551616", "more nodes than");
    expect_refused("nodes=", "no number");
    expect_refused("depth=99999", "not a depth");
    expect_refused("3+0.03,", "empty");
    expect_refused("3,4", "two clocks");
    expect_refused("nodes=3,nodes=4", "two node limits");
    expect_refused("depth=3,depth=4", "two depth limits");
    expect_refused("1/move,1/move", "two times per move");
}

TEST(TimeControlText, WritesWhatPgnWants) {
    EXPECT_EQ(to_pgn_tag(read("3+0.03")), "3+0.03");
    EXPECT_EQ(to_pgn_tag(read("40/2:30+1")), "40/150+1");
    EXPECT_EQ(to_pgn_tag(read("0.1/move")), "1/0.1");
    EXPECT_EQ(to_pgn_tag(read("nodes=1000")), "-");
}

RC_GTEST_PROP(TimeControlText, ReadsWhatItWrites, ()) {
    TimeControl control;
    if (*rc::gen::arbitrary<bool>()) {
        control.base = Duration(*rc::gen::inRange<std::int64_t>(1, 3'600'000'000'000));
        control.increment = Duration(*rc::gen::inRange<std::int64_t>(0, 3'600'000'000'000));
        control.moves = *rc::gen::inRange(0, 1001);
    }
    if (*rc::gen::arbitrary<bool>())
        control.per_move = Duration(*rc::gen::inRange<std::int64_t>(1, 3'600'000'000'000));
    if (*rc::gen::arbitrary<bool>()) control.depth = *rc::gen::inRange(1, 1001);
    if (!control.base && !control.per_move && !control.depth)
        control.nodes = *rc::gen::suchThat(rc::gen::arbitrary<std::uint64_t>(),
                                           [](std::uint64_t n) { return n > 0; });
    const auto again = parse_time_control(to_text(control));
    RC_ASSERT(again.ok());
    RC_ASSERT(*again == control);
}

RC_GTEST_PROP(TimeControlText, SurvivesGarbage, (const std::string& text)) {
    const auto control = parse_time_control(text);
    if (!control.ok()) RC_ASSERT(!control.error().empty());
}

RC_GTEST_PROP(TimeControlText, SurvivesGarbageOfItsOwnLetters, ()) {
    const auto text = *rc::gen::container<std::string>(
        rc::gen::elementOf(std::string("0123456789.:/+-,movendsph= ")));
    const auto control = parse_time_control(text);
    if (control.ok()) RC_ASSERT(parse_time_control(to_text(*control)).ok());
}

TEST(GameClock, TakesTimeAndGivesIncrement) {
    GameClock clock({.base = 1s, .increment = 100ms});
    EXPECT_TRUE(clock.charge(400ms, 0us));
    EXPECT_EQ(clock.left(), 700ms);
    EXPECT_TRUE(clock.charge(700ms, 0us));
    EXPECT_EQ(clock.left(), 100ms);
    EXPECT_FALSE(clock.charge(100ms + 1us, 0us));
}

TEST(GameClock, GraceIsForgivenNotGiven) {
    GameClock clock({.base = 1s, .increment = 100ms});
    EXPECT_TRUE(clock.charge(1010ms, 10ms));
    EXPECT_EQ(clock.left(), 100ms);
    EXPECT_FALSE(clock.charge(111ms, 10ms));
}

TEST(GameClock, PeriodsBeginAgain) {
    GameClock clock({.base = 4s, .moves = 2});
    EXPECT_EQ(clock.reading()->moves_to_go, 2);
    EXPECT_TRUE(clock.charge(1s, 0us));
    EXPECT_EQ(clock.reading()->moves_to_go, 1);
    EXPECT_TRUE(clock.charge(3s, 0us));
    EXPECT_EQ(clock.left(), 4s);
    EXPECT_EQ(clock.reading()->moves_to_go, 2);
    EXPECT_FALSE(GameClock({.depth = 3}).reading().has_value());
}

}  // namespace
}  // namespace rookery::arena
