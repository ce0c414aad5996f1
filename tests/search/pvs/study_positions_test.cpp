// Positions from the studies behind Rookery, several of which the engines of the studies got wrong.
#include "chess/game.h"
#include "notation/coordinate.h"
#include "search/pvs/pvs_searcher.h"
#include "support/chess_helpers.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace rookery {
namespace {

using test::position_of;

struct Found {
    std::string move;
    Score score;
};

Found best_of(const Root& root, int depth, const std::vector<Move>& only = {}) {
    Limits limits;
    limits.depth = depth;
    limits.search_moves = only;
    NoListener no_listener;
    const SearchResult result = make_own_pvs()->search(root, limits, {}, no_listener);
    return {to_coordinate(root.position, result.best), result.score};
}

TEST(StudyPositions, TheMateInOneIsSeen) {
    const Found found =
        best_of(Root(position_of("rk6/3Q3p/pp4p1/5p2/3N3P/4P3/p2P1PR1/R1B1K3 w Q - 1 28")), 1);
    EXPECT_EQ(found.move, "d4c6");
    EXPECT_EQ(found.score, Score::mate_in(1));
}

// The positions before the root count: going back once more would be a draw.
TEST(StudyPositions, TheRepetitionIsAvoided) {
    Game game(position_of("3rr1k1/1p3p1p/p4Q2/P4P2/2qpp3/2N5/1P4PP/R2R3K w - - 0 24"));
    for (const char* text : {"f6g5", "g8h8", "g5f6", "h8g8", "f6g5", "g8h8"})
        game.play(*parse_coordinate(game.position(), text));
    const Found free = best_of(Root(game), 10);
    EXPECT_EQ(free.move, "c3e4");
    EXPECT_GT(free.score.value(), 300);
    const Move back = *parse_coordinate(game.position(), "g5f6");
    EXPECT_EQ(best_of(Root(game), 10, {back}).score, Score::draw());
}

TEST(StudyPositions, TheSacrificeIsFound) {
    const Found found =
        best_of(Root(position_of("2r4k/p4ppp/5n1n/8/1bb5/2N2N2/PBKR1PPP/3R4 w - - 0 20")), 12);
    EXPECT_EQ(found.move, "d2d8");
    EXPECT_GT(found.score.value(), 200);
}

TEST(StudyPositions, TheBishopIsNotTaken) {
    const Found found = best_of(
        Root(position_of("r4rk1/1p1B1p1p/pb1q1p2/3ppP2/P7/1QP5/1P4PP/RN3R1K b - - 0 17")), 12);
    EXPECT_EQ(found.move, "b6c7");
}

TEST(StudyPositions, ThePawnEndingCalledADrawIsWon) {
    const Found found = best_of(Root(position_of("8/5k2/6p1/4K1P1/8/8/8/8 w - - 0 1")), 20);
    EXPECT_TRUE(found.move == "e5d5" || found.move == "e5d6") << found.move;
    EXPECT_GT(found.score.value(), 400);
}

// The engine plays both sides; White has the better pawns and must bring them home.
TEST(StudyPositions, ThePawnEndingsAreWonDeep) {
    for (const char* fen :
         {"8/6pp/3k4/8/3K1PPP/8/8/8 w - - 0 1", "8/6p1/4p2p/4P2P/5PP1/k7/8/K7 w - - 0 1",
          "8/6p1/3k4/8/3K1PP1/8/8/8 w - - 0 1"}) {
        const auto searcher = make_own_pvs();
        Game game(position_of(fen));
        Limits limits;
        limits.nodes = 20'000;
        while (game.result() == GameResult::Open) {
            NoListener no_listener;
            game.play(searcher->search(Root(game), limits, {}, no_listener).best);
        }
        EXPECT_EQ(game.result(), GameResult::WhiteWins) << fen;
    }
}

}  // namespace
}  // namespace rookery
