#include "arena/store/pgn_export.h"

#include "arena/store_helpers.h"
#include "notation/pgn_comment.h"
#include "notation/pgn_game.h"
#include "notation/pgn_writer.h"
#include "notation/san.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>

namespace rookery::arena {
namespace {

using test::StoreTest;

// A short game with something of everything.
GameRecord short_game() {
    GameRecord record;
    record.players = {{"Ada", "Bob"}};
    record.controls.fill({.base = Duration(500'000), .increment = Duration(5'000)});
    record.started = std::chrono::sys_days(std::chrono::year(2024) / 2 / 29) +
                     std::chrono::hours(23) + std::chrono::minutes(5) + std::chrono::seconds(9);
    Position position = record.start;
    for (const char* san : {"e4", "e5", "Qh5", "Nc6", "Bc4", "Nf6", "Qxf7#"}) {
        MoveRecord move;
        move.move = read_plain_san(position, san);
        position.make(move.move);
        record.moves.push_back(move);
    }
    record.opening_plies = 2;
    using Kind = EngineScore::Kind;
    const auto fill = [&](std::size_t ply, Kind kind, int value, int depth, int spent,
                          std::int64_t left) {
        record.moves[ply].score = EngineScore{.kind = kind, .value = value};
        record.moves[ply].depth = depth;
        record.moves[ply].spent = Duration(spent);
        record.moves[ply].clock_left = Duration(left);
    };
    fill(2, Kind::Centipawns, 35, 12, 214'999, 3'723'500'000);
    fill(3, Kind::Centipawns, 120, 9, 5'000, 290'000);
    fill(4, Kind::Mate, 2, 5, 0, 61'000'000);
    fill(5, Kind::Mate, -1, 3, 1'000'000, -13'000);
    record.result = GameResult::WhiteWins;
    record.termination = Termination::Checkmate;
    record.reason = "White mates";
    return record;
}

TEST(PgnExport, ExactText) {
    EXPECT_EQ(to_pgn(short_game(), {"a match", "here", "7"}),
              R"([Event "a match"]
[Site "here"]
[Date "2024.02.29"]
[Round "7"]
[White "Ada"]
[Black "Bob"]
[Result "1-0"]
[UTCDate "2024.02.29"]
[UTCTime "23:05:09"]
[TimeControl "0.5+0.005"]
[Termination "normal"]
[PlyCount "7"]

1. e4 {book} 1... e5 {book} 2. Qh5 {[%eval 0.35,12] [%clk 1:02:03.5]} 2... Nc6
{[%eval -1.20,9] [%clk 0:00:00.29]} 3. Bc4 {[%eval #2,5] [%clk 0:01:01]} 3...
Nf6 {[%eval #1,3] [%clk 0:00:00]} 4. Qxf7# {White mates} 1-0

)");
}

TEST(PgnExport, RemarksAsOlderProgramsWriteThem) {
    const PgnGame game = to_pgn_game(
        short_game(), {}, {.evals = false, .clocks = false, .remarks = true, .book = false});
    std::vector<std::string> comments;
    for (const PgnMove& move : game.main.moves) comments.push_back(move.comment);
    EXPECT_EQ(comments,
              (std::vector<std::string>{"", "", "+0.35/12 0.21s", "+1.20/9 0.01s", "+M2/5 0.00s",
                                        "-M1/3 1.00s", "0.00s, White mates"}));
}

TEST(PgnExport, TerminationsInTheWordsOfTheStandard) {
    GameRecord record = short_game();
    const auto word = [&](Termination termination) {
        record.termination = termination;
        return std::string(to_pgn_game(record, {}).tag("Termination"));
    };
    EXPECT_EQ(word(Termination::TimeForfeit), "time forfeit");
    EXPECT_EQ(word(Termination::IllegalMove), "rules infraction");
    EXPECT_EQ(word(Termination::Crashed), "abandoned");
    EXPECT_EQ(word(Termination::AdjudicatedDraw), "adjudication");
    EXPECT_EQ(word(Termination::Repetition), "normal");
    EXPECT_EQ(word(Termination::Unfinished), "unterminated");
}

TEST(PgnExport, OddsHaveTwoTimeControls) {
    GameRecord record = short_game();
    record.controls[Color::Black] = {.base = Duration(1'000'000)};
    const PgnGame game = to_pgn_game(record, {});
    EXPECT_EQ(game.tag("TimeControl"), "");
    EXPECT_EQ(game.tag("WhiteTimeControl"), "0.5+0.005");
    EXPECT_EQ(game.tag("BlackTimeControl"), "1");
}

TEST(PgnExport, AGameThatFailedBeforeItsFirstMove) {
    GameRecord record;
    record.players = {{"Ada", "Bob"}};
    record.result = GameResult::BlackWins;
    record.termination = Termination::BadAnswer;
    record.reason = "White answers 'bestmove {}\x1B[2J' [\"oh\"]";
    const auto games = read_pgn_games(to_pgn(record, {}));
    ASSERT_EQ(games.size(), 1U);
    EXPECT_FALSE(games[0].error);
    EXPECT_TRUE(games[0].main.moves.empty());
    EXPECT_EQ(games[0].result, GameResult::BlackWins);
    EXPECT_EQ(games[0].main.comment, "White answers 'bestmove ()' [\"oh\"]");
}

TEST(PgnExport, NumbersThatNoEngineShouldSay) {
    GameRecord record = short_game();
    record.moves[3].score->value = std::numeric_limits<int>::min();
    record.moves[3].spent = Duration(-5);
    const PgnGame game = to_pgn_game(record, {}, {.remarks = true});
    EXPECT_EQ(game.main.moves[3].comment,
              "[%eval 100000.00,9] [%clk 0:00:00.29] -100000.00/9 0.00s");
}

TEST(PgnExport, Chess960AlwaysSaysWhereItStarts) {
    GameRecord record = short_game();
    record.chess960 = true;
    const PgnGame game = read_pgn_games(to_pgn(record, {})).at(0);
    EXPECT_EQ(game.tag("Variant"), "Chess960");
    EXPECT_EQ(game.tag("SetUp"), "1");
    EXPECT_EQ(game.tag("FEN"), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
}

TEST(PgnExport, ReadAgainItIsTheSame) {
    Random random(1);
    for (int i = 0; i < 300; ++i) {
        GameRecord record = test::random_record(random, i % 2 == 0);
        record.players = {{"Ada \"the\" \\ first", "Bob \u265E"}};
        const PgnGame written = to_pgn_game(record, {"e", "s", "1"}, {.remarks = i % 3 == 0});
        const auto read = read_pgn_games(rookery::to_pgn(written));
        ASSERT_EQ(read.size(), 1U);
        ASSERT_FALSE(read[0].error) << describe(*read[0].error);
        EXPECT_TRUE(read[0].same_content(written)) << rookery::to_pgn(written);
        ASSERT_EQ(read[0].main.moves.size(), record.moves.size());
        for (std::size_t ply = 0; ply < record.moves.size(); ++ply)
            ASSERT_EQ(read[0].main.moves[ply].move, record.moves[ply].move);
    }
}

TEST_F(StoreTest, AMatchIsExportedInOrder) {
    Store store = open();
    MatchSetup tournament = setup();
    tournament.kind = MatchKind::Tournament;
    const MatchId match = *store.create_match(tournament);
    for (const std::size_t number : {1U, 0U}) {
        GamePlace place = test::place_of(number);
        place.round = 2;
        ASSERT_FALSE(store.add_game(match, place, short_game()));
    }
    std::string text;
    const auto written = export_pgn(store, match, {}, [&](std::string_view game) {
        text += game;
        return true;
    });
    ASSERT_TRUE(written.ok()) << written.error().what;
    EXPECT_EQ(*written, 2U);
    const auto games = read_pgn_games(text);
    ASSERT_EQ(games.size(), 2U);
    EXPECT_EQ(games[0].tag("Event"), "a match");
    EXPECT_EQ(games[0].tag("Round"), "3.1");
    EXPECT_EQ(games[0].tag("White"), "Ada");
    EXPECT_EQ(games[1].tag("Round"), "3.2");
    EXPECT_EQ(games[1].tag("White"), "Bob \u265E");
    EXPECT_EQ(export_pgn(store, 99, {}, [](std::string_view) { return true; }).error().problem,
              StoreProblem::NotFound);
}

// Another program reads every game and finds every move legal.
TEST_F(StoreTest, PgnExtractReadsTheExportLong) {
    // Debian's folder of games may not be in PATH.
    const std::string path = "PATH=\"$PATH:/usr/games\"; ";
    if (std::system((path + "command -v pgn-extract >/dev/null").c_str()) != 0)
        GTEST_SKIP() << "pgn-extract is not installed";
    Random random(2);
    constexpr int games = 400;
    {
        std::ofstream file(folder() / "games.pgn");
        for (int i = 0; i < games; ++i) {
            GameRecord record = test::random_record(random, i % 2 == 0);
            record.players = {{"Ada", "Bob"}};
            file << to_pgn(record, {"e", "s", std::to_string(i)}, {.remarks = i % 3 == 0});
        }
    }
    const std::string command = path + "cd '" + folder().string() +
                                "' && pgn-extract --nofauxep -oout.pgn games.pgn 2>log.txt";
    EXPECT_EQ(std::system(command.c_str()), 0);
    std::ifstream log(folder() / "log.txt");
    const std::string said{std::istreambuf_iterator<char>(log), {}};
    EXPECT_NE(said.find("400 games matched out of 400."), std::string::npos) << said;
    // Its errors and warnings name file and line; without them it only says what it processes.
    EXPECT_EQ(said.find("line"), std::string::npos) << said;
}

}  // namespace
}  // namespace rookery::arena
