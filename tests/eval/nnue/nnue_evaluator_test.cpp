#include "eval/nnue/nnue_evaluator.h"

#include "chess/movegen.h"
#include "eval/classical/endgames.h"
#include "eval/eval_helpers.h"
#include "eval/nnue/nnue_helpers.h"
#include "support/chess_helpers.h"

#include <gtest/gtest.h>

#include <cmath>

namespace rookery {
namespace {

using namespace nnue;
using test::position_of;
using test::random_network;
using test::slow_value;

TEST(NnueEvaluator, DoesWhatItsDescriptionSays) {
    const auto network = random_network(1);
    NnueEvaluator evaluator(network);
    Random random(2);
    for (int game = 0; game < 20; ++game) {
        Position position = Position::start();
        for (int ply = 0; ply < 120; ++ply) {
            if (classical::may_be_known_endgame(position)) break;
            // Two integer divisions round towards zero.
            const double value = std::clamp(slow_value(*network, position), 1.0 - Score::known_win,
                                            Score::known_win - 1.0);
            EXPECT_NEAR(evaluator.evaluate(position).value(), value, 1.03);
            const MoveList moves = legal_moves(position);
            if (moves.empty()) break;
            position = position.after(moves[random.below(moves.size())]);
        }
    }
}

// Walks down and up the tree and evaluates some positions only, as a search does.
class Walk {
  public:
    explicit Walk(const std::shared_ptr<const Network>& network, std::uint64_t seed)
        : following_(network), single_(network), random_(seed) {}

    void from(const Position& position, int moves_in_all) {
        following_.begin();
        left_ = moves_in_all;
        while (left_ > 0) visit(position, 0);
    }

  private:
    void visit(const Position& position, int ply) {
        if (random_.below(3) == 0) {
            ASSERT_EQ(following_.evaluate_pushed(position), single_.evaluate(position));
        }
        const MoveList moves = legal_moves(position);
        for (int tries = 0; tries < 3 && left_ > 0 && ply < 60 && !moves.empty(); ++tries) {
            --left_;
            if (!position.in_check() && random_.below(8) == 0) {
                static_cast<void>(following_.push());
                visit(position.after_null(), ply + 1);
            } else {
                const Move move = chosen(position, moves);
                visit(position.after(move, following_.push()), ply + 1);
            }
            following_.pop();
            if (random_.below(2) == 0) break;
        }
    }
    // Rare moves are chosen more often.
    [[nodiscard]] Move chosen(const Position& position, const MoveList& moves) {
        for (const Move move : moves)
            if ((move.is_castling() || move.is_en_passant() || move.is_promotion()) &&
                random_.below(2) == 0)
                return move;
        const auto is_kings = [&](Move move) {
            return type_of(position.piece_on(move.from())) == PieceType::King;
        };
        for (const Move move : moves)
            if (is_kings(move) && random_.below(6) == 0) return move;
        return moves[random_.below(moves.size())];
    }

    NnueEvaluator following_, single_;
    Random random_;
    int left_ = 0;
};

constexpr const char* starts[] = {
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/pppq1ppp/2npbn2/1B2p3/1b2P3/2NPBN2/PPPQ1PPP/R3K2R w KQkq - 0 1",
    "8/PPPk4/8/3pP3/8/8/4Kppp/8 w - d6 0 1",
    // Chess960: king and rook change places, or one of them stays.
    "1rk5/pppppppp/8/8/8/8/PPPPPPPP/5KR1 w Gb - 0 1",
    "rk2r3/pppppppp/8/8/8/8/PPPPPPPP/1RK4R w HBea - 0 1",
    "4k3/pppppppp/8/8/8/8/PPPPPPPP/1RK5 w B - 0 1",
};

void walk_everywhere(int moves_in_all) {
    const auto network = random_network(3);
    std::uint64_t seed = 0;
    for (const char* start : starts) Walk(network, ++seed).from(position_of(start), moves_in_all);
}

// Ten million moves, from six starts.
TEST(NnueEvaluator, UpdatesEqualARefresh) { walk_everywhere(test::rounds(1'700'000)); }

TEST(NnueEvaluator, ColorsAndWingsAreTreatedAlike) {
    NnueEvaluator evaluator(random_network(4));
    Random random(5);
    for (int round = 0; round < test::rounds(20'000); ++round) {
        const Position position = test::without_castling(test::any_position(random, round));
        const Score score = evaluator.evaluate(position);
        ASSERT_EQ(score, evaluator.evaluate(test::color_flipped(position)));
        ASSERT_EQ(score, evaluator.evaluate(test::mirrored(position)));
    }
}

// evaluate() of other positions must not change the state of the pushed moves, nor the other way
// round.
TEST(NnueEvaluator, SinglePositionsDoNotDisturbPushedMoves) {
    const auto network = random_network(6);
    NnueEvaluator evaluator(network);
    NnueEvaluator fresh(network);
    Random random(7);
    evaluator.begin();
    Position position = Position::start();
    for (int ply = 0; ply < 100; ++ply) {
        static_cast<void>(evaluator.evaluate(test::any_position(random, ply)));
        ASSERT_EQ(evaluator.evaluate_pushed(position), fresh.evaluate(position));
        const MoveList moves = legal_moves(position);
        if (moves.empty()) break;
        position = position.after(moves[random.below(moves.size())], evaluator.push());
    }
}

}  // namespace
}  // namespace rookery
