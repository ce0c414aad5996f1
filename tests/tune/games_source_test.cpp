#include "tune/training_positions.h"

#include "support/chess_helpers.h"
#include "training/game_file.h"

#include <gtest/gtest.h>

#include <unistd.h>

namespace rookery::tune {
namespace {

using namespace training;

// Knights out and back, four times over, with the score of each ply.
SelfplayGame shuffling_game(GameResult result) {
    SelfplayGame game;
    const Move moves[] = {{Square::G1, Square::F3},
                          {Square::G8, Square::F6},
                          {Square::F3, Square::G1},
                          {Square::F6, Square::G8}};
    for (int ply = 0; ply < 24; ++ply)
        game.moves.push_back({moves[ply % 4], static_cast<std::int16_t>(ply < 4 ? 0 : 10 * ply)});
    game.opening_plies = 4;
    game.result = result;
    return game;
}

TEST(GamesSource, ShowsTheQuietPositionsWithScoreResultAndGame) {
    const auto path = std::filesystem::temp_directory_path() /
                      ("rookery-source-" + std::to_string(getpid()) + ".games");
    {
        auto file = GameFileWriter::open(path, "{}");
        ASSERT_TRUE(file.ok());
        EXPECT_EQ(file->add(shuffling_game(GameResult::WhiteWins)), std::nullopt);
        EXPECT_EQ(file->add(shuffling_game(GameResult::BlackWins)), std::nullopt);
        EXPECT_EQ(file->close(), std::nullopt);
    }
    std::vector<TrainingPosition> shown;
    const auto all = [&](const TrainingPosition& one) {
        shown.push_back(one);
        return true;
    };
    EXPECT_EQ(games_source(path.string())(all), std::nullopt);
    ASSERT_EQ(shown.size(), 16U);  // plies 16 to 23 of each
    EXPECT_EQ(shown[0].score, 160);
    EXPECT_EQ(shown[0].result, 2);
    EXPECT_EQ(shown[1].score, 170);  // White's view, also if Black is to move
    EXPECT_EQ(shown[1].position.side_to_move(), Color::Black);
    EXPECT_EQ(shown[8].result, 0);
    EXPECT_NE(shown[8].game, shown[0].game);
    std::filesystem::remove(path);
    EXPECT_NE(games_source(path.string())(all), std::nullopt);
}

// Numbers that were tuned should be those of the data they are said to come from.
TEST(GamesSource, DamageAfterGoodGamesIsNotPassedOver) {
    const auto path = std::filesystem::temp_directory_path() /
                      ("rookery-damage-" + std::to_string(getpid()) + ".games");
    {
        auto file = GameFileWriter::open(path, "{}");
        ASSERT_TRUE(file.ok());
        EXPECT_EQ(file->add(shuffling_game(GameResult::Draw)), std::nullopt);
        EXPECT_EQ(file->close(), std::nullopt);
    }
    const auto size = std::filesystem::file_size(path);
    std::filesystem::resize_file(path, size + 7);
    std::size_t shown = 0;
    const auto problem =
        games_source(path.string())([&](const TrainingPosition&) { return ++shown > 0; });
    EXPECT_EQ(shown, 8U);
    ASSERT_NE(problem, std::nullopt);
    EXPECT_NE(problem->find("block at byte " + std::to_string(size)), std::string::npos)
        << *problem;
    std::filesystem::remove(path);
}

}  // namespace
}  // namespace rookery::tune
