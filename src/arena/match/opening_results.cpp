#include "arena/match/opening_results.h"

#include "arena/match/tally.h"

#include <algorithm>
#include <map>

namespace rookery::arena {
namespace {

// How far from even, in half points; among openings of as many games that compares them.
std::uint64_t unevenness(const GameCounts& games) {
    const std::uint64_t points = games.half_points();
    return points > games.total() ? points - games.total() : games.total() - points;
}

}  // namespace

std::size_t opening_key(const GameSummary& game) { return game.opening.value_or(game.place.round); }

double OpeningResult::white_score() const {
    return white.total() == 0 ? 0.5 : white.points() / static_cast<double>(white.total());
}

std::optional<GameResult> OpeningResult::always() const {
    const std::uint64_t total = white.total();
    if (total < 2) return std::nullopt;
    if (white.wins == total) return GameResult::WhiteWins;
    if (white.draws == total) return GameResult::Draw;
    if (white.losses == total) return GameResult::BlackWins;
    return std::nullopt;
}

std::vector<OpeningResult> results_by_opening(const std::vector<GameSummary>& games) {
    std::map<std::size_t, OpeningResult> openings;
    std::map<std::size_t, Outcome> half_pairs;  // the one game that is there, by pair
    for (const GameSummary& game : games) {
        const auto white = outcome_for(game.place.players[Color::White], game);
        if (!white) continue;
        const auto [found, is_new] = openings.try_emplace(opening_key(game));
        OpeningResult& opening = found->second;
        if (is_new) {
            opening.index = game.opening;
            opening.example = game.place.number;
        }
        opening.white.add(*white);
        if (game.place.players[Color::White] != 0 && game.place.players[Color::Black] != 0)
            continue;
        const Outcome first = *outcome_for(0, game);
        opening.first.add(first);
        const auto [partner, alone] = half_pairs.try_emplace(game.place.pair, first);
        if (alone) continue;
        opening.pairs.add(partner->second, first);
        half_pairs.erase(partner);
    }
    std::vector<OpeningResult> list;
    list.reserve(openings.size());
    for (auto& [key, opening] : openings) list.push_back(std::move(opening));
    std::ranges::stable_sort(list, [](const OpeningResult& one, const OpeningResult& other) {
        if (one.white.total() != other.white.total())
            return one.white.total() > other.white.total();
        return unevenness(one.white) > unevenness(other.white);
    });
    return list;
}

}  // namespace rookery::arena
