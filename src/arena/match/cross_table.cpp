#include "arena/match/cross_table.h"

#include "arena/match/tally.h"

namespace rookery::arena {

CrossTable::CrossTable(std::size_t players, const std::vector<GameSummary>& games)
    : players_(players), cells_(players * players), by_color_(players, ByColor<GameCounts>{}) {
    for (const GameSummary& game : games) add(game);
}

void CrossTable::add(const GameSummary& game) {
    const std::size_t white = game.place.players[Color::White];
    const std::size_t black = game.place.players[Color::Black];
    const auto outcome = outcome_for(white, game);
    if (!outcome || white >= players_ || black >= players_) return;
    cells_[white * players_ + black].add(*outcome);
    cells_[black * players_ + white].add(mirrored(*outcome));
    by_color_[white][Color::White].add(*outcome);
    by_color_[black][Color::Black].add(mirrored(*outcome));
}

GameCounts CrossTable::total(std::size_t player) const {
    GameCounts sum;
    for (Color color : both_colors) sum += by_color_[player][color];
    return sum;
}

std::vector<Meeting> CrossTable::meetings() const {
    std::vector<Meeting> list;
    for (std::size_t one = 0; one < players_; ++one)
        for (std::size_t other = one + 1; other < players_; ++other)
            if (between(one, other).total() > 0) list.push_back({one, other, between(one, other)});
    return list;
}

}  // namespace rookery::arena
