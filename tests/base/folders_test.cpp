#include "base/files.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <optional>
#include <string>

namespace rookery {
namespace {

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
