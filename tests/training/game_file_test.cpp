#include "training/game_file.h"

#include "training/game_journal.h"
#include "training/random_game.h"

#include <gtest/gtest.h>

#include <unistd.h>

#include <fstream>
#include <iterator>

namespace rookery::training {
namespace {

namespace fs = std::filesystem;

class GameFile : public testing::Test {
  protected:
    void SetUp() override {
        const auto* test = testing::UnitTest::GetInstance()->current_test_info();
        folder_ = fs::temp_directory_path() / (std::string("rookery-") + test->name() + std::to_string(getpid()));
        fs::remove_all(folder_);
        path_ = folder_ / "deep" / "some.games";
    }
    void TearDown() override { fs::remove_all(folder_); }

    [[nodiscard]] GameFileWriter writer(const char* origin = "{}") const {
        auto opened = GameFileWriter::open(path_, origin);
        EXPECT_TRUE(opened.ok()) << opened.error();
        return std::move(opened).value();
    }
    void add(GameFileWriter& file, std::size_t count) {
        for (; count > 0; --count) {
            games_.push_back(random_game(random_, 60));
            EXPECT_EQ(file.add(games_.back()), std::nullopt);
        }
    }
    // Everything the file holds, journal included.
    [[nodiscard]] std::vector<SelfplayGame> read() {
        std::vector<SelfplayGame> found;
        auto reader = GameFileReader::open(path_);
        EXPECT_TRUE(reader.ok());
        while (const auto block = reader->next_block())
            EXPECT_TRUE(for_each_game(*block, [&](const SelfplayGame& game) { found.push_back(game); }));
        problems_ = reader->problems();
        return found;
    }
    [[nodiscard]] static std::string bytes_of(const fs::path& path) {
        std::ifstream file(path, std::ios::binary);
        return {std::istreambuf_iterator<char>(file), {}};
    }
    static void put(const fs::path& path, std::string_view bytes) {
        std::ofstream(path, std::ios::binary) << bytes;
    }

    Random random_{6};
    fs::path folder_;
    fs::path path_;
    std::vector<SelfplayGame> games_;
    std::vector<std::string> problems_;
};

TEST_F(GameFile, HoldsWhatWasAddedInManyBlocks) {
    auto file = writer();
    add(file, 12000);  // some two megabytes
    EXPECT_EQ(file.close(), std::nullopt);
    EXPECT_FALSE(fs::exists(journal_of(path_)));
    EXPECT_EQ(read(), games_);
    EXPECT_TRUE(problems_.empty());
}

TEST_F(GameFile, GamesInTheJournalAreSeenAndTakenUp) {
    {
        auto file = writer();
        add(file, 5);
        EXPECT_EQ(read(), games_);
    }  // left without close(), as a killed program leaves it
    EXPECT_EQ(read(), games_);
    {
        auto file = writer();
        add(file, 5);
        EXPECT_EQ(file.close(), std::nullopt);
    }
    EXPECT_EQ(read(), games_);
}

TEST_F(GameFile, WhereverItIsCutNoGameIsLostOrDoubled) {
    {
        auto file = writer();
        add(file, 3);
        EXPECT_EQ(file.close(), std::nullopt);
    }
    const std::string before = bytes_of(path_);
    {
        auto file = writer();
        add(file, 4);
    }
    const std::string journal = bytes_of(journal_of(path_));
    {
        auto file = writer();
        EXPECT_EQ(file.close(), std::nullopt);
    }
    const std::string after = bytes_of(path_);
    // Killed while the block was being written, or between the block and the new journal.
    for (std::size_t size = before.size(); size <= after.size(); ++size) {
        put(path_, std::string_view(after).substr(0, size));
        put(journal_of(path_), journal);
        EXPECT_EQ(read(), games_) << size;
        {
            auto file = writer();
            EXPECT_EQ(file.close(), std::nullopt);
        }
        EXPECT_EQ(read(), games_) << size;
    }
}

TEST_F(GameFile, AJournalCutShortLosesItsLastGameAlone) {
    {
        auto file = writer();
        add(file, 4);
    }
    const std::string journal = bytes_of(journal_of(path_));
    put(journal_of(path_), std::string_view(journal).substr(0, journal.size() - 1));
    games_.pop_back();
    EXPECT_EQ(read(), games_);
    auto file = writer();
    add(file, 2);
    EXPECT_EQ(read(), games_);
}

TEST_F(GameFile, DamageIsSaidAndLeftOut) {
    auto file = writer();
    add(file, 3);
    EXPECT_EQ(file.close(), std::nullopt);
    const std::string first = bytes_of(path_);
    file = writer();
    const std::size_t kept = games_.size();
    add(file, 3);
    EXPECT_EQ(file.close(), std::nullopt);
    std::string bytes = bytes_of(path_);
    bytes[first.size() - 1] ^= 1;
    put(path_, bytes);
    games_.erase(games_.begin(), games_.begin() + static_cast<std::ptrdiff_t>(kept));
    EXPECT_EQ(read(), games_);
    EXPECT_EQ(problems_.size(), 1U);
}

TEST_F(GameFile, NeverMixesGamesMadeInDifferentWays) {
    auto file = writer(R"({"nodes":1})");
    add(file, 1);
    EXPECT_EQ(file.close(), std::nullopt);
    file = writer(R"({"nodes":1})");
    EXPECT_FALSE(GameFileWriter::open(path_, R"({"nodes":1})").ok());  // we have it
    {
        const GameFileWriter gone = std::move(file);
    }
    const auto other = GameFileWriter::open(path_, R"({"nodes":2})");
    ASSERT_FALSE(other.ok());
    EXPECT_NE(other.error().find("another way"), std::string::npos);
}

TEST_F(GameFile, RefusesOtherFiles) {
    fs::create_directories(path_.parent_path());
    for (const char* content : {"x", "RKGAMES", "RKGAMES1", "RKGAMES1\xFF\xFF\xFF\xFF", "[Event \"?\"]"}) {
        put(path_, content);
        EXPECT_FALSE(GameFileReader::open(path_).ok()) << content;
        EXPECT_FALSE(GameFileWriter::open(path_, "{}").ok()) << content;
        EXPECT_EQ(bytes_of(path_), content);  // and leaves them as they are
    }
    EXPECT_FALSE(GameFileReader::open(path_.parent_path()).ok());
    EXPECT_FALSE(GameFileReader::open(path_ / "nothing").ok());
}

}  // namespace
}  // namespace rookery::training
