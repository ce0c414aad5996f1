#include "engine/engine.h"

#include "notation/coordinate.h"
#include "support/chess_helpers.h"

#include <gtest/gtest.h>

namespace rookery {
namespace {

using test::position_of;

// Moves are read as long as they are legal; after that they are any codes at all.
std::size_t playable(const Game& game, const std::vector<const char*>& texts) {
    std::vector<Move> line;
    Position position = game.position();
    for (const char* text : texts) {
        const auto move = parse_coordinate(position, text);
        line.push_back(move ? *move : Move(Square::A1, Square::A1));
        if (move) position = position.after(*move);
    }
    return playable_part(Root(game), line).size();
}

TEST(PlayableLine, EndsWhereAMoveIsIllegal) {
    EXPECT_EQ(playable(Game(), {"e2e4", "e7e5", "e1e3", "a7a6"}), 2u);
    EXPECT_EQ(playable(Game(), {"f2f3", "e7e5", "g2g4", "d8h4", "a2a3"}), 4u);  // mate
}

TEST(PlayableLine, EndsWithTheThirdOccurrence) {
    const std::vector<const char*> dance = {"g1f3", "g8f6", "f3g1", "f6g8", "g1f3",
                                            "g8f6", "f3g1", "f6g8", "e2e4"};
    EXPECT_EQ(playable(Game(), dance), 8u);
    // What was played before the root counts.
    Game game;
    for (std::size_t i = 0; i < 4; ++i)
        ASSERT_TRUE(game.play(*parse_coordinate(game.position(), dance[i])));
    EXPECT_EQ(playable(game, dance), 4u);
}

TEST(PlayableLine, EndsWithFiftyMovesAndDeadPositions) {
    const Game slow(position_of("7k/8/8/8/8/8/8/KR6 w - - 98 80"));
    EXPECT_EQ(playable(slow, {"b1b2", "h8g8", "b2b3"}), 2u);
    const Game dead(position_of("7k/8/8/8/8/8/1p6/K7 w - - 0 1"));
    EXPECT_EQ(playable(dead, {"a1b2", "h8g8"}), 1u);
    // From a root where it is over already a move may still be asked for.
    const Game over(position_of("7k/8/8/8/8/8/8/K7 w - - 0 1"));
    EXPECT_EQ(playable(over, {"a1b2", "h8g8"}), 1u);
}

}  // namespace
}  // namespace rookery
