#include "arena/match/match_tables.h"

#include "arena/match/tally.h"
#include "arena/statistics/ratings.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>

namespace rookery::arena {

Result<TournamentTables, std::string> tournament_tables(std::size_t players,
                                                        const std::vector<GameSummary>& games,
                                                        const RatingSettings& settings) {
    CrossTable cross(players, games);
    auto ratings = rate_players(players, cross.meetings(), rating_options_of(settings));
    if (!ratings) return failure(ratings.error());
    return TournamentTables{settings, std::move(*ratings), std::move(cross),
                            simple_ratings(players, games, settings)};
}

Result<MatchTables, std::string> match_tables(const Store& store, const MatchInfo& info,
                                              const MatchSettings& settings,
                                              const std::vector<GameSummary>& games,
                                              bool by_opening) {
    MatchTables tables;
    if (info.setup.kind == MatchKind::Tournament) {
        auto made = tournament_tables(info.setup.players.size(), games, settings.ratings);
        if (!made) return failure(made.error());
        tables.tournament = std::move(*made);
    }
    if (!by_opening) return tables;
    tables.openings = results_by_opening(games);
    if (const auto problem = name_openings(*tables.openings, store, info.id, settings.openings))
        tables.notes.push_back(fmt::format("names of openings are missing: {}", *problem));
    return tables;
}

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

namespace {

Opening opening_of(const GameRecord& record) {
    Opening opening;
    opening.start = record.start;
    opening.chess960 = record.chess960;
    const std::size_t plies = std::min(record.opening_plies, record.moves.size());
    for (std::size_t ply = 0; ply < plies; ++ply) opening.moves.push_back(record.moves[ply].move);
    return opening;
}

}  // namespace

std::optional<std::string> name_openings(std::vector<OpeningResult>& openings, const Store& store,
                                         MatchId match, const OpeningSettings& settings) {
    std::optional<std::string> problem;
    std::optional<OpeningBook> book;
    if (!settings.file.empty()) {
        auto loaded = load_book(settings);
        if (loaded)
            book = std::move(*loaded);
        else
            problem = loaded.error();
    }
    for (OpeningResult& opening : openings) {
        if (book && opening.index && *opening.index < book->size())
            if (const auto found = book->at(*opening.index)) opening.name = found->name;
        if (!opening.name.empty()) continue;
        // The stored game is decisive, for the file may have changed.
        const auto game = store.load_game(match, opening.example);
        if (game)
            opening.name = text_of(opening_of(game->record));
        else if (!problem)
            problem = game.error().what;
    }
    return problem;
}

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
    // A player without any points gets no first rating.
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
