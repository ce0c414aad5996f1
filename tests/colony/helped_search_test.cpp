#include "colony/live/helped_search.h"

#include "chess/game.h"
#include "notation/coordinate.h"
#include "notation/fen.h"

#include <gtest/gtest.h>

namespace rookery::colony {
namespace {

Game game_of(std::string_view fen, std::initializer_list<const char*> moves) {
    Game game(parse_fen(fen)->position);
    for (const char* move : moves) game.play(*parse_coordinate(game.position(), move));
    return game;
}

constexpr auto start_fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

TEST(RootOrder, RootSurvivesTheOrder) {
    const Root root(game_of(start_fen, {"g1f3", "g8f6", "f3g1", "f6g8", "b1c3"}));
    ASSERT_EQ(root.keys.size(), 6u);
    const std::vector<Move> only = {*parse_coordinate(root.position, "g8f6")};
    const auto joined = root_of(join_order_for(root, only));
    ASSERT_TRUE(joined) << joined.error();
    EXPECT_EQ(joined->root.position, root.position);
    EXPECT_EQ(joined->root.keys, root.keys);
    EXPECT_EQ(joined->search_moves, only);
}

TEST(RootOrder, Chess960) {
    const Root root(game_of("7k/8/8/8/8/8/8/1RK1R3 w EB - 0 1", {}));
    const std::vector<Move> only = {*parse_coordinate(root.position, "c1e1")};
    const auto joined = root_of(join_order_for(root, only));
    ASSERT_TRUE(joined) << joined.error();
    EXPECT_EQ(joined->root.position, root.position);
    EXPECT_EQ(joined->search_moves, only);
    EXPECT_TRUE(only[0].is_castling());
}

TEST(RootOrder, ImpossibleRootsAreRefused) {
    const JoinOrder good = join_order_for(Root(game_of(start_fen, {"g1f3"})), {});
    ASSERT_TRUE(root_of(good));
    JoinOrder bad = good;
    bad.fen = "8/8/8/8/8/8/8/8 w - - 0 1";
    EXPECT_NE(root_of(bad).error().find("cannot be read"), std::string::npos);
    bad = good;
    bad.keys.clear();
    EXPECT_EQ(root_of(bad).error(), "the last key is not that of the position");
    bad.keys = {"12"};
    EXPECT_EQ(root_of(bad).error(), "the last key is not that of the position");
    bad.keys = {"twelve"};
    EXPECT_EQ(root_of(bad).error(), "a key is no number");
    bad = good;
    bad.search_moves = {"e2e4"};
    EXPECT_EQ(root_of(bad).error(), "a move is not legal: e2e4");
}

}  // namespace
}  // namespace rookery::colony
