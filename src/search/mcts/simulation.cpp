#include "search/mcts/simulation.h"

#include "chess/draws.h"
#include "chess/movegen.h"
#include "chess/see.h"
#include "eval/geometry.h"

#include <array>

namespace rookery::mcts {
namespace {

// Makes one move of a side; true if the game is over, and then the result is set.
template <Color us>
bool game_ends(PlayoutBoard& board, Random& random, PlayedOut& played) {
    const Move move = board.random_move<us>(random);
    if (!move) {
        if (board.in_check())
            played.result = us == Color::White ? GameResult::BlackWins : GameResult::WhiteWins;
        return true;
    }
    board.make<us>(move);
    ++played.plies;
    if (board.material_changed()) {
        const GameResult known = known_result(board);
        if (known != GameResult::Open) {
            played.result = known;
            return true;
        }
    }
    return board.quiet_plies() >= quiet_plies_allowed;
}

// In a known win all random games have the same result, which does not show the way to the mate. So
// the value is closer to 1 the nearer the lone king is to the edge and to the other king.
double known_win_value(const Position& position, Color strong) {
    const Square weak_king = position.king(~strong);
    const int out =
        6 - from_edge(file_number(weak_king)) - from_edge(rank_number(weak_king));  // 0 to 6
    const int near = 7 - distance(weak_king, position.king(strong));                // 0 to 5
    return 0.9 + 0.1 * (2 * out + near) / 17.0;
}

// Most valuable victim, least valuable attacker (MVV-LVA) and promotions.
int promise_of(const Position& position, Move move) {
    const PieceType captured = position.captured_by(move);
    int promise = move.is_promotion() ? see_piece_values[move.promoted()] : 0;
    if (captured != PieceType::None)
        promise += 10 * see_piece_values[captured] -
                   static_cast<int>(type_of(position.piece_on(move.from())));
    return promise;
}

// Gives the moves of a list by promise (selection sort).
class ByPromise {
  public:
    ByPromise(const Position& position, MoveList& moves) : moves_(moves) {
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

PlayedOut play_out(const Position& position, Random& random) {
    PlayedOut played;
    const GameResult known = known_result(position);
    if (known != GameResult::Open) {
        played.result = known;
        return played;
    }
    PlayoutBoard board(position);
    if (position.side_to_move() == Color::Black && game_ends<Color::Black>(board, random, played))
        return played;
    while (!game_ends<Color::White>(board, random, played) &&
           !game_ends<Color::Black>(board, random, played)) {
    }
    return played;
}

double RandomPlayouts::value_of(const Position& position, SearchWatch&) {
    const GameResult result = play_out(position, random_).result;
    if (result == GameResult::Draw) return 0.5;
    const Color winner = result == GameResult::WhiteWins ? Color::White : Color::Black;
    const double value =
        known_result(position) == GameResult::Open ? 1 : known_win_value(position, winner);
    return winner == position.side_to_move() ? value : 1 - value;
}

// Random games show which side is better, hardly by how much, so a curve of any width will do. The
// score stays below those of known endgames.
Score RandomPlayouts::score_of(double win_rate) const {
    constexpr int width = 300;
    constexpr int most = Score::known_win - 1;
    const int value = WinCurve(width).score_of(win_rate).value();
    return Score(std::clamp(value, -most, most));
}

bool LeafSearch::is_stopped() {
    constexpr std::uint64_t between_checks = 256;
    if (++positions_ % between_checks == 0) watch_->look();
    return watch_->is_stopped();
}

// `deep` counts the plies of the quiescence search; `last` is the target of the last move.
Score LeafSearch::quiescence(const Position& position, Window window, int ply, int deep,
                             Square last) {
    // With many queens captures do not end, so later plies only recapture, and then none does.
    constexpr int any_capture = 4;
    constexpr int any_move = 10;
    if (is_stopped()) return Score::draw();
    if (is_dead_by_material(position)) return Score::draw();
    // Stand pat: the side to move need not capture, unless it is in check.
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
    ByPromise in_order(position, moves);
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
    ByPromise in_order(position, moves);
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
    // A part is shared evenly, so that no sacrifice is left out for ever.
    constexpr double even_part = 0.2;
    const double even = even_part / static_cast<double>(moves.size());
    for (float& prior : priors) prior = static_cast<float>(even + (1 - even_part) * prior / sum);
}

}  // namespace rookery::mcts
