#include "base/files.h"

#include <gtest/gtest.h>

#include <unistd.h>

#include <cstdlib>
#include <optional>
#include <string>

namespace rookery {
namespace {

class FileText : public testing::Test {
  protected:
    FileText() { std::filesystem::create_directories(folder_); }
    ~FileText() override { std::filesystem::remove_all(folder_); }

    const std::filesystem::path folder_ =
        std::filesystem::path(testing::TempDir()) / ("file_text_" + std::to_string(getpid()));
};

TEST_F(FileText, WhatIsReplacedIsReadAgain) {
    const auto path = folder_ / "some.txt";
    for (const std::string& text :
         {std::string("first"), std::string("two\nlines \0 and a zero", 22), std::string()}) {
        EXPECT_EQ(replace_file(path, text), std::nullopt);
        const auto read = text_of_file(path.string());
        ASSERT_TRUE(read.ok()) << read.error();
        EXPECT_EQ(*read, text);
    }
}

TEST_F(FileText, SaysWhatCannotBeRead) {
    EXPECT_EQ(text_of_file((folder_ / "none").string()).error(),
              (folder_ / "none").string() + " cannot be read");
    EXPECT_EQ(text_of_file(folder_.string()).error(), folder_.string() + " is a folder");
}

// Neither is anything left behind.
TEST_F(FileText, SaysWhatCannotBeWritten) {
    const auto inside_nothing = folder_ / "none" / "some.txt";
    EXPECT_EQ(replace_file(inside_nothing, "x"),
              "there is no folder " + (folder_ / "none").string());
    const auto folder = folder_ / "folder";
    std::filesystem::create_directories(folder / "full");
    EXPECT_EQ(replace_file(folder, "x"), folder.string() + " is a folder");
    EXPECT_FALSE(std::filesystem::exists(folder_ / "folder.new"));
}

TEST_F(FileText, AnUnfinishedFileLeavesTheOldOne) {
    const auto path = folder_ / "kept.txt";
    ASSERT_FALSE(replace_file(path, "old"));
    {
        NewFile file(path);
        file.stream() << "half of the new";
    }
    EXPECT_EQ(*text_of_file(path), "old");
    EXPECT_FALSE(std::filesystem::exists(folder_ / "kept.txt.new"));
}

TEST_F(FileText, ALinkStaysALink) {
    const auto path = folder_ / "target.txt", link = folder_ / "link.txt";
    ASSERT_FALSE(replace_file(path, "old"));
    std::filesystem::create_symlink(path, link);
    EXPECT_FALSE(replace_file(link, "new"));
    EXPECT_TRUE(std::filesystem::is_symlink(link));
    EXPECT_EQ(*text_of_file(path), "new");
}

TEST_F(FileText, RefusesToReplaceUnlessAsked) {
    const auto path = folder_ / "there.txt", fresh = folder_ / "fresh.txt";
    EXPECT_EQ(validate_output(path, false), std::nullopt);
    ASSERT_FALSE(replace_file(path, "old"));
    EXPECT_EQ(validate_output(path, false),
              path.string() + " is there already; --force replaces it");
    EXPECT_EQ(validate_output(path, true), std::nullopt);
    EXPECT_EQ(validate_appended(path), std::nullopt);
    EXPECT_EQ(validate_output(folder_, true), folder_.string() + " is a folder");
    EXPECT_EQ(validate_appended(folder_ / "no" / "x"),
              "there is no folder " + (folder_ / "no").string());
    EXPECT_EQ(validate_appended(path / "x"), path.string() + " is no folder");
    EXPECT_EQ(validate_output("/dev/null", false), std::nullopt);
    EXPECT_FALSE(std::filesystem::exists(fresh)) << "a question leaves nothing behind";
}

TEST_F(FileText, MakesOneFolderWhereAFolderIsNamed) {
    EXPECT_EQ(validate_output_folder(folder_ / "new", false), std::nullopt);
    EXPECT_EQ(validate_output_folder(folder_ / "no" / "new", false),
              "there is no folder " + (folder_ / "no").string());
    EXPECT_EQ(validate_output_folder(folder_, false), std::nullopt);
    ASSERT_FALSE(replace_file(folder_ / "x", ""));
    EXPECT_EQ(validate_output_folder(folder_, false),
              "the folder " + folder_.string() + " is not empty; --force writes into it");
    EXPECT_EQ(validate_output_folder(folder_, true), std::nullopt);
}

// A variable of the environment, put back at the end.
class Variable {
  public:
    Variable(const char* name, const char* value) : name_(name) {
        if (const char* before = std::getenv(name)) before_ = before;
        setenv(name, value, 1);
    }
    ~Variable() {
        if (before_)
            setenv(name_, before_->c_str(), 1);
        else
            unsetenv(name_);
    }
    Variable(const Variable&) = delete;
    Variable& operator=(const Variable&) = delete;

  private:
    const char* name_;
    std::optional<std::string> before_;
};

TEST(Folders, FollowTheEnvironment) {
    const Variable home("HOME", "/home/somebody");
    const Variable data("XDG_DATA_HOME", "/data");
    const Variable state("XDG_STATE_HOME", "/state");
    EXPECT_EQ(data_folder().value(), "/data/rookery");
    EXPECT_EQ(state_folder().value(), "/state/rookery");
}

TEST(Folders, RelativePathsAreIgnored) {
    const Variable home("HOME", "/home/somebody");
    const Variable data("XDG_DATA_HOME", "data");
    const Variable state("XDG_STATE_HOME", "");
    EXPECT_EQ(data_folder().value(), "/home/somebody/.local/share/rookery");
    EXPECT_EQ(state_folder().value(), "/home/somebody/.local/state/rookery");
    const Variable no_home("HOME", "");
    EXPECT_EQ(state_folder().error(), "neither XDG_STATE_HOME nor HOME says where data belongs");
}

}  // namespace
}  // namespace rookery
