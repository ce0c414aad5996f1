#include "eval/nnue/network_file.h"

#include "eval/eval_helpers.h"
#include "eval/nnue/nnue_evaluator.h"
#include "support/chess_helpers.h"

#include <gtest/gtest.h>

namespace rookery {
namespace {

using test::position_of;

TEST(DefaultNet, NamesItsTrainingData) {
    const auto net = nnue::default_net();
    EXPECT_EQ(net, nnue::default_net());  // one for all
    for (const char* what : {"positions", "data", "epochs", "seed", "date"})
        EXPECT_NE(net->origin.find('"' + std::string(what) + '"'), std::string::npos)
            << net->origin;
}

TEST(DefaultNet, PrefersMoreMaterial) {
    NnueEvaluator evaluator;
    EXPECT_LT(std::abs(evaluator.evaluate(Position::start()).value()), 60);
    const int queen =
        evaluator.evaluate(position_of("rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"))
            .value();
    const int rook =
        evaluator.evaluate(position_of("1nbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQk - 0 1"))
            .value();
    const int pawn =
        evaluator.evaluate(position_of("rnbqkbnr/1ppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"))
            .value();
    EXPECT_GT(pawn, 0);
    EXPECT_GT(rook, pawn);
    EXPECT_GT(queen, rook);
}

// The value must lead to a mate that is beyond the horizon of a search.
TEST(DefaultNet, KnownEndgamesShowTheWay) {
    NnueEvaluator evaluator;
    EXPECT_TRUE(
        evaluator.evaluate(position_of("8/8/8/4k3/8/8/8/KQ6 w - - 0 1")).is_known_endgame());
    EXPECT_FALSE(evaluator.evaluate(position_of("4k3/pppp4/8/8/8/8/PPPPPP2/KQQQ4 w - - 0 1"))
                     .is_known_endgame());
}

}  // namespace
}  // namespace rookery
