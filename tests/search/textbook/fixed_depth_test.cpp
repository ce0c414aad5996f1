// The searchers of a fixed depth: they agree, count what they should and keep to their limits.
#include "search/textbook/textbook_searchers.h"

#include "chess/perft.h"
#include "search/textbook/textbook_helpers.h"

#include <gtest/gtest.h>

namespace rookery {
namespace {

using namespace test;

// Fewer with sanitizers, which are slow.
constexpr int often(int times) {
#ifdef NDEBUG
    return times;
#else
    return times / 20;
#endif
}

// The value of the position at the end of the line, for the side to move at the root.
Score value_at_the_end(const Position& root, const std::vector<Move>& line,
                       ErasedEvaluator& evaluator) {
    Position position = root;
    for (const Move move : line) position.make(move);
    const int plies = static_cast<int>(line.size());
    Score value = evaluator.evaluate(position);
    if (!has_legal_move(position))
        value = position.in_check() ? Score::mated_in(plies) : Score::draw();
    return plies % 2 == 0 ? value : -value;
}

class Rivals {
  public:
    explicit Rivals(const EvaluatorMaker& maker) : judge_(maker()) {
        for (const TextbookEntry& one : fixed_depth_searchers) {
            searchers_.push_back(one.create({.evaluator = maker}));
            searchers_.back()->resize({.hash_mib = 1, .threads = 3});
        }
    }

    void agree_on(const Position& position, int depth) {
        const Root root(position);
        const Searched expected = searched(*searchers_.front(), root, to_depth(depth));
        for (std::size_t i = 0; i < searchers_.size(); ++i) {
            const char* name = fixed_depth_searchers[i].name;
            const Searched found = searched(*searchers_[i], root, to_depth(depth));
            ASSERT_EQ(found.result.score, expected.result.score) << name << " at depth " << depth;
            ASSERT_EQ(found.last.bound, LineReport::Bound::Exact) << name;
            ASSERT_EQ(value_at_the_end(position, found.last.moves, *judge_), found.result.score)
                << name;
            ASSERT_LE(found.result.nodes, expected.result.nodes) << name;
            // If moves are equally good, the first is played, by alpha-beta, too.
            const bool same_order = i <= 2;
            if (same_order) {
                ASSERT_EQ(found.last.moves, expected.last.moves) << name;
            }
        }
    }

