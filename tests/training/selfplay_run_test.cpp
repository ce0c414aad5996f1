#include "training/selfplay_run.h"

#include "search/random_searcher.h"

#include <gtest/gtest.h>

#include <unistd.h>

#include <atomic>
#include <filesystem>

namespace rookery::training {
namespace {

class SelfplayRuns : public testing::Test {
  protected:
    SelfplayRuns() { std::filesystem::create_directories(folder_); }
    ~SelfplayRuns() override { std::filesystem::remove_all(folder_); }

    [[nodiscard]] GameFileWriter writer() const {
        auto opened = GameFileWriter::open(folder_ / "run.games", "{}");
        EXPECT_TRUE(opened.ok());
        return std::move(*opened);
    }

    const std::filesystem::path folder_ =
        std::filesystem::path(testing::TempDir()) / ("selfplay_run_" + std::to_string(getpid()));
};

SelfplaySettings brief() {
    SelfplaySettings settings;
    settings.hash_mib = 1;
    settings.soft_nodes = 10;
    return settings;
}

using Made = Result<std::unique_ptr<Searcher>, std::string>;

Made random_searcher() { return std::unique_ptr<Searcher>(std::make_unique<RandomSearcher>(1)); }

TEST_F(SelfplayRuns, PlaysAsManyGamesAsWanted) {
    SelfplayRun run(brief(), random_searcher, 1);
    GameFileWriter file = writer();
    EXPECT_EQ(run.run(file, 2, {.games = 3, .positions = {}}, {}), std::nullopt);
    EXPECT_EQ(run.statistics().games, 3U);
}

// The first thread gets a searcher and would play for ever; the second gets none.
TEST_F(SelfplayRuns, EndsWhenThereIsNoSearcherForAThread) {
    std::atomic<int> made = 0;
    const auto make = [&made]() -> Made {
        if (made++ > 0) return failure(std::string("the file is gone"));
        return random_searcher();
    };
    SelfplayRun run(brief(), make, 1);
    GameFileWriter file = writer();
    EXPECT_EQ(run.run(file, 2, {}, {}), "the file is gone");
}

}  // namespace
}  // namespace rookery::training
