#include "colony/messages.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace rookery::colony {
namespace {

Heartbeat some_alive() {
    return {.version = "1.2.3",
            .bench = 1521394,
            .threads = 4,
            .speed = 3'000'000,
            .activity = Activity::Searching,
            .search = "home-17",
            .nodes = 12,
            .up_ms = 5000,
            .busy_ms = 4000,
            .timed_speed = 800'000};
}
JoinOrder some_join() {
    return {.coordinator = "home",
            .search = "home-17",
            .number = 3,
            .fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            .keys = {"0123456789abcdef", "5"},
            .search_moves = {"e2e4"},
            .members = 6,
            .game = 3};
}
FoundMessage some_found() {
    return {.search = "home-17",
            .depth = 12,
            .score = -37,
            .bound = LineReport::Bound::Lower,
            .nodes = 99,
            .line = {"e2e4", "e7e8q"}};
}

TEST(ColonyMessages, SurvivesWritingAndReading) {
    EXPECT_EQ(*parse_heartbeat(to_text(some_alive())), some_alive());
    EXPECT_EQ(std::get<JoinOrder>(*parse_order(to_text(some_join()))), some_join());
    EXPECT_EQ(std::get<StopOrder>(*parse_order(to_text(StopOrder{"home-17"}))).search, "home-17");
    EXPECT_EQ(std::get<RefuseOrder>(*parse_order(to_text(RefuseOrder{"too old"}))).reason,
              "too old");
    EXPECT_TRUE(std::holds_alternative<DrainOrder>(*parse_order(to_text(DrainOrder{}))));
    EXPECT_EQ(*parse_found(to_text(some_found())), some_found());
}

TEST(ColonyMessages, EveryFieldIsChecked) {
    const auto problem = [](std::string text, std::string_view from, std::string_view to) {
        const std::size_t at = text.find(from);
        EXPECT_NE(at, std::string::npos) << from;
        text.replace(at, from.size(), to);
        const auto parsed = parse_found(text);
        return parsed ? "none" : parsed.error();
    };
    const std::string text = to_text(some_found());
    EXPECT_EQ(problem(text, "\"depth\":12", "\"depth\":-1"),
              "has 'depth', which is not from 0 to 1000");
    EXPECT_EQ(problem(text, "\"depth\":12", "\"depth\":12.5"),
              "has 'depth', which is no whole number");
    EXPECT_EQ(problem(text, "\"depth\":12", "\"depth\":\"12\""),
              "has 'depth', which is no whole number");
    EXPECT_EQ(problem(text, "\"depth\":12", "\"depht\":12"), "has the unknown field 'depht'");
    EXPECT_EQ(problem(text, "\"depth\":12,", ""), "lacks the field 'depth'");
    EXPECT_EQ(problem(text, "lower", "middling"), "has 'bound', which is none of those there are");
    EXPECT_EQ(problem(text, "99", "18446744073709551615"), "has 'nodes', which is no whole number");
    EXPECT_EQ(problem(text, "\"e7e8q\"", "5"),
              "has 'line', which is not a list of texts, or of longer ones");
    EXPECT_EQ(problem(text, "e7e8q", "e7e8queen"),
              "has 'line', which is not a list of texts, or of longer ones");
    EXPECT_EQ(problem(text, "{", "["), "is no JSON text, or only a part of one");
    EXPECT_EQ(parse_found(std::string(longest_message + 1, ' ')).error(),
              "is longer than 65536 bytes");
    EXPECT_EQ(parse_order("{\"do\": \"run rm -rf\"}").error(), "is none of the orders there are");
    EXPECT_EQ(parse_order("{\"do\": \"drain\", \"now\": 1}").error(),
              "has the unknown field 'now'");
    EXPECT_EQ(parse_order("{\"do\": \"stop\", \"search\": \"x\", \"fen\": \"\"}").error(),
              "has the unknown field 'fen'");
    EXPECT_EQ(parse_found("[]").error(), "is no JSON object");
    EXPECT_EQ(parse_order("[]").error(), "is none of the orders there are");
    EXPECT_EQ(parse_order("{\"do\": \"stop\", \"search\": \"x\", \"search\": \"y\"}").error(),
              "has 'search' twice");
    JoinOrder elsewhere = some_join();
    elsewhere.coordinator = "home.>";
    EXPECT_FALSE(parse_order(to_text(elsewhere))) << "it would become a part of a subject";
}

TEST(ColonyMessages, OtherProtocolsAreRecognised) {
    const auto other =
        protocol_version_of("{\"version\": \"9.0\", \"protocol\": 9, \"mood\": [1, 2]}");
    ASSERT_TRUE(other.has_value());
    EXPECT_EQ(other->protocol, 9);
    EXPECT_EQ(other->version, "9.0");
    // Messages of the server itself have no protocol version.
    for (const char* text : {"", "-ERR", "[]", "{}", "{\"type\": \"io.nats.jetstream.api.v1\"}",
                             "{\"protocol\": 9}", "{\"version\": \"9\", \"protocol\": -1}",
                             "{\"version\": \"9\", \"protocol\": 18446744073709551615}"})
        EXPECT_FALSE(protocol_version_of(text).has_value()) << text;
}

TEST(ColonyMessages, ALongReasonIsCutAndNotLost) {
    const auto order = parse_order(to_text(RefuseOrder{std::string(5000, 'x')}));
    ASSERT_TRUE(order.ok());
    EXPECT_EQ(std::get<RefuseOrder>(*order).reason.size(), 1000u);
}

// A message with one byte changed is refused or read, and never anything else.
RC_GTEST_PROP(ColonyMessages, BrokenOnesDoNoHarm, ()) {
    const std::string whole[] = {to_text(some_alive()), to_text(some_join()),
                                 to_text(some_found())};
    std::string text = whole[*rc::gen::inRange(0, 3)];
    for (int i = *rc::gen::inRange(1, 4); i > 0; --i)
        text[*rc::gen::inRange<std::size_t>(0, text.size())] = *rc::gen::arbitrary<char>();
    (void)parse_heartbeat(text);
    (void)parse_order(text);
    (void)parse_found(text);
}

}  // namespace
}  // namespace rookery::colony
