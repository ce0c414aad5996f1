#include "search/random_searcher.h"

#include "chess/movegen.h"
#include "support/chess_helpers.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

namespace rookery {
namespace {

using test::position_of;

class LastLine final : public SearchListener {
  public:
    void on_line(const LineReport& report) override {
        ++lines;
        last = report;
    }
    int lines = 0;
    LineReport last;
};

SearchResult search(Searcher& searcher, const Position& position, const Limits& limits = {}) {
    NoListener no_listener;
    return searcher.search(Root(position), limits, {}, no_listener);
}

std::vector<Move> self_play(std::uint64_t seed, int plies) {
    RandomSearcher searcher(seed);
    Game game;
    NoListener no_listener;
    while (plies-- > 0 && game.ending() == GameEnding::None)
        game.play(searcher.search(Root(game), {}, {}, no_listener).best);
    return game.moves();
}

TEST(RandomSearcher, PlaysEveryLegalMoveAboutAsOften) {
    RandomSearcher searcher(1);
    std::map<std::uint16_t, int> times;
    for (int i = 0; i < 4000; ++i) ++times[search(searcher, Position::start()).best.code()];
    EXPECT_EQ(times.size(), 20u);
    for (Move move : legal_moves(Position::start())) {
        EXPECT_GT(times[move.code()], 130);  // 200 expected, with a deviation of 14
        EXPECT_LT(times[move.code()], 270);
    }
}

TEST(RandomSearcher, SameSeedPlaysTheSameGame) {
    const std::vector<Move> game = self_play(7, 200);
    EXPECT_EQ(game, self_play(7, 200));
    EXPECT_NE(game, self_play(8, 200));
}

TEST(RandomSearcher, NewGameStartsOver) {
    RandomSearcher searcher(5);
    const auto ten_moves = [&] {
        std::vector<Move> moves;
        for (int i = 0; i < 10; ++i) moves.push_back(search(searcher, Position::start()).best);
        return moves;
    };
    const std::vector<Move> first = ten_moves();
    searcher.new_game();
    EXPECT_EQ(ten_moves(), first);
}

TEST(RandomSearcher, PlaysOnlyTheMovesAskedFor) {
    RandomSearcher searcher(2);
    Limits limits;
    limits.search_moves = {{Square::E2, Square::E4}, {Square::G1, Square::F3}};
    for (int i = 0; i < 100; ++i) {
        const Move best = search(searcher, Position::start(), limits).best;
        EXPECT_NE(std::find(limits.search_moves.begin(), limits.search_moves.end(), best),
                  limits.search_moves.end());
    }
}

TEST(RandomSearcher, ReportsTheMoveItPlays) {
    RandomSearcher searcher(3);
    LastLine line;
    const SearchResult result = searcher.search(Root(Position::start()), {}, {}, line);
    EXPECT_EQ(line.lines, 1);
    EXPECT_EQ(line.last.moves, std::vector<Move>{result.best});
    EXPECT_EQ(result.score, Score::draw());
}

TEST(RandomSearcher, MatedRootHasNoMoveAndIsMate) {
    RandomSearcher searcher(1);
    LastLine line;
    const Root root(position_of("7k/6Q1/5K2/8/8/8/8/8 b - - 0 1"));
    const SearchResult result = searcher.search(root, {}, {}, line);
    EXPECT_FALSE(result.best);
    EXPECT_EQ(result.score, Score::mated_in(0));
    EXPECT_EQ(line.last.score.mate_moves(), 0);
    EXPECT_TRUE(line.last.moves.empty());
}

TEST(RandomSearcher, StalematedRootHasNoMoveAndIsDrawn) {
    RandomSearcher searcher(1);
    const SearchResult result = search(searcher, position_of("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"));
    EXPECT_FALSE(result.best);
    EXPECT_EQ(result.score, Score::draw());
}

TEST(Score, RangesDoNotOverlap) {
    EXPECT_FALSE(Score(Score::max_evaluation).is_decided());
    EXPECT_TRUE(Score::win_in(Score::max_plies).is_decided());
    EXPECT_FALSE(Score::win_in(0).is_mate());
    EXPECT_TRUE(Score::mate_in(Score::max_plies - 1).is_mate());
    EXPECT_TRUE(Score::mated_in(Score::max_plies - 1).is_mate());
    EXPECT_LT(Score::win_in(0), Score::mate_in(Score::max_plies - 1));
}

TEST(Score, CountsMatesInMoves) {
    EXPECT_EQ(Score::mate_in(1).mate_moves(), 1);
    EXPECT_EQ(Score::mate_in(3).mate_moves(), 2);
    EXPECT_EQ(Score::mated_in(0).mate_moves(), 0);
    EXPECT_EQ(Score::mated_in(2).mate_moves(), -1);
    EXPECT_EQ((-Score::mate_in(3)).mate_plies(), -3);
}

}  // namespace
}  // namespace rookery
