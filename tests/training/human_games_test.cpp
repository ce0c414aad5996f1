#include "training/human_games.h"

#include "chess/movegen.h"
#include "support/chess_helpers.h"
#include "training/human_export.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

namespace rookery::training {
namespace {

using human::TimeClass;

constexpr const char* castling_game =
    "1500\t1612\t600+5\t1-0\te4 e5 Nf3 Nc6 Bc4 Bc5 O-O Nf6 d3 d6\tsomeone/games";

std::string error_of(const std::string& line) {
    const auto game = parse_human_game(line);
    return game ? "" : game.error();
}

TEST(HumanGame, IsReadFromALine) {
    const auto game = parse_human_game(castling_game);
    ASSERT_TRUE(game.ok()) << game.error();
    EXPECT_EQ(game->white_rating, 1500);
    EXPECT_EQ(game->black_rating, 1612);
    EXPECT_EQ(game->time, TimeClass::Rapid);
    EXPECT_EQ(game->result, GameResult::WhiteWins);
    ASSERT_EQ(game->moves.size(), 10U);
    EXPECT_EQ(game->moves[0], Move(Square::E2, Square::E4));
    EXPECT_EQ(game->moves[6], Move(Square::E1, Square::H1, MoveKind::Castling));
    EXPECT_EQ(game->source, "someone/games");
}

TEST(HumanGame, ALineThatIsNoneIsRefusedWithTheReason) {
    EXPECT_EQ(error_of(""), "it has 1 field instead of 6");
    EXPECT_EQ(error_of("1500\t1500\t-\t1-0\te4"), "it has 5 fields instead of 6");
    EXPECT_EQ(error_of("x\t1500\t-\t1-0\te4\ts"),
              "White's rating is 'x', no number from 100 to 4000");
    EXPECT_EQ(error_of("1500\t99\t-\t1-0\te4\ts"),
              "Black's rating is '99', no number from 100 to 4000");
    EXPECT_EQ(error_of("1500\t4001\t-\t1-0\te4\ts"),
              "Black's rating is '4001', no number from 100 to 4000");
    EXPECT_EQ(error_of("1500\t1500\t600\t1-0\te4\ts"),
              "'600' is no time control such as 600+5 or -");
    EXPECT_EQ(error_of("1500\t1500\t-\t*\te4\ts"), "'*' is no result of a game");
    EXPECT_EQ(error_of("1500\t1500\t-\t1-0\t\ts"), "it has no moves");
    EXPECT_EQ(error_of("1500\t1500\t-\t1-0\te4\t"), "it names no source");
    EXPECT_TRUE(error_of("1500\t1500\t-\t1-0\te4 e5 Ke3\ts").starts_with("move 3: "));
}

TEST(HumanGame, TimeClassesAreThoseOfLichess) {
    EXPECT_EQ(parse_time_class("-"), TimeClass::Unknown);
    EXPECT_EQ(parse_time_class("60+0"), TimeClass::Bullet);
    EXPECT_EQ(parse_time_class("179+0"), TimeClass::Bullet);
    EXPECT_EQ(parse_time_class("180+0"), TimeClass::Blitz);
    EXPECT_EQ(parse_time_class("120+1"), TimeClass::Bullet);
    EXPECT_EQ(parse_time_class("300+4"), TimeClass::Blitz);
    EXPECT_EQ(parse_time_class("300+5"), TimeClass::Rapid);
    EXPECT_EQ(parse_time_class("1800+0"), TimeClass::Classical);
    for (const char* none : {"", "600", "600+", "+5", "600+x", "-5+3", "9999999+0"})
        EXPECT_FALSE(parse_time_class(none)) << none;
}

TEST(HumanGame, TheHashIsThatOfTheMoves) {
    const auto game = *parse_human_game(castling_game);
    auto other = game;
    other.white_rating = 2000;
    other.source = "else";
    EXPECT_EQ(hash_of_moves(game), hash_of_moves(other));
    other.moves.pop_back();
    EXPECT_NE(hash_of_moves(game), hash_of_moves(other));
}

TEST(HumanRecord, HoldsTheMoveAndWhatWasBeforeIt) {
    const auto game = *parse_human_game(castling_game);
    const auto records = records_of(game, 7);
    ASSERT_EQ(records.size(), 10U);
    const auto first = unpacked(records[0]);
    ASSERT_TRUE(first);
    EXPECT_EQ(first->situation.position, Position::start());
    EXPECT_FALSE(first->situation.last[0]);
    EXPECT_EQ(first->situation.rating, 1500);
    const auto last = unpacked(records[9]);
    ASSERT_TRUE(last);
    EXPECT_EQ(last->situation.rating, 1612);
    EXPECT_EQ(last->situation.opponent_rating, 1500);
    EXPECT_EQ(last->situation.time, TimeClass::Rapid);
    EXPECT_EQ(last->move, game.moves[9]);
    EXPECT_EQ(last->white_result, 2);
    EXPECT_EQ(last->ply, 9);
    EXPECT_EQ(last->source, 7);
    for (std::size_t i = 0; i < human::human_history; ++i)
        EXPECT_EQ(last->situation.last[i], game.moves[8 - i]);
}

// A game of random moves, as a line would hold it.
HumanGame random_game(std::uint64_t seed) {
    Random random(seed);
    HumanGame game{.white_rating = 400 + static_cast<int>(random.below(2100)),
                   .black_rating = 400 + static_cast<int>(random.below(2100)),
                   .time = static_cast<TimeClass>(random.below(human::time_classes)),
                   .result = random.one_in(2) ? GameResult::BlackWins : GameResult::Draw,
                   .moves = {},
                   .source = "random"};
    Position position = Position::start();
    for (int ply = 0; ply < 300; ++ply) {
        const MoveList moves = legal_moves(position);
        if (moves.empty()) break;
        const Move move = moves[static_cast<std::size_t>(random.below(moves.size()))];
        game.moves.push_back(move);
        position.make(move);
    }
    return game;
}

RC_GTEST_PROP(HumanRecord, RandomGamesComeBackAsTheyWere, (std::uint64_t seed)) {
    const HumanGame game = random_game(seed);
    const auto records = records_of(game, 3);
    RC_ASSERT(records.size() == game.moves.size());
    Position position = Position::start();
    for (std::size_t ply = 0; ply < records.size(); ++ply) {
        const auto human = unpacked(records[ply]);
        RC_ASSERT(human.has_value());
        RC_ASSERT(human->situation.position == position);
        RC_ASSERT(human->move == game.moves[ply]);
        RC_ASSERT(human->ply == std::min(static_cast<int>(ply), 255));
        RC_ASSERT(packed(*human) == records[ply]);
        position.make(game.moves[ply]);
    }
}

RC_GTEST_PROP(HumanRecord, DamagedOnesNeverGiveAnIllegalMove, (std::uint64_t seed)) {
    const auto records = records_of(random_game(seed), 3);
    Random random(seed);
    for (HumanRecord record : records) {
        record[static_cast<std::size_t>(random.below(record.size()))] ^=
            static_cast<std::uint8_t>(1 << random.below(8));
        const auto human = unpacked(record);
        if (human) RC_ASSERT(human->situation.position.is_legal(human->move));
    }
}

class HumanExport : public testing::Test {
  protected:
    HumanExport() { std::filesystem::create_directories(folder_); }
    ~HumanExport() override { std::filesystem::remove_all(folder_); }

