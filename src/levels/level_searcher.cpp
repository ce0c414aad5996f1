#include "levels/level_searcher.h"

#include "chess/see.h"

#include <algorithm>
#include <utility>

namespace rookery {
namespace {

// Less than a minor piece, more than the two pawns that may be given for something.
constexpr int worth_a_piece = 250;

int captured_value(const Position& position, Move move) {
    int value = position.is_capture(move) ? see_piece_values[position.captured_by(move)] : 0;
    if (move.is_promotion())
        value += see_piece_values[move.promoted()] - see_piece_values[PieceType::Pawn];
    return value;
}

// After the move one capture wins a piece more than the move itself has won.
bool hangs_a_piece(const Position& position, Move move) {
    const int lost = worth_a_piece + std::max(0, captured_value(position, move));
    const Position next = position.after(move);
    return std::ranges::any_of(legal_moves(next), [&](Move reply) {
        return next.is_capture(reply) && see_ge(next, reply, lost);
    });
}

// A piece can be taken where the opponent has just captured one.
bool can_recapture(const Root& root, const MoveList& moves) {
    const Move last = root.last_moves.front();
    if (!last) return false;
    return std::ranges::any_of(moves, [&](Move move) {
        return move.to() == last.to() && root.position.is_capture(move) &&
               see_ge(root.position, move, worth_a_piece);
    });
}

bool is_mate(const Position& position) { return position.in_check() && !has_legal_move(position); }

class LevelSearcher final : public Searcher {
  public:
    LevelSearcher(std::unique_ptr<Searcher> searcher, const Strength& strength)
        : searcher_(std::move(searcher)), strength_(strength) {}

    void new_game() override { searcher_->new_game(); }
    void resize(const Resources& resources) override { searcher_->resize(resources); }

    SearchResult search(const Root& root, const Limits& limits, std::stop_token stop,
                        SearchListener& listener) override {
        Limits fewer = limits;
        if (strength_.nodes > 0)
            fewer.nodes = std::min(limits.nodes.value_or(strength_.nodes), strength_.nodes);
        if (!strength_.careful || limits.multi_pv > 1)
            return searcher_->search(root, fewer, std::move(stop), listener);
        const MoveList wanted = wanted_moves(root.position, limits);
        const MoveList careful = careful_moves(root, wanted);
        if (careful.size() < wanted.size())
            fewer.search_moves.assign(careful.begin(), careful.end());
        return searcher_->search(root, fewer, std::move(stop), listener);
    }

  private:
    std::unique_ptr<Searcher> searcher_;
    Strength strength_;
};

}  // namespace

std::unique_ptr<Searcher> with_limits(std::unique_ptr<Searcher> searcher,
                                      const Strength& strength) {
    if (strength.is_full()) return searcher;
    return std::make_unique<LevelSearcher>(std::move(searcher), strength);
}

MoveList careful_moves(const Root& root, const MoveList& moves) {
    const bool recaptures = can_recapture(root, moves);
    MoveList careful;
    for (const Move move : moves) {
        if (hangs_a_piece(root.position, move)) continue;
        // Another capture of a piece, or a mate, is as good as a recapture.
        const bool is_enough =
            (root.position.is_capture(move) && see_ge(root.position, move, worth_a_piece)) ||
            is_mate(root.position.after(move));
        if (recaptures && !is_enough) continue;
        careful.push_back(move);
    }
    return careful.empty() ? moves : careful;
}

}  // namespace rookery
