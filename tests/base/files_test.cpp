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
    EXPECT_EQ(replace_file(inside_nothing, "x"), inside_nothing.string() + " cannot be written");
    const auto folder = folder_ / "folder";
    std::filesystem::create_directories(folder / "full");
    const auto problem = replace_file(folder, "x");
    ASSERT_TRUE(problem.has_value());
    EXPECT_TRUE(problem->starts_with(folder.string() + " cannot be written: ")) << *problem;
    EXPECT_FALSE(std::filesystem::exists(folder_ / "folder.new"));
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
