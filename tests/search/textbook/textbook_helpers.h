// The searchers of the textbook, and what tests do with them.
#pragma once

#include "chess/game.h"
#include "eval/simple_evaluators.h"
#include "search/random_searcher.h"
#include "search/search_helpers.h"
#include "search/textbook/textbook_searchers.h"
#include "support/chess_helpers.h"

#include <memory>

namespace rookery::test {

struct TextbookEntry {
    const char* name;
    std::unique_ptr<Searcher> (*create)(const SearcherSetup& setup);
};

inline constexpr TextbookEntry fixed_depth_searchers[] = {
    {"minimax", textbook::make_minimax},
    {"negamax", textbook::make_negamax},
    {"alphabeta", textbook::make_alphabeta},
    {"alphabeta-sorted", textbook::make_sorted_alphabeta},
    {"alphabeta-threads", textbook::make_alphabeta_on_threads},
};
inline constexpr TextbookEntry textbook_searchers[] = {
    fixed_depth_searchers[0], fixed_depth_searchers[1], fixed_depth_searchers[2],
    fixed_depth_searchers[3], fixed_depth_searchers[4], {"iterative", textbook::make_iterative},
};

inline constexpr const char* kiwipete =
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

struct Searched {
    SearchResult result;
    LineReport last;
};

// Also checks that the result agrees with the last report.
inline Searched searched(Searcher& searcher, const Root& root, const Limits& limits,
                         std::stop_token stop = {}) {
    LineWitness witness(root);
    const SearchResult result = searcher.search(root, limits, std::move(stop), witness);
    const LineReport& last = witness.last;
    EXPECT_EQ(result.best, last.moves.empty() ? Move::none() : last.moves.front());
    EXPECT_EQ(result.score, last.score);
    EXPECT_GE(result.nodes, last.nodes);
    return {result, last};
}

inline Limits to_depth(int depth) {
    Limits limits;
    limits.depth = depth;
    return limits;
}

inline Limits with_nodes(std::uint64_t nodes) {
    Limits limits;
    limits.nodes = nodes;
    return limits;
}

// An error for every position, so that hardly two are worth the same.
inline EvaluatorMaker noisy(int largest_error, std::uint64_t seed) {
    return [largest_error, seed]() -> std::unique_ptr<ErasedEvaluator> {
        return std::make_unique<NoisyEvaluator>(std::make_unique<Erased<MaterialEvaluator>>(),
                                                largest_error, seed);
    };
}

// Plays the game to its end, each side with its limits.
struct Side {
    Searcher& searcher;
    Limits limits;
};

inline void play_to_the_end(Game& game, const Side& white, const Side& black) {
    white.searcher.new_game();
    black.searcher.new_game();
    NoListener no_listener;
    while (game.ending() == GameEnding::None) {
        const Side& side = game.position().side_to_move() == Color::White ? white : black;
        const SearchResult result = side.searcher.search(Root(game), side.limits, {}, no_listener);
        ASSERT_TRUE(game.play(result.best));
    }
}

}  // namespace rookery::test
