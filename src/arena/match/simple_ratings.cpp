#include "arena/match/simple_ratings.h"

#include "arena/match/tally.h"
#include "arena/statistics/fide.h"

#include <array>

namespace rookery::arena {
namespace {

// FIDE publishes nothing that rests on fewer games.
constexpr std::uint64_t games_for_a_first_rating = 5;

double score_of(Outcome outcome) { return static_cast<double>(outcome) / 2; }

void update(std::vector<SimpleRating>& ratings, std::size_t white, std::size_t black,
            Outcome outcome, double k) {
    // Both from before the game.
    const double one = ratings[white].updated;
    const double other = ratings[black].updated;
    ratings[white].updated = updated_rating(one, other, score_of(outcome), k);
    ratings[black].updated = updated_rating(other, one, score_of(mirrored(outcome)), k);
}

void perform(SimpleRating& rating, double sum_of_opponents) {
    const GameCounts& games = rating.rated_games;
    if (games.total() == 0) return;
    const PlayedScore score{static_cast<std::uint32_t>(games.half_points()),
                            static_cast<std::uint32_t>(games.total())};
    const double mean = sum_of_opponents / static_cast<double>(games.total());
    rating.opponents = mean;
    rating.performance = performance_rating(mean, score);
    rating.fide_performance = fide_performance_rating(mean, score);
    // Who has not scored is not rated.
    if (!rating.known && games.total() >= games_for_a_first_rating && score.half_points > 0)
        rating.fide_initial = fide_initial_rating(std::array{mean}, score);
}

}  // namespace

std::vector<SimpleRating> simple_ratings(std::size_t players, const std::vector<GameSummary>& games,
                                         const RatingSettings& settings) {
    std::vector<SimpleRating> ratings(players);
    std::vector<double> sums(players);
    for (std::size_t i = 0; i < players; ++i) {
        ratings[i].known = settings.known_of(i);
        ratings[i].updated = ratings[i].known.value_or(settings.start);
    }
    const auto meet = [&](std::size_t player, std::size_t opponent, Outcome outcome) {
        if (!ratings[opponent].known) return;
        ratings[player].rated_games.add(outcome);
        sums[player] += *ratings[opponent].known;
    };
    for (const GameSummary& game : games) {
        const std::size_t white = game.place.players[Color::White];
        const std::size_t black = game.place.players[Color::Black];
        const auto outcome = outcome_for(white, game);
        if (!outcome || white >= players || black >= players) continue;
        meet(white, black, *outcome);
        meet(black, white, mirrored(*outcome));
        update(ratings, white, black, *outcome, settings.k);
    }
    for (std::size_t i = 0; i < players; ++i) perform(ratings[i], sums[i]);
    return ratings;
}

}  // namespace rookery::arena
