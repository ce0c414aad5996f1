#include "search/mcts/leaf_search.h"

#include "chess/draws.h"
#include "chess/movegen.h"
#include "chess/see.h"

#include <array>

namespace rookery::mcts {
namespace {

// Captures of much by little first, for a good move found early saves the others.
int promise_of(const Position& position, Move move) {
    const PieceType captured = position.captured_by(move);
    int promise = move.is_promotion() ? see_piece_values[move.promoted()] : 0;
    if (captured != PieceType::None)
        promise += 10 * see_piece_values[captured] -
                   static_cast<int>(type_of(position.piece_on(move.from())));
    return promise;
}

// The moves of a list, the most promising of those left at a time.
class InOrder {
  public:
    InOrder(const Position& position, MoveList& moves) : moves_(moves) {
        for (std::size_t i = 0; i < moves.size(); ++i)
            promises_[i] = promise_of(position, moves[i]);
    }
    // Empty when there are no more.
    [[nodiscard]] Move next() {
        if (next_ == moves_.size()) return Move::none();
        std::size_t best = next_;
        for (std::size_t i = next_ + 1; i < moves_.size(); ++i)
            if (promises_[i] > promises_[best]) best = i;
        std::swap(moves_[next_], moves_[best]);
        std::swap(promises_[next_], promises_[best]);
        return moves_[next_++];
    }

  private:
    MoveList& moves_;
    std::array<int, max_moves> promises_;
    std::size_t next_ = 0;
};

}  // namespace

bool LeafSearch::is_stopped() {
    constexpr std::uint64_t between_looks = 256;
    if (++positions_ % between_looks == 0) watch_->look();
    return watch_->is_stopped();
}

// `deep` counts the plies since it began, of which the last move ended on `last`.
Score LeafSearch::quiescence(const Position& position, Window window, int ply, int deep,
                             Square last) {
    // With many queens there is no end of captures: soon only retaking counts, then nothing.
    constexpr int any_capture = 4;
    constexpr int any_move = 10;
    if (is_stopped()) return Score::draw();
    if (is_dead_by_material(position)) return Score::draw();
    // Nobody need capture: the position as it stands is a choice too, unless the king is in check.
    const bool must_move = position.in_check() && deep < any_move;
    Score best = Score::mated_in(ply);
    MoveList moves;
    if (must_move) {
        append_moves(position, moves);
    } else {
        best = evaluator_->evaluate(position);
        if (best >= window.beta || deep >= any_move) return best;
        window.alpha = std::max(window.alpha, best);
        append_moves<MoveSet::Captures>(position, moves);
    }
    InOrder in_order(position, moves);
    while (const Move move = in_order.next()) {
        if (!must_move && deep >= any_capture && move.to() != last) continue;
        if (!must_move && !see_ge(position, move, 0)) continue;
        const Score score =
            -quiescence(position.after(move), window.reversed(), ply + 1, deep + 1, move.to());
        best = std::max(best, score);
        window.alpha = std::max(window.alpha, best);
        if (best >= window.beta) break;
    }
    return best;
}

Score LeafSearch::alpha_beta(const Position& position, Window window, int depth, int ply) {
    if (depth <= 0) return quiescence(position, window, ply, 0, Square::None);
    if (is_stopped()) return Score::draw();
    if (is_dead(position)) return Score::draw();
    MoveList moves = legal_moves(position);
    if (moves.empty()) return position.in_check() ? Score::mated_in(ply) : Score::draw();
    Score best = -Score::infinite();
    InOrder in_order(position, moves);
    while (const Move move = in_order.next()) {
        const Score score =
            -alpha_beta(position.after(move), window.reversed(), depth - 1, ply + 1);
        best = std::max(best, score);
        window.alpha = std::max(window.alpha, best);
        if (best >= window.beta) break;
    }
    return best;
}

Score LeafSearch::search(const Position& position, int depth, SearchWatch& watch) {
    watch_ = &watch;
    return alpha_beta(position, {-Score::infinite(), Score::infinite()}, depth, 0);
}

double LeafSearch::value_of(const Position& position, SearchWatch& watch) {
    return curve_.rate_of(search(position, settings_.leaf_depth, watch));
}

void LeafSearch::weigh(const Position& position, std::span<const Move> moves,
                       std::span<float> priors, SearchWatch& watch) {
    std::array<int, max_moves> values;
    int best = -Score::mate_value;
    for (std::size_t i = 0; i < moves.size(); ++i) {
        values[i] = -search(position.after(moves[i]), 0, watch).value();
        best = std::max(best, values[i]);
    }
    double sum = 0;
    for (std::size_t i = 0; i < moves.size(); ++i) {
        const double weight =
            natural_exp(static_cast<double>(values[i] - best) / settings_.prior_spread);
        priors[i] = static_cast<float>(weight);
        sum += weight;
    }
    // A part is even, so that no sacrifice is left out for good.
    constexpr double even_part = 0.2;
    const double even = even_part / static_cast<double>(moves.size());
    for (float& prior : priors) prior = static_cast<float>(even + (1 - even_part) * prior / sum);
}

}  // namespace rookery::mcts
