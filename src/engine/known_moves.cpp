#include "engine/known_moves.h"

#include "chess/draws.h"

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <span>
#include <utility>

namespace rookery {
namespace {

bool has_repeated(const Root& root) {
    const int reversible = root.position.halfmove_clock();
    for (std::size_t count = root.keys.size(); count > 0; --count)
        if (earlier_occurrences(std::span(root.keys).first(count), reversible) > 0) return true;
    return false;
}

bool has_distance(const TableMove& move) {
    return move.after.wdl == Wdl::Draw || move.dtz != 0 || move.after.mate_plies;
}

}  // namespace

KnownMoves::KnownMoves(const Root& root, const TableProbing& probing)
    : fifty_moves_(probing.fifty_moves) {
    if (probing.tables == nullptr ||
        popcount(root.position.occupied()) >
            std::min(probing.most_pieces, probing.tables->most_pieces()))
        return;
    moves_ = probing.tables->rank_moves(root.position, {has_repeated(root), fifty_moves_});
}

void KnownMoves::keep_best(Limits& limits) const {
    if (moves_.empty()) return;
    const auto is_wanted = [&limits](Move move) {
        return limits.search_moves.empty() ||
               std::ranges::find(limits.search_moves, move) != limits.search_moves.end();
    };
    std::vector<Move> kept;
    std::optional<int> rank;
    bool has_distances = true;
    for (const TableMove& one : moves_) {
        if (!is_wanted(one.move)) continue;
        if (rank != one.rank && kept.size() >= static_cast<std::size_t>(limits.multi_pv)) break;
        rank = one.rank;
        kept.push_back(one.move);
        has_distances &= has_distance(one);
    }
    limits.search_moves = std::move(kept);
    if (has_distances) limits.tables.tables = nullptr;
}

Score KnownMoves::score(Score found, Move first) const {
    const auto known = std::ranges::find(moves_, first, &TableMove::move);
    if (known == moves_.end()) return found;
    const int wdl = static_cast<int>(known->after.wdl);
    if (std::abs(wdl) < (fifty_moves_ ? 2 : 1)) return Score(wdl);
    const bool wins = wdl > 0;
    if (const auto mate = known->after.mate_plies)
        return wins ? Score::mate_in(*mate) : Score::mated_in(*mate);
    if (found.is_mate() && (found.value() > 0) == wins) return found;
    return wins ? Score::win_in(std::abs(known->dtz)) : Score::loss_in(std::abs(known->dtz));
}

}  // namespace rookery