    [[nodiscard]] std::string path(const std::string& name) const {
        return (folder_ / name).string();
    }
    void write(const std::string& name, const std::string& text) const {
        std::ofstream(path(name)) << text;
    }
    [[nodiscard]] std::string bytes(const std::string& name) const {
        std::ifstream file(path(name), std::ios::binary);
        return {std::istreambuf_iterator<char>(file), {}};
    }

    // A folder of this test alone; tests of one program may run at the same time.
    std::filesystem::path folder_ =
        std::filesystem::path(testing::TempDir()) /
        (std::string("human-") + testing::UnitTest::GetInstance()->current_test_info()->name());
};

TEST_F(HumanExport, SharesGamesAmongThreeFiles) {
    std::string text;
    const char* firsts[] = {"a3", "b3", "c3", "d3", "e3", "f3", "g3", "h3", "Nf3", "Nc3"};
    for (const char* first : firsts)
        for (const char* reply : {"a6", "b6", "c6", "d6", "e6", "f6", "g6", "h6"})
            text += std::string("1500\t1500\t-\t0-1\t") + first + " " + reply + "\tmany\n";
    text += "1500\t1500\t-\t0-1\ta4 a5 b4\tapart\r\n";
    text += "nonsense\n";
    write("games.tsv", text);
    HumanExportOrder order{.files = {path("games.tsv")},
                           .output = path("x.moves"),
                           .held_sources = {"apart"},
                           .held_of = 5};
    ASSERT_EQ(export_human_games(order), 0);
    const auto taken = human_moves_of_file(path("x.moves"));
    const auto held = human_moves_of_file(path("x.held.moves"));
    const auto apart = human_moves_of_file(path("x.sources.moves"));
    ASSERT_TRUE(taken && held && apart);
    EXPECT_EQ(taken->size() + held->size(), 160U);
    EXPECT_GT(held->size(), 8U);
    EXPECT_LT(held->size(), 70U);
    EXPECT_EQ(apart->size(), 3U);
    EXPECT_NE(bytes("x.sources.moves.json").find("\"people\": \"apart\""), std::string::npos);

    // The same on any number of threads, and nothing is replaced unasked.
    order.threads = 3;
    order.output = path("y.moves");
    ASSERT_EQ(export_human_games(order), 0);
    EXPECT_EQ(bytes("y.moves"), bytes("x.moves"));
    EXPECT_EQ(bytes("y.held.moves"), bytes("x.held.moves"));
    EXPECT_EQ(export_human_games(order), 1);
    order.replace = true;
    EXPECT_EQ(export_human_games(order), 0);
}

TEST_F(HumanExport, WithoutAGameOrWithAnUnknownSourceNothingIsWritten) {
    write("none.tsv", "nonsense\n");
    EXPECT_EQ(export_human_games({.files = {path("none.tsv")}, .output = path("x.moves")}), 1);
    write("one.tsv", castling_game);  // without an end of the line
    EXPECT_EQ(export_human_games({.files = {path("one.tsv")},
                                  .output = path("x.moves"),
                                  .held_sources = {"someone/game"}}),
              1);
    EXPECT_EQ(export_human_games({.files = {path("nowhere")}, .output = path("x.moves")}), 1);
    EXPECT_EQ(export_human_games({.files = {path("one.tsv")}, .output = path("x.bin")}), 2);
    EXPECT_FALSE(std::filesystem::exists(path("x.moves")));
}

TEST_F(HumanExport, OtherFilesAreNoMoves) {
    write("short.moves", "too short");
    EXPECT_FALSE(human_moves_of_file(path("short.moves")));
    write("zero.moves", std::string(96, '\0'));
    const auto none = human_moves_of_file(path("zero.moves"));
    ASSERT_FALSE(none);
    EXPECT_TRUE(none.error().ends_with("number 1 is no move of a game"));
}

}  // namespace
}  // namespace rookery::training
