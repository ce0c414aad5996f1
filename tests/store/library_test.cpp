#include "store/library.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

namespace rookery::store {
namespace {

class LibraryTest : public testing::Test {
  protected:
    LibraryTest()
        : path_(std::filesystem::path(testing::TempDir()) /
                ("rookery_library_" + std::to_string(getpid()) + ".db")) {}
    ~LibraryTest() override {
        for (const char* end : {"", "-wal", "-shm"}) std::filesystem::remove(path_.string() + end);
    }
    const std::filesystem::path path_;
};

TEST_F(LibraryTest, KeepsRatedGames) {
    {
        auto library = Library::open(path_);
        ASSERT_TRUE(library) << library.error().what;
        EXPECT_TRUE(library->rated_games()->empty());
        EXPECT_FALSE(library->add({"Rookery level 1", 800, 2, 1008}));
        EXPECT_FALSE(library->add({"Rookery level 2", 965, 1, 1007}));
    }
    const auto library = Library::open(path_);
    ASSERT_TRUE(library);
    const auto games = library->rated_games();
    ASSERT_EQ(games->size(), 2u);
    EXPECT_EQ(games->front().opponent, "Rookery level 1");
    EXPECT_EQ(games->front().opponent_rating, 800);
    EXPECT_EQ(games->front().points, 2);
    EXPECT_EQ(games->back().rating, 1007);
}

TEST_F(LibraryTest, RefusesImpossiblePoints) {
    auto library = Library::open(path_);
    ASSERT_TRUE(library);
    EXPECT_TRUE(library->add({"somebody", 800, 3, 1008}));
    EXPECT_TRUE(library->rated_games()->empty());
}

TEST_F(LibraryTest, AnotherFileIsNoLibrary) {
    std::ofstream(path_) << "this is a text, long enough to be taken for something\n";
    const auto library = Library::open(path_);
    ASSERT_FALSE(library);
    EXPECT_EQ(library.error().problem, Problem::NotADatabase);
}

}  // namespace
}  // namespace rookery::store
