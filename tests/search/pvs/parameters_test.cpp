// The search with other parameters, and without each of its techniques.
#include "chess/movegen.h"
#include "search/pvs/pvs_searcher.h"
#include "support/chess_helpers.h"

#include <gtest/gtest.h>

#include <string>

namespace rookery {
namespace {

using test::position_of;

constexpr const char* tuned_middlegame =
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
constexpr const char* quiet = "r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 w - - 0 9";
constexpr const char* ending = "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1";

SearchResult searched(const SettingValues& settings, int depth,
                      const char* fen = tuned_middlegame) {
    const auto searcher = make_pvs({.settings = settings});
    searcher->resize({.hash_mib = 2, .threads = 1});
    NoListener no_listener;
    Limits limits;
    limits.depth = depth;
    limits.nodes = 200'000;
    return searcher->search(Root(position_of(fen)), limits, {}, no_listener);
}

TEST(PvsSettings, StandardValuesGiveTheDefaultSearch) {
    SettingValues standard;
    for (const SearcherSetting& one : pvs_settings()) standard.emplace_back(one.name, one.standard);
    const auto engine = make_own_pvs();
    engine->resize({.hash_mib = 2, .threads = 1});
    NoListener no_listener;
    Limits limits;
    limits.depth = 9;
    const SearchResult expected =
        engine->search(Root(position_of(tuned_middlegame)), limits, {}, no_listener);
    const SearchResult found = searched(standard, 9);
    EXPECT_EQ(found.nodes, expected.nodes);
    EXPECT_EQ(found.best, expected.best);
}

// Without a technique the search visits another tree, and still plays legal moves.
TEST(PvsSettings, EveryTechniqueCanBeSwitchedOff) {
    const auto nodes = [](const SettingValues& settings) {
        std::uint64_t sum = 0;
        for (const char* fen : {tuned_middlegame, quiet, ending}) {
            const SearchResult result = searched(settings, 10, fen);
            EXPECT_TRUE(position_of(fen).is_legal(result.best)) << fen;
            sum += result.nodes;
        }
        return sum;
    };
    const std::uint64_t all = nodes({});
    int techniques = 0;
    for (const SearcherSetting& one : pvs_settings()) {
        if (!one.name.starts_with("use_")) continue;
        ++techniques;
        const std::uint64_t without = nodes({{std::string(one.name), 0}});
        // Techniques that act rarely need not change the tree of a few positions.
        const bool rare = one.name == "use_mate_distance" || one.name == "use_verification" ||
                          one.name == "use_upcoming_repetitions" ||
                          one.name == "use_history_pruning";
        if (!rare) {
            EXPECT_NE(without, all) << one.name;
        }
    }
    EXPECT_GT(techniques, 20);
}

// Tuning games are played at fixed nodes, so every tuned parameter must change the search there.
TEST(PvsSettings, TunedParametersChangeTheSearchAtFixedNodes) {
    int tuned = 0;
    for (const SearcherSetting& one : pvs_settings()) {
        const bool fixed = one.name.starts_with("use_") || one.name.ends_with("_time");
        EXPECT_EQ(one.step == 0, fixed) << one.name;
        tuned += one.step > 0;
    }
    EXPECT_GT(tuned, 30);
}

TEST(PvsSettings, ValuesAtTheEndsOfTheirRangesWork) {
    for (const SearcherSetting& one : pvs_settings()) {
        EXPECT_LE(one.lowest, one.standard) << one.name;
        EXPECT_GE(one.highest, one.standard) << one.name;
        for (const int value : {one.lowest, one.highest})
            EXPECT_TRUE(position_of(tuned_middlegame)
                            .is_legal(searched({{std::string(one.name), value}}, 6).best))
                << one.name << ' ' << value;
    }
}

}  // namespace
}  // namespace rookery
