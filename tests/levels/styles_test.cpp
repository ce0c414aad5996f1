#include "levels/styles.h"

#include "notation/fen.h"

#include <gtest/gtest.h>

namespace rookery {
namespace {

Score score_of(Searcher& searcher, const char* fen) {
    NoListener no_listener;
    Limits limits;
    limits.depth = 1;
    searcher.new_game();
    return searcher.search(Root(parse_fen(fen)->position), limits, {}, no_listener).score;
}

TEST(Styles, ValueTheAttackForTheSideThatPlays) {
    // White's pieces look at Black's king. Either side plays; the attacker likes to be White.
    const char* white = "5rk1/5ppp/8/8/8/3B1N2/4QPPP/6K1 w - - 0 1";
    const char* black = "6k1/4qppp/3b1n2/8/8/8/5PPP/5RK1 b - - 0 1";
    const auto attacker = make_attacker({});
    const auto solid = make_solid({});
    EXPECT_GT(score_of(*attacker, white), score_of(*solid, white));
    // The same with the colours swapped: the searcher plays the other side now.
    EXPECT_EQ(score_of(*attacker, black), score_of(*attacker, white));
    EXPECT_EQ(score_of(*solid, black), score_of(*solid, white));
}

TEST(Styles, ContemptMovesTheScore) {
    const char* fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    const auto eager = make_solid({.settings = {{"contempt", 100}}});
    const auto tired = make_solid({.settings = {{"contempt", -100}}});
    EXPECT_NEAR(score_of(*eager, fen).value() - score_of(*tired, fen).value(), 200, 60);
}

TEST(Styles, LeaveMatesAsTheyAre) {
    for (const auto& make : {make_attacker, make_solid})
        EXPECT_EQ(score_of(*make({}), "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1"), Score::mate_in(1));
}

}  // namespace
}  // namespace rookery