  private:
    std::unique_ptr<ErasedEvaluator> judge_;
    std::vector<std::unique_ptr<Searcher>> searchers_;
};

EvaluatorMaker material() {
    return [] { return std::make_unique<Erased<MaterialEvaluator>>(); };
}

TEST(Textbook, AllAgreeOnPositionsOfGames) {
    struct Share {
        int depth;
        int positions;
    };
    Random random(5);
    for (const EvaluatorMaker& maker : {material(), noisy(30, 9)}) {
        Rivals rivals(maker);
        for (const Share share : {Share{1, 1000}, Share{2, 300}, Share{3, 20}, Share{4, 1}})
            for (int i = 0; i < often(share.positions); ++i)
                ASSERT_NO_FATAL_FAILURE(rivals.agree_on(random_position(random, 120), share.depth));
    }
}

TEST(Textbook, AllAgreeOnPositionsOfFewPieces) {
    Random random(6);
    for (const EvaluatorMaker& maker : {material(), noisy(30, 9)}) {
        Rivals rivals(maker);
        for (int i = 0; i < often(500); ++i)
            ASSERT_NO_FATAL_FAILURE(rivals.agree_on(random_placement(random, 6), 1 + i % 3));
        for (int i = 0; i < often(20); ++i)
            ASSERT_NO_FATAL_FAILURE(rivals.agree_on(random_placement(random, 5), 4));
    }
}

TEST(ObjectivesOfTheStudy, M7_MinimaxAtADepth) {
    const auto minimax = textbook::make_minimax({});
    const Root root(Position::start());
    std::uint64_t expected = 0;
    for (int depth = 1; depth <= 4; ++depth) {
        expected += perft(root.position, depth);
        const Searched found = searched(*minimax, root, to_depth(depth));
        EXPECT_EQ(found.result.nodes, expected);
        EXPECT_EQ(found.last.depth, depth);
        EXPECT_EQ(found.last.moves.size(), static_cast<std::size_t>(depth));
    }
    EXPECT_EQ(expected, 206'603U);
}

TEST(Textbook, NegamaxVisitsWhatMinimaxVisits) {
    const Root root(position_of(kiwipete));
    EXPECT_EQ(searched(*textbook::make_minimax({}), root, to_depth(3)).result.nodes,
              48U + 2039U + 97862U);
    EXPECT_EQ(searched(*textbook::make_negamax({}), root, to_depth(3)).result.nodes,
              48U + 2039U + 97862U);
}

// Every step of the textbook saves work.
TEST(Textbook, AlphaBetaVisitsLessAndSortedLeast) {
    const Root root(position_of(kiwipete));
    const auto nodes = [&](const auto& searcher) {
        return searched(*searcher, root, to_depth(4)).result.nodes;
    };
    constexpr std::uint64_t all = 48 + 2039 + 97'862 + 4'085'603;
    const std::uint64_t plain = nodes(textbook::make_alphabeta({}));
    const std::uint64_t sorted = nodes(textbook::make_sorted_alphabeta({}));
    EXPECT_LT(plain, all / 20);
    EXPECT_LT(sorted, plain / 10);
    EXPECT_EQ(nodes(textbook::make_alphabeta_on_threads({})), sorted);  // one thread
}

TEST(Textbook, MatesAreFoundAndTheShortestIsPlayed) {
    for (const TextbookEntry& one : textbook_searchers) {
        const auto searcher = one.create({});
        const auto score = [&](const char* fen, int depth) {
            return searched(*searcher, Root(position_of(fen)), to_depth(depth)).result.score;
        };
        constexpr const char* in_one = "rk6/3Q3p/pp4p1/5p2/3N3P/4P3/p2P1PR1/R1B1K3 w Q - 1 28";
        for (int depth = 1; depth <= 3; ++depth)
            EXPECT_EQ(score(in_one, depth), Score::mate_in(1)) << one.name;
        constexpr const char* in_two = "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1";
        EXPECT_EQ(score(in_two, 3), Score::mate_in(3)) << one.name;
        EXPECT_EQ(score(in_two, 4), Score::mate_in(3)) << one.name;
        constexpr const char* lost = "3k4/R7/8/8/8/8/8/4K2R b K - 0 1";
        EXPECT_EQ(score(lost, 3), Score::mated_in(2)) << one.name;
        constexpr const char* stalemate_or_win = "7k/8/6K1/8/8/8/8/5Q2 w - - 0 1";
        EXPECT_EQ(score(stalemate_or_win, 2), Score::mate_in(1)) << one.name;
    }
}

TEST(Textbook, StalemateIsADraw) {
    for (const TextbookEntry& one : textbook_searchers) {
        const auto searcher = one.create({});
        const Root mated(position_of("R3k3/8/4K3/8/8/8/8/8 b - - 0 1"));
        EXPECT_EQ(searched(*searcher, mated, to_depth(3)).result.score, Score::mated_in(0))
            << one.name;
        const Root stalemate(position_of("k7/2Q5/1K6/8/8/8/8/8 b - - 0 1"));
        EXPECT_EQ(searched(*searcher, stalemate, to_depth(3)).result.score, Score::draw())
            << one.name;
        EXPECT_FALSE(searched(*searcher, stalemate, to_depth(3)).result.best);
        Limits only = to_depth(1);
        const Root queen(position_of("k7/8/1K6/8/8/8/8/2Q5 w - - 0 1"));
        only.search_moves = {Move(Square::C1, Square::C7)};
        EXPECT_EQ(searched(*searcher, queen, only).result.score, Score::draw()) << one.name;
    }
}

TEST(Textbook, EveryNodeLimitIsKept) {
    for (const TextbookEntry& one : textbook_searchers) {
        const auto searcher = one.create({});
        for (const Position& position : {Position::start(), position_of(kiwipete)}) {
            const Root root(position);
            for (const unsigned nodes :
                 {1U, 2U, 19U, 20U, 21U, 100U, 255U, 256U, 257U, 1000U, 5000U}) {
                Limits limits = with_nodes(nodes);
                const Searched found = searched(*searcher, root, limits);
                EXPECT_TRUE(position.is_legal(found.result.best)) << one.name << ' ' << nodes;
                EXPECT_LE(found.result.nodes, nodes) << one.name;
                // The move must be one that was asked for, even if nothing was searched.
                limits.search_moves = {Move(Square::E2, Square::D3), Move(Square::A2, Square::A3)};
                const Searched chosen = searched(*searcher, root, limits);
                EXPECT_NE(std::find(limits.search_moves.begin(), limits.search_moves.end(),
                                    chosen.result.best),
                          limits.search_moves.end());
            }
        }
    }
}

// Several threads may exceed the limit a little.
TEST(Textbook, ThreadsKeepToNodesTogether) {
    const auto searcher = textbook::make_alphabeta_on_threads({});
    searcher->resize({.hash_mib = 1, .threads = 4});
    const Root root(position_of(kiwipete));
    for (int i = 0; i < 20; ++i)
        EXPECT_LT(searched(*searcher, root, with_nodes(1000)).result.nodes, 1004U);
}

TEST(Textbook, StopAndDeadlinesEndAnySearch) {
    using namespace std::chrono_literals;
    const Root root(position_of(kiwipete));
    for (const TextbookEntry& one : textbook_searchers) {
        const auto searcher = one.create({});
        std::stop_source stopped;
        stopped.request_stop();
        const Searched at_once = searched(*searcher, root, to_depth(50), stopped.get_token());
        EXPECT_TRUE(root.position.is_legal(at_once.result.best)) << one.name;
        EXPECT_LT(at_once.result.nodes, 1000U) << one.name;

        Limits late = to_depth(50);
        late.hard_deadline = std::chrono::steady_clock::now() - 1s;
        const Searched too_late = searched(*searcher, root, late);
        EXPECT_TRUE(root.position.is_legal(too_late.result.best)) << one.name;
        EXPECT_LT(too_late.result.nodes, 1000U) << one.name;

        late.hard_deadline = std::chrono::steady_clock::now() + 20ms;
        const Searched in_time = searched(*searcher, root, late);
        EXPECT_TRUE(root.position.is_legal(in_time.result.best)) << one.name;
        EXPECT_LT(in_time.last.elapsed, 20s) << one.name;
    }
}

TEST(Textbook, TheSameSearchTwiceIsTheSame) {
    const Root root(position_of(kiwipete));
    for (const TextbookEntry& one : textbook_searchers) {
        const auto searcher = one.create({});
        const Searched first = searched(*searcher, root, with_nodes(20'000));
        searcher->new_game();
        const Searched second = searched(*searcher, root, with_nodes(20'000));
        EXPECT_EQ(first.last.moves, second.last.moves) << one.name;
        EXPECT_EQ(first.result.score, second.result.score) << one.name;
        EXPECT_EQ(first.result.nodes, second.result.nodes) << one.name;
    }
}

// The depth setting of a player is never exceeded; without it the limits decide, or the standard.
TEST(Textbook, TheDepthIsASettingAndALimit) {
    const auto nodes = [](const SettingValues& settings, const Limits& limits) {
        return searched(*textbook::make_minimax({.settings = settings}), Root(Position::start()),
                        limits)
            .result.nodes;
    };
    EXPECT_EQ(nodes({}, {}), 206'603U);
    EXPECT_EQ(nodes({{"depth", 2}}, {}), 420U);
    EXPECT_EQ(nodes({{"depth", 2}}, to_depth(3)), 420U);
    EXPECT_EQ(nodes({{"depth", 2}}, to_depth(1)), 20U);
    EXPECT_EQ(nodes({}, to_depth(3)), 9322U);
    EXPECT_EQ(nodes({}, to_depth(0)), 20U);
    EXPECT_EQ(textbook::full_width_settings().front().standard, 4);
}

TEST(Textbook, AnotherEvaluatorGivesOtherScores) {
    for (const TextbookEntry& one : textbook_searchers) {
        const Root root(Position::start());
        const auto own = one.create({});
        const auto other = one.create({.evaluator = noisy(50, 3)});
        EXPECT_NE(searched(*own, root, to_depth(2)).result.score,
                  searched(*other, root, to_depth(2)).result.score)
            << one.name;
    }
}

}  // namespace
}  // namespace rookery
