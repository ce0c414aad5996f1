#include "protocol/evaluation_text.h"

#include "eval/classical/default_weights.h"
#include "support/chess_helpers.h"

#include <gtest/gtest.h>

#include <sstream>

namespace rookery {
namespace {

using namespace classical;

std::string drawn(const char* fen, bool terms) {
    const Position position = test::position_of(fen);
    return draw_evaluation(position, report_on(position, default_weights), {terms});
}

TEST(EvalView, ShowsGroupsAndPieces) {
    const std::string text = drawn("4k3/p7/8/8/8/8/P7/3RK3 w - - 0 1", false);
    EXPECT_NE(text.find("\nmaterial "), std::string::npos);
    EXPECT_NE(text.find("\npiece square "), std::string::npos);
    EXPECT_EQ(text.find("open file"), std::string::npos);
    EXPECT_NE(text.find(" 1 |   .      .      .      R      K   "), std::string::npos) << text;
    EXPECT_NE(text.find("phase   2 of 24"), std::string::npos);
    EXPECT_NE(text.find("for the side to move (White)\n"), std::string::npos);
}

TEST(EvalView, ShowsTermsIfAsked) {
    const std::string text = drawn("4k3/p7/8/8/8/8/P7/3RK3 w - - 0 1", true);
    EXPECT_NE(text.find("\n  open file "), std::string::npos);
    EXPECT_EQ(text.find("\n  half open file "), std::string::npos);  // neither side has it
}

TEST(EvalView, NamesAKnownEnding) {
    const std::string text = drawn("4k3/8/8/8/8/8/8/4KQ2 b - - 0 1", true);
    EXPECT_EQ(text.find("material"), std::string::npos);
    EXPECT_NE(text.find("ending  bare king\n"), std::string::npos);
}

TEST(EvalView, KeepsToTheWidthOfATerminal) {
    std::istringstream lines(
        drawn("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", true));
    for (std::string line; std::getline(lines, line);) EXPECT_LE(line.size(), 80u) << line;
}

}  // namespace
}  // namespace rookery
