#include "colony/simulated_colony.h"

#include "base/threads.h"
#include "notation/fen.h"
#include "search/bench.h"
#include "search/pvs/pvs_searcher.h"

#include <gtest/gtest.h>

#include <string>

namespace rookery::colony {
namespace {

Root middlegame() {
    return Root(
        parse_fen("r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10")
            ->position);
}

SearchResult search_with(Searcher& searcher, std::uint64_t nodes) {
    Limits limits;
    limits.nodes = nodes;
    NoListener no_listener;
    return searcher.search(middlegame(), limits, {}, no_listener);
}

std::unique_ptr<Searcher> colony_of(SettingValues settings) {
    SearcherSetup setup;
    setup.settings = std::move(settings);
    auto colony = make_simulated_colony(setup);
    colony->resize({.hash_mib = 2, .threads = 1});
    return colony;
}

TEST(SimulatedColony, OneWorkerIsTheEngine) {
    const auto alone = colony_of({{"workers", 1}});
    const auto engine = make_own_pvs();
    engine->resize({.hash_mib = 2, .threads = 1});
    for (const std::uint64_t nodes : {1'000u, 7'777u, 20'000u}) {
        const SearchResult ours = search_with(*alone, nodes), theirs = search_with(*engine, nodes);
        EXPECT_EQ(ours.best, theirs.best);
        EXPECT_EQ(ours.score, theirs.score);
        EXPECT_EQ(ours.nodes, theirs.nodes);
    }
}

TEST(SimulatedColony, TheSameEveryTime) {
    const SettingValues settings = {{"workers", 3}, {"interval_us", 5'000}, {"latency_us", 3'000}};
    const SearchResult first = search_with(*colony_of(settings), 8'000);
    for (int repeat = 0; repeat < 3; ++repeat) {
        const SearchResult again = search_with(*colony_of(settings), 8'000);
        EXPECT_EQ(again.best, first.best);
        EXPECT_EQ(again.score, first.score);
        EXPECT_EQ(again.nodes, first.nodes);
    }
}

TEST(SimulatedColony, AllWorkForTheSameTime) {
    const std::uint64_t nodes = search_with(*colony_of({{"workers", 5}}), 10'000).nodes;
    EXPECT_GT(nodes, 45'000u);
    EXPECT_LT(nodes, 55'000u);
}

// With a single position it may save nothing; with many it does.
TEST(SimulatedColony, SharingSavesTheOthersWork) {
    Limits limits;
    limits.depth = 11;
    NoListener no_listener;
    const auto nodes_of = [&](int interval) {
        std::uint64_t nodes = 0;
        for (const Root& root : bench_roots())
            nodes += colony_of({{"workers", 3}, {"interval_us", interval}})
                         ->search(root, limits, {}, no_listener)
                         .nodes;
        return nodes;
    };
    EXPECT_LT(nodes_of(2'000), nodes_of(10'000'000));
}

TEST(SimulatedColony, WithASplitRootTheBestOfAllPartsIsPlayed) {
    const Root mate_in_one(parse_fen("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1")->position);
    const auto colony = colony_of({{"workers", 4}, {"split_root", 1}});
    Limits limits;
    limits.nodes = 2'000;
    NoListener no_listener;
    const SearchResult result = colony->search(mate_in_one, limits, {}, no_listener);
    EXPECT_EQ(result.best, Move(Square::A1, Square::A8));
    EXPECT_EQ(result.score, Score::mate_in(1));
    // More members than moves.
    const Root few(parse_fen("7k/8/8/8/8/8/r7/7K w - - 0 1")->position);
    EXPECT_TRUE(few.position.is_legal(colony->search(few, limits, {}, no_listener).best));
}

TEST(SimulatedColony, TimeIsCountedInNodes) {
    struct Clockwatcher : SearchListener {
        void on_line(const LineReport& report) override {
            EXPECT_EQ(report.elapsed.count(), static_cast<std::int64_t>(report.nodes / 10));
            ++reports;
        }
        int reports = 0;
    } watcher;
    Limits limits;
    limits.nodes = 20'000;
    (void)colony_of({{"workers", 3}, {"nodes_per_second", 10'000}})
        ->search(middlegame(), limits, {}, watcher);
    EXPECT_GT(watcher.reports, 5);
}

TEST(SimulatedColony, StopTokenEndsIt) {
    std::stop_source stop;
    stop.request_stop();
    NoListener no_listener;
    const SearchResult result =
        colony_of({{"workers", 4}})->search(middlegame(), {}, stop.get_token(), no_listener);
    EXPECT_TRUE(middlegame().position.is_legal(result.best));
}

TEST(Turns, TheEarliestGoesFirst) {
    // Each writes its message and its time goes on by its own step: a slower thread writes less
    // often.
    constexpr int steps[] = {3, 5, 7};
    for (int repeat = 0; repeat < 20; ++repeat) {
        Turns turns(3);
        std::string written;
        run_on_threads(3, [&](std::size_t who) {
            for (int time = 0; time < 21; time += steps[who]) {
                turns.wait(who, Turns::Time(time));
                written += static_cast<char>('a' + who);
            }
            turns.leave(who);
        });
        EXPECT_EQ(written, "abcabacabacabab") << repeat;
    }
}

TEST(Turns, EndedThreadDoesNotBlockOthers) {
    Turns turns(2);
    int done = 0;
    run_on_threads(2, [&](std::size_t who) {
        if (who == 1) return turns.leave(1);
        for (int time = 0; time < 10; ++time) {
            turns.wait(0, Turns::Time(time));
            ++done;
        }
        turns.leave(0);
    });
    EXPECT_EQ(done, 10);
}

}  // namespace
}  // namespace rookery::colony
