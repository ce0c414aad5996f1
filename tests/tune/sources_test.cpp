// Positions from files.
#include "support/chess_helpers.h"
#include "tune/training_positions.h"

#include <gtest/gtest.h>

#include <unistd.h>

#include <filesystem>
#include <fstream>

namespace rookery::tune {
namespace {

using namespace rookery::test;

class Sources : public testing::Test {
  protected:
    void SetUp() override {
        const std::string name = testing::UnitTest::GetInstance()->current_test_info()->name();
        folder_ = std::filesystem::temp_directory_path() /
                  ("rookery-tune-" + name + std::to_string(::getpid()));
        std::filesystem::create_directories(folder_);
    }
    void TearDown() override { std::filesystem::remove_all(folder_); }

    std::string file(const std::string& name, const std::string& text) {
        const std::filesystem::path path = folder_ / name;
        std::ofstream(path) << text;
        return path.string();
    }
    static std::vector<TrainingPosition> all(const PositionSource& source) {
        std::vector<TrainingPosition> positions;
        const auto problem = source([&](const TrainingPosition& position) {
            positions.push_back(position);
            return true;
        });
        EXPECT_FALSE(problem.has_value()) << *problem;
        return positions;
    }
    static std::string problem_of(const PositionSource& source) {
        return source([](const TrainingPosition&) { return true; }).value_or("");
    }

    std::filesystem::path folder_;
};

TEST_F(Sources, EpdResultsAndScores) {
    const auto read =
        all(epd_source(file("a.epd", "8/2k5/8/3P4/8/8/3K4/8 w - - c9 \"1-0\"; ce 120;\n"
                                     "# a remark\n"
                                     "8/2k5/8/3P4/8/8/3K4/8 b - - c0 \"1/2-1/2\"; ce 30\n"
                                     "nonsense\n"
                                     "8/2k5/8/3P4/8/8/3K4/8 b - - bm Kd6;\n"
                                     "8/2k5/8/3P4/8/8/3K4/8 b - - c1 \"remark\"; c2 \"0.0\";\n")));
    ASSERT_EQ(read.size(), 3u);
    EXPECT_EQ(read[0].result, 2);
    EXPECT_EQ(read[0].score, 120);
    EXPECT_EQ(read[1].result, 1);
    EXPECT_EQ(read[1].score, -30);
    EXPECT_EQ(read[2].result, 0);
    EXPECT_EQ(read[2].score, no_score);
}

TEST_F(Sources, EpdGames) {
    const std::string place = "8/2k5/8/3P4/8/8/3K4/8 w - - ";
    const auto numbers = [&](const std::vector<std::string>& operations) {
        std::string text;
        for (const std::string& operation : operations) text += place + operation + '\n';
        std::vector<std::uint32_t> games;
        for (const TrainingPosition& position : all(epd_source(file("b.epd", text))))
            games.push_back(position.game);
        return games;
    };
    using Numbers = std::vector<std::uint32_t>;
    EXPECT_EQ(numbers({"c9 \"1-0\"; id \"x\";", "c9 \"1-0\"; id \"x\";", "c9 \"1-0\"; id \"y\";"}),
              (Numbers{0, 0, 1}));
    EXPECT_EQ(numbers({"fmvn 9; c9 \"1-0\";", "fmvn 11; c9 \"1-0\";", "fmvn 12; c9 \"0-1\";",
                       "fmvn 12; c9 \"0-1\";"}),
              (Numbers{0, 0, 1, 2}));
    EXPECT_EQ(numbers({"c9 \"1-0\";", "c9 \"1-0\";"}), (Numbers{0, 1}));
}

TEST_F(Sources, EpdProblems) {
    EXPECT_NE(problem_of(epd_source((folder_ / "none.epd").string())), "");
    const std::string none = problem_of(epd_source(file("c.epd", "hello\n")));
    EXPECT_NE(none.find("no position with a result; line 1:"), std::string::npos) << none;
}

TEST_F(Sources, PgnGivesQuietPositionsOfFinishedGames) {
    const std::string path = file("d.pgn", "1. e4 d5 2. exd5 Qxd5 3. Nc3 Qe5+ 4. Be2 Nf6 1-0\n\n"
                                           "[White \"x\"]\n\n1. e4 *\n\n"
                                           "[White \"x\"]\n\n1. e4 e5 1/2-1/2\n");
    const auto read = all(pgn_source(path, 1));
    // Before 1... d5, 3. Nc3 Qe5+ and 4... Nf6 of the first; captures and checks are left out.
    ASSERT_EQ(read.size(), 5u);
    EXPECT_EQ(read[0].position.fullmove_number(), 1);
    EXPECT_EQ(read[1].position.fullmove_number(), 3);
    EXPECT_EQ(read[3].position.fullmove_number(), 4);
    EXPECT_EQ(read[3].position.side_to_move(), Color::Black);
    EXPECT_EQ(read[3].result, 2);
    EXPECT_EQ(read[4].result, 1);
    EXPECT_NE(read[4].game, read[3].game);
    EXPECT_TRUE(all(pgn_source(path)).empty());
}

TEST_F(Sources, FilesAreJoinedAndNumberedOn) {
    const std::string line = "8/2k5/8/3P4/8/8/3K4/8 w - - c9 \"1-0\";\n";
    const auto source = positions_of({file("e.epd", line + line), file("f.epd", line)});
    ASSERT_TRUE(source.ok());
    const auto read = all(*source);
    ASSERT_EQ(read.size(), 3u);
    EXPECT_EQ(read[1].game, 1u);
    EXPECT_EQ(read[2].game, 2u);
    std::size_t seen = 0;
    EXPECT_FALSE((*source)([&](const TrainingPosition&) { return ++seen < 2; }).has_value());
    EXPECT_EQ(seen, 2u);
    EXPECT_FALSE(positions_of({file("g.txt", line)}).ok());
    EXPECT_FALSE(positions_of({(folder_ / "no.epd").string()}).ok());
}

}  // namespace
}  // namespace rookery::tune
