#include "base/text.h"

#include <gtest/gtest.h>

namespace rookery {
namespace {

TEST(EditDistance, CountsEdits) {
    EXPECT_EQ(edit_distance("perft", "perft"), 0);
    EXPECT_EQ(edit_distance("pefrt", "perft"), 1);
    EXPECT_EQ(edit_distance("prft", "perft"), 1);
    EXPECT_EQ(edit_distance("perfts", "perft"), 1);
    EXPECT_EQ(edit_distance("", "uci"), 3);
    EXPECT_EQ(edit_distance("abc", ""), 3);
}

}  // namespace
}  // namespace rookery
