#include "terminal/comparison.h"

#include "support/chess_helpers.h"
#include "terminal/console/console_helpers.h"

#include <gtest/gtest.h>

namespace rookery {
namespace {

using std::chrono::milliseconds;
using State = ComparisonRow::State;
using test::width_of;

constexpr Move e2e4{Square::E2, Square::E4};
constexpr Move d2d4{Square::D2, Square::D4};

// A tree of one move.
class ScriptedTree final : public Searcher {
  public:
    void new_game() override {}
    void resize(const Resources&) override {}
    SearchResult search(const Root&, const Limits&, std::stop_token,
                        SearchListener& listener) override {
        listener.on_tree({1234, 10, milliseconds(5), {{e2e4, 1000, 0.53, false}}});
        LineReport line;
        line.moves = {e2e4};
        line.depth = 4;
        listener.on_line(line);
        return {e2e4, {}, {}, 1234};
    }
};

std::vector<ComparedSearcher> three() {
    std::vector<ComparedSearcher> searchers;
    searchers.push_back({"strong", std::make_unique<test::ScriptedSearcher>(std::vector{e2e4})});
    searchers.push_back({"other", std::make_unique<test::ScriptedSearcher>(std::vector{d2d4})});
    searchers.push_back({"tree", std::make_unique<ScriptedTree>()});
    return searchers;
}

TEST(Comparison, AsksOneAfterTheOther) {
    Comparison comparison(three(), Game());
    std::vector<std::pair<std::size_t, State>> told;
    comparison.run(milliseconds(1), {},
                   [&](std::size_t row) { told.emplace_back(row, comparison.rows()[row].state); });
    EXPECT_EQ(told.front(), std::pair(std::size_t{0}, State::Thinking));
    EXPECT_EQ(told.back(), std::pair(std::size_t{2}, State::Done));
    EXPECT_TRUE(std::is_sorted(told.begin(), told.end()));
    for (const ComparisonRow& row : comparison.rows()) EXPECT_EQ(row.state, State::Done);
    EXPECT_EQ(comparison.rows()[0].move, e2e4);
    EXPECT_EQ(comparison.rows()[0].depth, 3);
    EXPECT_FALSE(comparison.rows()[0].is_tree());
    EXPECT_EQ(comparison.rows()[2].nodes, 1234u);
    EXPECT_TRUE(comparison.rows()[2].is_tree());
}

TEST(Comparison, KnowsWhichAgreeWithTheFirst) {
    Comparison comparison(three(), Game());
    EXPECT_FALSE(comparison.agrees(1).has_value());
    comparison.run(milliseconds(1), {}, [](std::size_t) {});
    EXPECT_EQ(comparison.agrees(0), true);
    EXPECT_EQ(comparison.agrees(1), false);
    EXPECT_EQ(comparison.agrees(2), true);
}

TEST(Comparison, StopsBetweenSearchers) {
    Comparison comparison(three(), Game());
    std::stop_source stop;
    comparison.run(milliseconds(1), stop.get_token(), [&](std::size_t row) {
        if (comparison.rows()[row].state == State::Done) stop.request_stop();
    });
    EXPECT_EQ(comparison.rows()[0].state, State::Done);
    EXPECT_EQ(comparison.rows()[1].state, State::Waiting);
}

TEST(Comparison, LeavesOutRandomAndSecondNames) {
    EXPECT_EQ(searchers_to_compare(test::few_searchers()),
              (std::vector<std::string>{"pvs", "iterative", "minimax", "mcts", "mcts-ab"}));
}

TEST(ComparisonView, ShowsScoresAndWinRates) {
    Comparison comparison(three(), Game());
    const Style ascii;
    const ComparisonView view(comparison, ascii);
    EXPECT_EQ(view.row(1, 79), "other");
    comparison.run(milliseconds(1), {}, [](std::size_t) {});
    EXPECT_EQ(view.head(79), "searcher           move       score         reached     speed  same");
    EXPECT_EQ(view.row(0, 60), "strong             e4         +0.00         depth 3   yes");
    EXPECT_EQ(view.row(1, 60), "other              d4         +0.00         depth 3     -");
    EXPECT_EQ(view.row(2, 60), "tree               e4          53 %  1.23k playouts   yes");
    const Style unicode{.unicode = true};
    EXPECT_TRUE(test::has(ComparisonView(comparison, unicode).row(2, 60), "✓"));
    EXPECT_EQ(view.lines(79).size(), 4u);
}

TEST(ComparisonView, FitsNarrowTerminals) {
    std::vector<ComparedSearcher> searchers = three();
    searchers[1].name = "alphabeta-threads,Evaluator=mop-up";
    Comparison comparison(std::move(searchers), Game());
    comparison.run(milliseconds(1), {}, [](std::size_t) {});
    const Style unicode{.unicode = true};
    const ComparisonView view(comparison, unicode);
    for (const std::size_t width : {39u, 50u, 57u, 66u, 67u, 79u, 120u})
        for (const std::string& line : view.lines(width)) EXPECT_LE(width_of(line), width) << line;
    EXPECT_TRUE(test::has(view.lines(39)[3], "✓"));
    EXPECT_FALSE(test::has(view.lines(39)[3], "playouts"));
}

}  // namespace
}  // namespace rookery
