#include "commands/perft_progress.h"

#include <gtest/gtest.h>

namespace rookery {
namespace {

TEST(PerftProgress, WritesDurations) {
    EXPECT_EQ(duration_text(0), "0 s");
    EXPECT_EQ(duration_text(0.2), "1 s");
    EXPECT_EQ(duration_text(59), "59 s");
    EXPECT_EQ(duration_text(59.5), "1 min 0 s");
    EXPECT_EQ(duration_text(200), "3 min 20 s");
    EXPECT_EQ(duration_text(7500), "2 h 5 min");
}

TEST(PerftProgress, WritesHowFarItIs) {
    EXPECT_EQ(progress_text({1, 4, 50'000'000}, 2.0),
              "25 %, 50.0 million nodes, 25.0 million/s, 6 s left");
    EXPECT_EQ(progress_text({0, 4, 0}, 2.0), "0 %, 2 s so far");
    EXPECT_EQ(progress_text({4, 4, 1'000'000}, 2.0),
              "100 %, 1.0 million nodes, 0.5 million/s, 0 s left");
}

}  // namespace
}  // namespace rookery
