#include "engine/game_policy.h"

#include "support/chess_helpers.h"

#include <gtest/gtest.h>

namespace rookery {
namespace {

const Position& start() {
    static const Position position = Position::start();
    return position;
}

TEST(GamePolicy, GivesUpAfterSeveralHopelessMoves) {
    GamePolicy policy;
    for (int i = 0; i < 3; ++i) {
        policy.note(Score(-2500), start(), 30);
        EXPECT_FALSE(policy.resigns());
    }
    policy.note(Score(-100), start(), 30);  // there was hope again
    for (int i = 0; i < 3; ++i) policy.note(Score::mated_in(8), start(), 30);
    EXPECT_FALSE(policy.resigns());
    policy.note(Score::loss_in(8), start(), 30);
    EXPECT_TRUE(policy.resigns());
    policy.reset();
    EXPECT_FALSE(policy.resigns());
}

TEST(GamePolicy, NeverGivesUpAWonGame) {
    GamePolicy policy;
    for (int i = 0; i < 50; ++i) policy.note(Score::mate_in(9), start(), 30);
    EXPECT_FALSE(policy.resigns());
    EXPECT_FALSE(policy.wants_to_offer_draw());
    EXPECT_FALSE(policy.accepts_draw(start(), 200));
}

TEST(GamePolicy, OffersADrawInALongLevelGame) {
    GamePolicy policy;
    for (int i = 0; i < 30; ++i) policy.note(Score(3), start(), 40);
    EXPECT_FALSE(policy.wants_to_offer_draw()) << "too early";
    for (int i = 0; i < 9; ++i) policy.note(Score(-3), start(), 90);
    EXPECT_FALSE(policy.wants_to_offer_draw());
    policy.note(Score(0), start(), 90);
    EXPECT_TRUE(policy.wants_to_offer_draw());
    policy.offered_draw();
    EXPECT_FALSE(policy.wants_to_offer_draw());
    policy.note(Score(0), start(), 92);
    EXPECT_FALSE(policy.wants_to_offer_draw()) << "again, at once";
}

TEST(GamePolicy, AcceptsADrawThatDoesNotHurt) {
    GamePolicy policy;
    const Position ending = test::position_of("6n1/3k4/8/1p1p4/1P1P4/8/3K4/6N1 w - - 0 40");
    EXPECT_FALSE(policy.accepts_draw(ending, 90)) << "it knows nothing yet";
    policy.note(Score(0), start(), 10);
    EXPECT_FALSE(policy.accepts_draw(start(), 10)) << "the game has just begun";
    EXPECT_TRUE(policy.accepts_draw(start(), 60));
    EXPECT_TRUE(policy.accepts_draw(ending, 10));
    policy.note(Score(-600), start(), 10);
    EXPECT_TRUE(policy.accepts_draw(start(), 10));
    policy.note(Score(300), start(), 80);
    EXPECT_FALSE(policy.accepts_draw(ending, 80));
}

}  // namespace
}  // namespace rookery
