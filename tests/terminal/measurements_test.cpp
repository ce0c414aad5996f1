#include "terminal/measurements.h"

#include <gtest/gtest.h>

namespace rookery {
namespace {

TEST(PerftText, WritesHowFarItIs) {
    EXPECT_EQ(progress_text({1, 4, 50'000'000}, 2.0),
              "25 %, 50.0 million nodes, 25.0 million/s, 6 s left");
    EXPECT_EQ(progress_text({0, 4, 0}, 2.0), "0 %, 2 s so far");
    EXPECT_EQ(progress_text({4, 4, 1'000'000}, 2.0),
              "100 %, 1.0 million nodes, 0.5 million/s, 0 s left");
}

TEST(PerftText, ListsMovesByName) {
    const Position start = Position::start();
    const PerftResult result = run_perft(start, {.depth = 2});
    const std::string text = perft_moves_text(start, result);
    EXPECT_EQ(text.rfind("a2a3: 20\na2a4: 20\nb1a3: 20\n", 0), 0u);
    EXPECT_EQ(text.substr(text.size() - 2), "\n\n");
    EXPECT_EQ(perft_moves_text(start, {}), "");
}

TEST(PerftText, SaysWhetherItIsComplete) {
    EXPECT_EQ(perft_totals_text({2'000'000, {}, false}, 2),
              "nodes  2000000\ntime   2.000 s\nspeed  1.0 million nodes/s\n");
    EXPECT_NE(perft_totals_text({1, {}, true}, 0).find("these counts are incomplete"),
              std::string::npos);
}

}  // namespace
}  // namespace rookery
