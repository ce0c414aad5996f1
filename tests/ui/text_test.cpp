#include "ui/text.h"

#include <gtest/gtest.h>

namespace rookery {
namespace {

TEST(TimeText, SaysTwoUnitsAtMost) {
    EXPECT_EQ(time_text(0), "0 s");
    EXPECT_EQ(time_text(0.2), "1 s");
    EXPECT_EQ(time_text(59), "59 s");
    EXPECT_EQ(time_text(59.2), "1 min 0 s");
    EXPECT_EQ(time_text(200), "3 min 20 s");
    EXPECT_EQ(time_text(3700), "1 h 1 min");
    EXPECT_EQ(time_text(7500), "2 h 5 min");
    EXPECT_EQ(time_text(90000), "1 d 1 h");
    EXPECT_EQ(time_text(1e300), "11574 d 1 h");
}

}  // namespace
}  // namespace rookery
