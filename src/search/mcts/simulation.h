// The third stage of Monte-Carlo tree search: what a leaf of the tree is worth.
//
// `mcts` plays a random game from the leaf (RandomPlayouts); `mcts-ab` makes a short alpha-beta
// search instead (LeafSearch).
#pragma once

#include "base/math.h"
#include "base/random.h"
#include "chess/game.h"
#include "chess/position.h"
#include "eval/evaluator.h"
#include "eval/score.h"
#include "search/limits.h"
#include "search/mcts/playout_board.h"

#include <algorithm>
#include <memory>
#include <span>
#include <utility>

namespace rookery::mcts {

// The settings of both Monte-Carlo searchers.
struct Settings {
    int exploration = 1414;  // c of the selection, in thousandths
    int solver = 1;          // proven results are passed up the tree
    int reuse = 1;           // the subtree below the played moves is kept
    // For mcts-ab alone.
    int leaf_depth = 1;      // of the alpha-beta search, before its quiescence search
    int squash = 200;        // the width of the curve from values to win rates
    int priors = 1;          // a shallow search of each move decides its share of the visits
    int prior_weight = 700;  // c of the selection by priors, in thousandths
    int prior_spread = 100;  // a move worth so much less has 1/e of the prior
};

class Simulation {
  public:
    virtual ~Simulation() = default;

    // The win rate, 0 to 1, of the side to move, which has a legal move. Without meaning if the
    // watch has stopped meanwhile.
    [[nodiscard]] virtual double value_of(const Position& position, SearchWatch& watch) = 0;
    // The prior of each move, together 1. Only for simulations that have priors.
    virtual void weigh(const Position&, std::span<const Move>, std::span<float> /*priors*/,
                       SearchWatch&) {}

    // A win rate as a score: the higher the one, the higher the other, and one half is a draw.
    [[nodiscard]] virtual Score score_of(double win_rate) const = 0;

    // Resets it to the state of a new one.
    virtual void new_game() = 0;
};

// Random games with a lone king are not played out: random moves hardly ever mate, so won endgames
// would count as drawn. In random games a lone king has lost against a queen, a rook, bishops of
// both colours or bishop and knight; less than that without a pawn is a draw.

template <class Board>
[[nodiscard]] GameResult result_against_lone_king(const Board& board, Color strong) {
    const GameResult wins = strong == Color::White ? GameResult::WhiteWins : GameResult::BlackWins;
    if (board.pieces(strong, PieceType::Queen) | board.pieces(strong, PieceType::Rook)) return wins;
    const Bitboard bishops = board.pieces(strong, PieceType::Bishop);
    const Bitboard knights = board.pieces(strong, PieceType::Knight);
    if ((bishops & light_squares) && (bishops & dark_squares)) return wins;
    if (bishops != 0 && knights != 0) return wins;
    if (board.pieces(strong, PieceType::Pawn) != 0) return GameResult::Open;
    // Bishops of one colour, or knights, of which three can mate.
    return popcount(knights) > 2 ? GameResult::Open : GameResult::Draw;
}

// Open unless a king is alone and the result is known. Board: a Position or a PlayoutBoard.
template <class Board>
[[nodiscard]] GameResult known_result(const Board& board) {
    if (has_at_most_one(board.pieces(Color::Black)))
        return result_against_lone_king(board, Color::White);
    if (has_at_most_one(board.pieces(Color::White)))
        return result_against_lone_king(board, Color::Black);
    return GameResult::Open;
}

// A random game is a draw after so many plies without a capture or a pawn move.
inline constexpr int quiet_plies_allowed = 50;

struct PlayedOut {
    GameResult result = GameResult::Draw;
    int plies = 0;
};

// Random moves to mate, stalemate, a known result or too many quiet plies.
[[nodiscard]] PlayedOut play_out(const Position& position, Random& random);

class RandomPlayouts final : public Simulation {
  public:
    explicit RandomPlayouts(std::uint64_t seed) : seed_(seed), random_(seed) {}

    [[nodiscard]] double value_of(const Position& position, SearchWatch& watch) override;
    [[nodiscard]] Score score_of(double win_rate) const override;
    void new_game() override { random_ = Random(seed_); }

  private:
    std::uint64_t seed_;
    Random random_;
};

// Converts evaluations to win rates and back: a logistic curve between 5 and 95 percent.
//
// The last five percent on either side are for known endgames, in proportion: their values show the
// way to the mate, and a full logistic curve would make them all the same.
class WinCurve {
  public:
    // So many units of the evaluation change the odds by a factor of e.
    explicit WinCurve(int width) : width_(width) {}

    [[nodiscard]] double rate_of(Score score) const {
        if (score.value() < 0) return 1 - rate_of(-score);
        if (score.is_decided()) return 1;
        const double value = score.value();
        if (score.is_known_endgame())
            return highest +
                   (1 - highest) * std::min(1.0, (value - Score::known_win) / known_range);
        const double logistic = 1 / (1 + natural_exp(-value / width_));
        return 0.5 + (logistic - 0.5) * (highest - 0.5) / 0.5;
    }

    // Never a decided score, even for a rate of 1.
    [[nodiscard]] Score score_of(double rate) const {
        if (rate < 0.5) return -score_of(1 - rate);
        if (rate >= highest)
            return Score(Score::known_win + static_cast<int>((std::min(rate, 1.0) - highest) /
                                                             (1 - highest) * known_range));
        const double logistic = 0.5 + (rate - 0.5) * 0.5 / (highest - 0.5);
        const double value = width_ * natural_log(logistic / (1 - logistic));
        return Score(static_cast<int>(std::min<double>(value, Score::known_win - 1)));
    }

  private:
    static constexpr double highest = 0.95;
    static constexpr double known_range = 5000;  // values of known endgames above known_win

    double width_;
};

// Alpha-beta for a few plies, then quiescence search and the evaluation.
class LeafSearch final : public Simulation {
  public:
    LeafSearch(std::unique_ptr<ErasedEvaluator> evaluator, const Settings& settings)
        : evaluator_(std::move(evaluator)), settings_(settings), curve_(settings.squash) {}

    [[nodiscard]] double value_of(const Position& position, SearchWatch& watch) override;
    // Softmax over the quiescence search after each of the moves.
    void weigh(const Position& position, std::span<const Move> moves, std::span<float> priors,
               SearchWatch& watch) override;
    [[nodiscard]] Score score_of(double win_rate) const override {
        return curve_.score_of(win_rate);
    }
    void new_game() override { evaluator_->clear(); }

    // The value of the position for the side to move.
    [[nodiscard]] Score search(const Position& position, int depth, SearchWatch& watch);

  private:
    struct Window {
        Score alpha;
        Score beta;
        [[nodiscard]] Window reversed() const { return {-beta, -alpha}; }
    };

    [[nodiscard]] Score alpha_beta(const Position& position, Window window, int depth, int ply);
    [[nodiscard]] Score quiescence(const Position& position, Window window, int ply, int deep,
                                   Square last);
    // Checks the clock every so many positions.
    [[nodiscard]] bool is_stopped();

    std::unique_ptr<ErasedEvaluator> evaluator_;
    Settings settings_;
    WinCurve curve_;
    SearchWatch* watch_ = nullptr;
    std::uint64_t positions_ = 0;
};

}  // namespace rookery::mcts
