// Properties that hold for every position and any weights.
#include "eval/classical/evaluation.h"

#include "eval/classical/classical_evaluator.h"
#include "eval/classical/default_weights.h"
#include "eval/classical/endgames.h"
#include "eval/classical/weight_table.h"
#include "eval/eval_helpers.h"
#include "eval/evaluator.h"
#include "notation/fen.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace rookery::classical {
namespace {

using namespace rookery::test;

Weights random_weights(Random& random) {
    FlatWeights flat = flattened(default_weights);
    for (Tapered& weight : flat)
        weight += Tapered(static_cast<int>(random.below(41)) - 20,
                          static_cast<int>(random.below(41)) - 20);
    return shaped(flat);
}

TEST(Evaluation, ColorsAreTreatedAlike) {
    Random random(1);
    ClassicalEvaluator evaluator;
    for (int round = 0; round < rounds(20000); ++round) {
        const Position position = any_position(random, round);
        ASSERT_EQ(evaluator.evaluate(position), evaluator.evaluate(color_flipped(position)))
            << to_fen(position);
    }
}

TEST(Evaluation, WingsAreTreatedAlike) {
    Random random(2);
    ClassicalEvaluator evaluator;
    for (int round = 0; round < rounds(20000); ++round) {
        const Position position = without_castling(any_position(random, round));
        ASSERT_EQ(evaluator.evaluate(position), evaluator.evaluate(mirrored(position)))
            << to_fen(position);
    }
}

RC_GTEST_PROP(EvaluationProperty, SymmetricAfterAnyGame, (std::uint64_t seed)) {
    Random random(seed);
    ClassicalEvaluator evaluator(1);
    const Position position = random_position(random, 200);
    RC_ASSERT(evaluator.evaluate(position) == evaluator.evaluate(color_flipped(position)));
}

// White's view, from the counts of a trace.
int rebuilt_value(const TermTrace& trace, const Weights& weights) {
    if (!trace.ending.empty()) return trace.value;
    const FlatWeights flat = flattened(weights);
    Tapered lead, initiative, tempo;
    ByColor<Tapered> danger{};
    for (const WeightFamily& family : weight_table()) {
        for (std::size_t i = family.first; i < family.first + family.size(); ++i) {
            const int white = trace.counts[i][Color::White];
            const int black = trace.counts[i][Color::Black];
            switch (family.part) {
                case Part::Score: lead += flat[i] * (white - black); break;
                case Part::Danger:
                    danger[Color::White] += flat[i] * white;
                    danger[Color::Black] += flat[i] * black;
                    break;
                case Part::Initiative: initiative += flat[i] * white; break;
                case Part::Tempo: tempo += flat[i] * (white - black); break;
            }
        }
    }
    lead -= cost_of_danger(danger[Color::White]);
    lead += cost_of_danger(danger[Color::Black]);
    return blend(lead + limited_initiative(lead, initiative) + tempo, trace.phase, trace.scale);
}

TEST(Evaluation, ValueIsTheSumOfItsTrace) {
    Random random(3);
    PawnTable pawns;
    for (int round = 0; round < rounds(10000); ++round) {
        const Position position = any_position(random, round);
        const TermTrace trace = trace_evaluation(position, default_weights);
        ASSERT_EQ(trace.value, evaluate_by_default(position, pawns)) << to_fen(position);
        ASSERT_EQ(rebuilt_value(trace, default_weights), trace.value) << to_fen(position);
    }
}

TEST(Evaluation, ValueIsTheSumOfItsTraceForAnyWeights) {
    Random random(4);
    for (int set = 0; set < 20; ++set) {
        const Weights weights = random_weights(random);
        PawnTable pawns;
        for (int round = 0; round < rounds(300); ++round) {
            const Position position = any_position(random, round);
            const TermTrace trace = trace_evaluation(position, weights);
            ASSERT_EQ(trace.value, evaluate_by(weights, Groups::all(), position, pawns))
                << to_fen(position);
            ASSERT_EQ(rebuilt_value(trace, weights), trace.value) << to_fen(position);
        }
    }
}

TEST(Evaluation, BuiltInWeightsAreTheGivenOnes) {
    Random random(5);
    ClassicalEvaluator built_in;
    WeightedEvaluator given(default_weights);
    for (int round = 0; round < rounds(10000); ++round) {
        const Position position = any_position(random, round);
        ASSERT_EQ(built_in.evaluate(position), given.evaluate(position)) << to_fen(position);
    }
}

TEST(Evaluation, GivenWeightsAreUsed) {
    const Position start = Position::start();
    EXPECT_EQ(WeightedEvaluator(default_weights).evaluate(start).value(),
              default_weights.tempo.to_move.mg());
    Weights weights = default_weights;
    weights.tempo.to_move = {50, 0};
    EXPECT_EQ(WeightedEvaluator(weights).evaluate(start).value(), 50);
}

// Games walk through related structures, so the tables are hit and overwritten again and again.
TEST(Evaluation, ThePawnTableChangesNothing) {
    Random random(6);
    ClassicalEvaluator remembering, forgetful(1), small(4);
    for (int game = 0; game < rounds(60); ++game) {
        Position position = random_position(random, 10);
        for (int ply = 0; ply < 150; ++ply) {
            const MoveList moves = legal_moves(position);
            if (moves.empty()) break;
            position.make(moves[random.below(moves.size())]);
            forgetful.clear();
            const Score fresh = forgetful.evaluate(position);
            ASSERT_EQ(remembering.evaluate(position), fresh) << to_fen(position);
            ASSERT_EQ(remembering.evaluate(position), fresh) << to_fen(position);
            ASSERT_EQ(small.evaluate(position), fresh) << to_fen(position);
        }
    }
}

TEST(Evaluation, AGroupLeftOutHasNoWeight) {
    Random random(7);
    for (std::size_t g = 0; g < group_count; ++g) {
        const Group group = static_cast<Group>(g);
        FlatWeights flat = flattened(default_weights);
        bool has_weights = false;
        for (const WeightFamily& family : weight_table()) {
            if (family.group != group) continue;
            has_weights = true;
            for (std::size_t i = 0; i < family.size(); ++i) flat[family.first + i] = Tapered();
        }
        if (!has_weights) continue;
        const Weights zeroed = shaped(flat);
        const Groups rest = Groups::all().without(group);
        PawnTable masked, weighed;
        for (int round = 0; round < rounds(600); ++round) {
            const Position position = any_position(random, round);
            ASSERT_EQ(evaluate_by(default_weights, rest, position, masked),
                      evaluate_by(zeroed, Groups::all(), position, weighed))
                << name_of(group) << ' ' << to_fen(position);
            const TermTrace trace = trace_evaluation(position, default_weights, rest);
            ASSERT_EQ(rebuilt_value(trace, default_weights), trace.value) << to_fen(position);
        }
    }
}

TEST(Evaluation, WithoutGroupsNothingIsLeft) {
    PawnTable pawns;
    Random random(8);
    for (int round = 0; round < rounds(300); ++round)
        ASSERT_EQ(evaluate_by(default_weights, Groups::none(), any_position(random, round), pawns),
                  0);
}

TEST(Evaluation, StartIsWorthTheMove) {
    ClassicalEvaluator evaluator;
    EXPECT_EQ(evaluator.evaluate(Position::start()).value(), default_weights.tempo.to_move.mg());
    for (int number : {0, 1, 333, 518, 959}) {
        const Position start = Position::from(Setup::chess960(number)).value().position;
        EXPECT_EQ(evaluator.evaluate(start).value(), default_weights.tempo.to_move.mg());
    }
}

TEST(Evaluation, ExtremesStayInRange) {
    for (const EvaluatorEntry& entry : all_evaluators()) {
        const auto evaluator = entry.create();
        for (const char* fen : {
                 "7k/QQQQQ3/QQQQ4/8/8/8/5N2/R1B1KBNR b - - 0 1",
                 "3qk3/8/8/8/QQQQ4/QQQQQ3/RRBBNN2/4K3 b - - 0 1",
                 "q1qqkqqq/qq6/rrbbnn2/8/8/8/8/1K5B w - - 0 1",
                 "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
                 "nnnnknnn/nnn5/8/8/8/8/5P1P/6K1 w - - 0 1",
                 "rrrrkrr1/rrrr4/8/8/8/8/5P2/7K w - - 0 1",
                 "k2qqqqq/qqqq4/8/8/8/8/4QQQQ/QQQQQ2K w - - 0 1",
             }) {
            const Position position = position_of(fen);
            const int value = evaluator->evaluate(position).value();
            EXPECT_LE(value, Score::max_evaluation) << entry.name << ' ' << fen;
            EXPECT_GE(value, -Score::max_evaluation) << entry.name << ' ' << fen;
            const int lead = popcount(position.pieces(position.side_to_move())) -
                             popcount(position.pieces(~position.side_to_move()));
            if (lead > 5) {
                EXPECT_GT(value, 2000) << entry.name << ' ' << fen;
            } else if (lead < -5) {
                EXPECT_LT(value, -2000) << entry.name << ' ' << fen;
            }
        }
    }
}

TEST(Evaluation, TableOfEvaluators) {
    EXPECT_NE(find_evaluator(all_evaluators(), "material"), nullptr);
    EXPECT_NE(find_evaluator(all_evaluators(), "piece-square"), nullptr);
    EXPECT_NE(find_evaluator(all_evaluators(), "classical"), nullptr);
    EXPECT_EQ(find_evaluator(all_evaluators(), "Classical"), nullptr);
    const Position queen_up =
        position_of("rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1");
    EXPECT_EQ(find_evaluator(all_evaluators(), "material")->create()->evaluate(queen_up).value(),
              -900);
    for (const EvaluatorEntry& entry : all_evaluators()) {
        const auto evaluator = entry.create();
        EXPECT_LT(evaluator->evaluate(queen_up).value(), -700) << entry.name;
        evaluator->clear();
        Random random(9);
        for (int round = 0; round < rounds(500); ++round) {
            const Position position = any_position(random, round);
            ASSERT_EQ(evaluator->evaluate(position), evaluator->evaluate(color_flipped(position)))
                << entry.name << ' ' << to_fen(position);
        }
    }
}

TEST(Evaluation, MopUpDrivesTheKingToTheEdge) {
    const auto mop_up = find_evaluator(all_evaluators(), "mop-up")->create();
    const auto value = [&](std::string_view fen) {
        return mop_up->evaluate(position_of(fen)).value();
    };
    // 9 pawns, the enemy king in the centre, ours six steps from it, seven between them.
    EXPECT_EQ(value("8/8/8/3k4/8/8/8/KQ6 w - - 0 1"), 900 - 60 + 35);
    // The bare king's view: five and a half of fourteen and a half pawns are left of it.
    EXPECT_EQ(value("8/8/8/3k4/8/8/8/KQ6 b - - 0 1"), -900 + (60 + 35) * 550 / 1450);
    EXPECT_GT(value("7k/8/5K2/8/8/8/8/Q7 w - - 0 1"), value("8/8/5K2/3k4/8/8/8/Q7 w - - 0 1"));
    EXPECT_GT(value("7k/8/5K2/8/8/8/8/Q7 w - - 0 1"), value("7k/8/8/8/8/2K5/8/Q7 w - - 0 1"));
}

}  // namespace
}  // namespace rookery::classical
