#include "eval/nnue/nnue_evaluator.h"

#include "base/containers.h"
#include "eval/classical/endgames.h"
#include "eval/nnue/network_file.h"

#include <algorithm>

namespace rookery {

using namespace nnue;

namespace {

// A value of the network must not look like a known endgame.
constexpr int most = Score::known_win - 1;

std::optional<Score> known_score(const Position& position) {
    if (!classical::may_be_known_endgame(position)) return std::nullopt;
    const auto ending = classical::known_endgame(position);
    if (!ending) return std::nullopt;
    return Score(position.side_to_move() == Color::White ? ending->value : -ending->value);
}

// One for each piece that may be on a board.
using Rows = InlineVector<const Neurons*, 64>;

// Changes several rows at a time, so that the accumulator is read and written less often.
void change_all(Neurons& neurons, const Rows& gained, const Rows& lost) {
    std::size_t gains = gained.size(), losses = lost.size();
    const auto gain = [&] { return gained[--gains]; };
    const auto loss = [&] { return lost[--losses]; };
    while (gains >= 2 && losses >= 2)
        change<2, 2>(neurons, neurons, {gain(), gain()}, {loss(), loss()});
    while (gains >= 4) change<4, 0>(neurons, neurons, {gain(), gain(), gain(), gain()}, {});
    while (losses >= 4) change<0, 4>(neurons, neurons, {}, {loss(), loss(), loss(), loss()});
    while (gains > 0) change<1, 0>(neurons, neurons, {gain()}, {});
    while (losses > 0) change<0, 1>(neurons, neurons, {}, {loss()});
}

}  // namespace

NnueEvaluator::NnueEvaluator() : NnueEvaluator(default_net()) {}

NnueEvaluator::NnueEvaluator(std::shared_ptr<const Network> network)
    : network_(std::move(network)) {
    plies_.resize(128);
    for (const Color side : both_colors)
        for (RefreshEntry& one : refresh_table_[side]) one.neurons = network_->biases;
}

Score NnueEvaluator::evaluate(const Position& position) {
    if (const auto known = known_score(position)) return *known;
    const Color us = position.side_to_move();
    return score(position, refreshed(position, View::of(us, position.king(us))),
                 refreshed(position, View::of(~us, position.king(~us))));
}

Score NnueEvaluator::evaluate_pushed(const Position& position) {
    if (const auto known = known_score(position)) return *known;
    const Color us = position.side_to_move();
    return score(position, pushed(position, us), pushed(position, ~us));
}

Score NnueEvaluator::score(const Position& position, const Neurons& us, const Neurons& them) const {
    const int value = output(*network_, us, them, bucket_of(popcount(position.occupied())));
    return Score(std::clamp(value, -most, most));
}

const Neurons& NnueEvaluator::refreshed(const Position& position, View view) {
    RefreshEntry& known = refresh_table_[view.side][view.is_mirrored ? 1 : 0];
    Rows gained, lost;
    for (const PieceType type : all_piece_types) {
        for (const Color color : both_colors) {
            const Piece piece = make_piece(color, type);
            const Bitboard now = position.pieces(color, type);
            Bitboard& then = known.pieces[piece];
            for (const Square square : squares(now & ~then))
                gained.push_back(&row(view, piece, square));
            for (const Square square : squares(then & ~now))
                lost.push_back(&row(view, piece, square));
            then = now;
        }
    }
    change_all(known.neurons, gained, lost);
    return known.neurons;
}

// Updates from the last ply with a computed accumulator, unless the view was another one there.
const Neurons& NnueEvaluator::pushed(const Position& position, Color side) {
    const View view = View::of(side, position.king(side));
    std::size_t known = top_;
    while (known > 0 && !plies_[known].is_computed[side]) --known;
    Ply& top = plies_[top_];
    if (!plies_[known].is_computed[side] || plies_[known].views[side] != view) {
        top.neurons[side] = refreshed(position, view);
        top.views[side] = view;
        top.is_computed[side] = true;
    }
    for (; known < top_ && !top.is_computed[side]; ++known)
        update(plies_[known], plies_[known + 1], side);
    return top.neurons[side];
}

void NnueEvaluator::update(const Ply& before, Ply& after, Color side) {
    const View view = before.views[side];
    const Changes& changes = after.changes;
    const auto gained = [&](std::size_t i) {
        return &row(view, changes.added_[i].piece, changes.added_[i].square);
    };
    const auto lost = [&](std::size_t i) {
        return &row(view, changes.removed_[i].piece, changes.removed_[i].square);
    };
    const Neurons& from = before.neurons[side];
    Neurons& to = after.neurons[side];
    if (changes.gains_ == 0)
        to = from;  // a null move
    else if (changes.gains_ == 2)
        change<2, 2>(to, from, {gained(0), gained(1)}, {lost(0), lost(1)});
    else if (changes.losses_ == 2)
        change<1, 2>(to, from, {gained(0)}, {lost(0), lost(1)});
    else
        change<1, 1>(to, from, {gained(0)}, {lost(0)});
    after.views[side] = view;
    after.is_computed[side] = true;
}

}  // namespace rookery
