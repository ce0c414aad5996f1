#include "training/game_file.h"

#include "training/random_game.h"

#include <gtest/gtest.h>

#include <sys/resource.h>
#include <unistd.h>

#include <csignal>
#include <fstream>
#include <iterator>

namespace rookery::training {
namespace {

namespace fs = std::filesystem;

// No file may grow beyond that size, as if the disk were full.
class FullDisk {
  public:
    explicit FullDisk(std::uint64_t size) {
        getrlimit(RLIMIT_FSIZE, &before_);
        rlimit limit = before_;
        limit.rlim_cur = size;
        setrlimit(RLIMIT_FSIZE, &limit);
    }
    FullDisk(const FullDisk&) = delete;
    FullDisk& operator=(const FullDisk&) = delete;
    ~FullDisk() {
        setrlimit(RLIMIT_FSIZE, &before_);
        std::signal(SIGXFSZ, handler_);
    }

  private:
    rlimit before_{};
    // The signal would end the test.
    void (*handler_)(int) = std::signal(SIGXFSZ, SIG_IGN);
};

class GameFile : public testing::Test {
  protected:
    void SetUp() override {
        const auto* test = testing::UnitTest::GetInstance()->current_test_info();
        folder_ = fs::temp_directory_path() /
                  (std::string("rookery-") + test->name() + std::to_string(getpid()));
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
            EXPECT_TRUE(
                for_each_game(*block, [&](const SelfplayGame& game) { found.push_back(game); }));
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

TEST_F(GameFile, ABlockThatFailedHalfWayIsWrittenAgainInItsPlace) {
    auto file = writer();
    add(file, 40);
    const std::uint64_t before = fs::file_size(path_);
    std::optional<std::string> problem;
    {
        const FullDisk full(before + 100);
        problem = file.close();
    }
    EXPECT_TRUE(problem.has_value());
    EXPECT_EQ(fs::file_size(path_), before + 100) << "nothing was written half-way";
    EXPECT_EQ(read(), games_);
    EXPECT_TRUE(problems_.empty());
    EXPECT_EQ(file.close(), std::nullopt);
    EXPECT_FALSE(fs::exists(journal_of(path_)));
    EXPECT_EQ(read(), games_);
    EXPECT_TRUE(problems_.empty());
}

TEST_F(GameFile, AGameThatFailedHalfWayLeavesNothingInTheJournal) {
    {
        auto file = writer();
        add(file, 4);
        SelfplayGame refused = random_game(random_, 60);
        while (refused.moves.size() < 30) refused = random_game(random_, 60);
        const std::uint64_t before = fs::file_size(journal_of(path_));
        std::optional<std::string> problem;
        {
            const FullDisk full(before + 20);
            problem = file.add(refused);
        }
        EXPECT_TRUE(problem.has_value());
        EXPECT_EQ(fs::file_size(journal_of(path_)), before + 20) << "nothing was written half-way";
        add(file, 4);
    }
    EXPECT_EQ(read(), games_);
}

TEST_F(GameFile, WhatIsCutOffWithoutAJournalIsSaid) {
    auto file = writer();
    add(file, 3);
    EXPECT_EQ(file.close(), std::nullopt);
    const std::string first = bytes_of(path_);
    const std::vector<SelfplayGame> kept = games_;
    file = writer();
    add(file, 3);
    EXPECT_EQ(file.close(), std::nullopt);
    const std::string all = bytes_of(path_);
    const std::string where = path_.string() + ": block at byte " + std::to_string(first.size());
    for (std::size_t size = first.size() + 1; size < all.size(); ++size) {
        put(path_, std::string_view(all).substr(0, size));
        const std::string bytes = std::to_string(size - first.size()) + " bytes are ";
        EXPECT_EQ(read(), kept) << size;
        EXPECT_EQ(problems_, std::vector{where + ": it is cut off, and its " + bytes + "left out"});
        file = writer();
        EXPECT_EQ(file.dropped(), where + ": it was cut off, and its " + bytes + "taken away");
        EXPECT_EQ(file.close(), std::nullopt);
        EXPECT_EQ(bytes_of(path_), first) << size;
    }
}

TEST_F(GameFile, WhatTheJournalHasIsNotSaidToBeLost) {
    auto file = writer();
    add(file, 4);
    const std::string journal = bytes_of(journal_of(path_));
    EXPECT_EQ(file.close(), std::nullopt);
    put(journal_of(path_), journal);
    fs::resize_file(path_, fs::file_size(path_) - 1);
    EXPECT_EQ(read(), games_);
    EXPECT_TRUE(problems_.empty());
    file = writer();
    EXPECT_EQ(file.dropped(), std::nullopt);
}

TEST_F(GameFile, AJournalOfAnotherStateOfTheFileIsNeitherReadNorLost) {
    auto file = writer();
    const std::uint64_t empty_size = fs::file_size(path_);
    add(file, 3);
    EXPECT_EQ(file.close(), std::nullopt);
    const std::uint64_t one_block = fs::file_size(path_);
    {
        auto going_on = writer();
        add(going_on, 2);
    }
    const std::string journal = bytes_of(journal_of(path_));
    for (const std::uint64_t size : {one_block - 1, empty_size}) {
        fs::resize_file(path_, size);
        EXPECT_TRUE(read().empty());
        ASSERT_EQ(problems_.size(), size > empty_size ? 2U : 1U);
        EXPECT_EQ(problems_.back(), journal_of(path_).string() + ": its 2 games follow byte " +
                                        std::to_string(one_block) + " of " + path_.string() +
                                        ", whose last block ends at byte " +
                                        std::to_string(empty_size) + "; they are left out");
        const auto refused = GameFileWriter::open(path_, "{}");
        ASSERT_FALSE(refused.ok());
        EXPECT_NE(refused.error().find("its 2 games follow byte"), std::string::npos);
        EXPECT_EQ(bytes_of(journal_of(path_)), journal);
        EXPECT_EQ(fs::file_size(path_), size);
    }
    fs::remove(path_);
    EXPECT_FALSE(GameFileWriter::open(path_, "{}").ok());
    EXPECT_EQ(bytes_of(journal_of(path_)), journal);
    fs::remove(journal_of(path_));
    EXPECT_TRUE(GameFileWriter::open(path_, "{}").ok());
}

TEST_F(GameFile, ReadsOnWhereTheFileGrowsMeanwhile) {
    auto file = writer();
    add(file, 3);
    auto reader = GameFileReader::open(path_);
    ASSERT_TRUE(reader.ok());
    EXPECT_EQ(file.close(), std::nullopt);
    file = writer();
    add(file, 2);
    std::vector<SelfplayGame> found;
    while (const auto block = reader->next_block())
        EXPECT_TRUE(
            for_each_game(*block, [&](const SelfplayGame& game) { found.push_back(game); }));
    EXPECT_EQ(found, games_);
    EXPECT_TRUE(reader->problems().empty());
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
    { const GameFileWriter gone = std::move(file); }
    const auto other = GameFileWriter::open(path_, R"({"nodes":2})");
    ASSERT_FALSE(other.ok());
    EXPECT_NE(other.error().find("another way"), std::string::npos);
}

TEST_F(GameFile, RefusesOtherFiles) {
    fs::create_directories(path_.parent_path());
    for (const char* content :
         {"x", "RKGAMES", "RKGAMES1", "RKGAMES1\xFF\xFF\xFF\xFF", "[Event \"?\"]"}) {
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
