#include "protocol/uci_parse.h"

#include "eval/score.h"
#include "protocol/line_io.h"
#include "protocol/protocol_helpers.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <limits>

namespace rookery::uci {
namespace {

using namespace std::chrono_literals;

template <class Kind>
Kind parse_as(std::string_view line) {
    return test::parsed_as<Kind>(parse, line);
}

TEST(UciParse, KnowsTheSimpleCommands) {
    parse_as<Hello>("uci");
    parse_as<IsReady>("  isready \t");
    parse_as<NewGame>("ucinewgame");
    parse_as<Stop>("stop");
    parse_as<PonderHit>("ponderhit");
    parse_as<Show>("d");
    parse_as<Flip>("flip");
    parse_as<Help>("help");
    parse_as<Quit>("quit");
    parse_as<Quit>("quit\r");
}

TEST(UciParse, IgnoresEmptyLinesAndComments) {
    parse_as<Nothing>("");
    parse_as<Nothing>(" \t\r");
    parse_as<Nothing>("# go infinite");
    parse_as<Nothing>("#go");
    parse_as<Nothing>("debug on");
}

TEST(UciParse, ReportsUnknownCommands) {
    EXPECT_EQ(parse_as<Unknown>("foo bar").word, "foo");
    EXPECT_EQ(parse_as<Unknown>("GO").word, "GO");
}

TEST(UciParse, ReadsOptionsWithBlanksInNamesAndValues) {
    const auto path = parse_as<SetOption>("setoption name Debug Log File value /tmp/a b.txt");
    EXPECT_EQ(path.name, "Debug Log File");
    EXPECT_EQ(path.value, "/tmp/a b.txt");
    const auto button = parse_as<SetOption>("setoption name Clear Hash");
    EXPECT_EQ(button.name, "Clear Hash");
    EXPECT_FALSE(button.value.has_value());
    EXPECT_EQ(parse_as<SetOption>("setoption name X value").value, "");
}

TEST(UciParse, RefusesOptionsWithoutName) {
    parse_as<Malformed>("setoption");
    parse_as<Malformed>("setoption Hash value 3");
    parse_as<Malformed>("setoption name");
    parse_as<Malformed>("setoption name value 3");
}

TEST(UciParse, ReadsPositions) {
    EXPECT_FALSE(parse_as<SetPosition>("position startpos").fen.has_value());
    EXPECT_TRUE(parse_as<SetPosition>("position startpos moves").moves.empty());
    const auto moved = parse_as<SetPosition>("position  startpos  moves e2e4   e7e5");
    EXPECT_EQ(moved.moves, (std::vector<std::string>{"e2e4", "e7e5"}));
    const auto fen = parse_as<SetPosition>("position fen 8/8 w - -  0 1 moves a2a3");
    EXPECT_EQ(fen.fen, "8/8 w - - 0 1");
    EXPECT_EQ(fen.moves, std::vector<std::string>{"a2a3"});
}

TEST(UciParse, RefusesPositionsThatMakeNoSense) {
    parse_as<Malformed>("position");
    parse_as<Malformed>("position fen");
    parse_as<Malformed>("position fen moves e2e4");
    parse_as<Malformed>("position startpos e2e4");
    parse_as<Malformed>("position somewhere");
}

TEST(UciParse, ReadsEveryWordOfGo) {
    const Go go =
        parse_as<Go>("go wtime 1000 btime 2000 winc 10 binc 20 movestogo 40 depth 7 nodes 900 "
                     "mate 3 movetime 50 infinite ponder");
    EXPECT_EQ(go.time[Color::White], 1000ms);
    EXPECT_EQ(go.time[Color::Black], 2000ms);
    EXPECT_EQ(go.increment[Color::White], 10ms);
    EXPECT_EQ(go.increment[Color::Black], 20ms);
    EXPECT_EQ(go.moves_to_go, 40);
    EXPECT_EQ(go.request.limits.depth, 7);
    EXPECT_EQ(go.request.limits.nodes, 900u);
    EXPECT_EQ(go.request.limits.mate, 3);
    EXPECT_EQ(go.request.move_time, 50ms);
    EXPECT_TRUE(go.request.infinite);
    EXPECT_TRUE(go.request.ponder);
    EXPECT_TRUE(go.notices.empty());
}

TEST(UciParse, SearchmovesEndAtTheNextWordOfGo) {
    const Go go = parse_as<Go>("go searchmoves e2e4 d2d4 depth 5 foo");
    EXPECT_EQ(go.search_moves, (std::vector<std::string>{"e2e4", "d2d4"}));
    EXPECT_EQ(go.request.limits.depth, 5);
    EXPECT_EQ(go.notices, std::vector<std::string>{"go: 'foo' is unknown and ignored"});
}

TEST(UciParse, TakesHostileNumbers) {
    EXPECT_EQ(parse_as<Go>("go wtime -50").time[Color::White], 0ms);
    EXPECT_EQ(parse_as<Go>("go wtime +50").time[Color::White], 50ms);
    EXPECT_EQ(parse_as<Go>("go nodes 99999999999999999999999").request.limits.nodes,
              std::numeric_limits<std::int64_t>::max());
    EXPECT_EQ(parse_as<Go>("go wtime -99999999999999999999999").time[Color::White], 0ms);
}

TEST(UciParse, TakesTheSmallestLimitForOneThatIsNoNumber) {
    const auto notice = [](const Go& go) { return go.notices.size() == 1 ? go.notices[0] : "?"; };
    const Go missing = parse_as<Go>("go depth");
    EXPECT_EQ(missing.request.limits.depth, 1);
    EXPECT_EQ(notice(missing), "go depth: the number is missing, taken as 1");
    const Go word = parse_as<Go>("go nodes abc");
    EXPECT_EQ(word.request.limits.nodes, 1u);
    EXPECT_EQ(notice(word), "go nodes: 'abc' is not a number, taken as 1");
    const Go mixed = parse_as<Go>("go depth 5x movetime 1e9");
    EXPECT_EQ(mixed.request.limits.depth, 1);
    EXPECT_EQ(mixed.request.move_time, 0ms);
    EXPECT_EQ(mixed.notices.size(), 2u);
    const Go negative = parse_as<Go>("go depth -3");
    EXPECT_EQ(negative.request.limits.depth, 1);
    EXPECT_EQ(notice(negative), "go depth: '-3' is too small, taken as 1");
    // The next word of `go` is not taken for the number.
    const Go clocks = parse_as<Go>("go wtime btime 5");
    EXPECT_EQ(clocks.time[Color::White], 0ms);
    EXPECT_EQ(clocks.time[Color::Black], 5ms);
    EXPECT_EQ(clocks.notices.size(), 1u);
    // A search for a mate without a number would not end.
    EXPECT_EQ(parse_as<Go>("go mate x").request.limits.depth, 1);
    EXPECT_EQ(parse_as<Go>("go mate 3").request.limits.depth, std::nullopt);
    EXPECT_EQ(parse_as<Go>("go nodse 1000").request.limits.depth, 1);
    EXPECT_EQ(parse_as<Go>("go infinite nodse 1000").request.limits.depth, std::nullopt);
    EXPECT_EQ(parse_as<Go>("go").request.limits.depth, std::nullopt);
}

TEST(UciParse, ReadsPerft) {
    EXPECT_EQ(parse_as<GoPerft>("go perft 6").depth, 6);
    EXPECT_EQ(parse_as<GoPerft>("go perft").depth, 1);
    EXPECT_EQ(parse_as<GoPerft>("go perft 0").depth, 0);
    parse_as<Malformed>("go perft -1");
    parse_as<Malformed>("go perft 100");
    parse_as<Malformed>("go perft x");
}

TEST(UciParse, RefusesEndlessLines) {
    const std::string line = "position startpos moves " + std::string(max_line_length, 'a');
    parse_as<Malformed>(line);
}

bool is_printable(std::string_view text) {
    for (char c : text)
        if (static_cast<unsigned char>(c) < ' ' || c == '\x7f') return false;
    return true;
}

RC_GTEST_PROP(UciParse, AnyBytesGiveSomeCommand, (const std::string& bytes)) {
    const Command command = parse(bytes);
    if (const auto* malformed = std::get_if<Malformed>(&command))
        RC_ASSERT(is_printable(malformed->reason));
}

RC_GTEST_PROP(UciParse, AnyWordsGiveSomeCommand, ()) {
    const auto word =
        rc::gen::oneOf(rc::gen::elementOf(std::vector<std::string>{
                           "go", "position", "startpos", "fen", "moves", "setoption", "name",
                           "value", "depth", "perft", "searchmoves", "infinite", "wtime", "-1", "0",
                           "5", "e2e4", "\x1b[2J", "\xff\xfe"}),
                       rc::gen::arbitrary<std::string>());
    std::string line;
    for (const std::string& part : *rc::gen::container<std::vector<std::string>>(word))
        line += part + " ";
    const Command command = parse(line);
    if (const auto* malformed = std::get_if<Malformed>(&command))
        RC_ASSERT(is_printable(malformed->reason));
}

// The request that `go` with these words makes.
SearchRequest request_for(const std::string& words, Color side_to_move = Color::White) {
    return request_from(parse_as<Go>("go " + words), side_to_move);
}

TEST(UciGo, WithoutWordsHasNoLimit) { EXPECT_FALSE(request_for("").ends_by_itself()); }

TEST(UciGo, EachSideHasItsOwnClock) {
    const std::string words = "wtime 60000 btime 30000 binc 7";
    EXPECT_EQ(request_for(words, Color::White).clock->left, 60000ms);
    EXPECT_EQ(request_for(words, Color::White).clock->increment, 0ms);
    EXPECT_EQ(request_for(words, Color::Black).clock->left, 30000ms);
    EXPECT_EQ(request_for(words, Color::Black).clock->increment, 7ms);
}

TEST(UciGo, TheOtherClockIsBetterThanNone) {
    ASSERT_TRUE(request_for("wtime 60000", Color::Black).clock.has_value());
    EXPECT_EQ(request_for("wtime 60000", Color::Black).clock->left, 60000ms);
    EXPECT_TRUE(request_for("winc 100", Color::White).clock.has_value());
    EXPECT_TRUE(request_for("winc 100", Color::Black).clock.has_value());
}

TEST(UciGo, ClampsImpossibleNumbers) {
    const std::string lowest = std::to_string(std::numeric_limits<std::int64_t>::min());
    const std::string highest = std::to_string(std::numeric_limits<std::int64_t>::max());
    const SearchRequest request =
        request_for("depth -3 nodes 0 mate " + highest + " movetime " + lowest + " wtime " +
                    lowest + " winc " + highest + " movestogo " + lowest);
    EXPECT_EQ(request.limits.depth, 1);
    EXPECT_EQ(request.limits.nodes, 1u);
    EXPECT_EQ(request.limits.mate, Score::max_plies);
    EXPECT_EQ(request.move_time, 0ms);
    EXPECT_EQ(request.clock->left, 0ms);
    EXPECT_LT(request.clock->increment, std::chrono::hours(24 * 366));
    EXPECT_EQ(request.clock->moves_to_go, 0);
}

TEST(UciGo, InfiniteAndPonderAreKeptApart) {
    EXPECT_TRUE(request_for("ponder").ponder);
    EXPECT_FALSE(request_for("ponder").infinite);
}

}  // namespace
}  // namespace rookery::uci
