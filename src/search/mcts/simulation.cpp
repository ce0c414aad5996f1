#include "search/mcts/simulation.h"

#include "eval/geometry.h"
#include "search/mcts/leaf_search.h"

#include <algorithm>

namespace rookery::mcts {
namespace {

// One move of a side; true if the game is over, and then the result is set.
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

// Where a leaf is a known win already, all random games would say the same and none would show the
// way: the further out the lone king and the nearer the other, the closer to 1.
double known_win_value(const Position& position, Color strong) {
    const Square weak_king = position.king(~strong);
    const int out =
        6 - from_edge(file_number(weak_king)) - from_edge(rank_number(weak_king));  // 0 to 6
    const int near = 7 - distance(weak_king, position.king(strong));                // 0 to 5
    return 0.9 + 0.1 * (2 * out + near) / 17.0;
}

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

// Random games say who stands better, hardly by how much: a curve of any width will do. Only a
// known ending may look like one, and random games know none.
Score RandomPlayouts::score_of(double win_rate) const {
    constexpr int width = 300;
    constexpr int most = Score::known_win - 1;
    const int value = WinCurve(width).score_of(win_rate).value();
    return Score(std::clamp(value, -most, most));
}

}  // namespace rookery::mcts
