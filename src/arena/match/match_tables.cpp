#include "arena/match/match_tables.h"

#include "arena/statistics/ratings.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>

namespace rookery::arena {

std::optional<Outcome> outcome_for(std::size_t player, const GameSummary& game) {
    if (game.result == GameResult::Open) return std::nullopt;
    if (game.result == GameResult::Draw) return Outcome::Draw;
    const Color winner = game.result == GameResult::WhiteWins ? Color::White : Color::Black;
    return game.place.players[winner] == player ? Outcome::Win : Outcome::Loss;
}

void Tally::add(const GameSummary& game) {
    pair_completed_ = false;
    ++finished_;
    ++endings_[game.termination];
    if (is_failure(game.termination) && game.result != GameResult::Draw) {
        const Color loser = game.result == GameResult::WhiteWins ? Color::Black : Color::White;
        ++failures_[{game.place.players[loser], game.termination}];
    }
    for (const Color color : both_colors) {
        if (!game.latency[color]) continue;
        LatencySum& latency = latencies_[game.place.players[color]];
        latency.sum += *game.latency[color];
        latency.worst = std::max(latency.worst, *game.latency[color]);
        ++latency.games;
    }
    if (const auto outcome = outcome_for(game.place.players[Color::White], game))
        white_.add(*outcome);
    const bool white = game.place.players[Color::White] == 0;
    if (!white && game.place.players[Color::Black] != 0) return;
    const std::optional<Outcome> outcome = outcome_for(0, game);
    if (!outcome) return;
    games_.add(*outcome);
    by_color_[white ? Color::White : Color::Black].add(*outcome);
    const auto [partner, first] = half_pairs_.try_emplace(game.place.pair, *outcome);
    if (first) return;
    pairs_.add(partner->second, *outcome);
    half_pairs_.erase(partner);
    pair_completed_ = true;
}

std::vector<FailureCount> Tally::failures() const {
    std::vector<FailureCount> list;
    for (const auto& [key, count] : failures_) list.push_back({key.first, key.second, count});
    return list;
}

std::uint64_t Tally::failure_count() const {
    std::uint64_t sum = 0;
    for (const auto& [key, count] : failures_) sum += count;
    return sum;
}

EloEstimate Tally::elo() const {
    return pairs_.total() > 0 ? estimate_elo(pairs_) : estimate_elo(games_);
}

Chart llr_chart(std::string title, const std::vector<ProgressPoint>& progress,
                const SprtSettings& settings) {
    Chart chart;
    chart.title = std::move(title);
    chart.x_label = "games";
    chart.y_label = "log-likelihood ratio";
    ChartSeries series{"LLR", {{0, 0}}};
    for (const ProgressPoint& point : progress)
        series.points.push_back({static_cast<double>(point.games), point.llr});
    chart.series.push_back(std::move(series));
    const SprtBounds bounds = sprt_bounds(settings);
    const char* const unit = settings.model == EloModel::Normalized ? "nElo" : "Elo";
    chart.levels = {{bounds.upper, fmt::format("H1: {} {}", settings.elo1, unit)},
                    {bounds.lower, fmt::format("H0: {} {}", settings.elo0, unit)}};
    return chart;
}

Chart elo_chart(std::string title, const std::vector<ProgressPoint>& progress) {
    Chart chart;
    chart.title = std::move(title);
    chart.x_label = "games";
    chart.y_label = "Elo";
    chart.levels = {{0, ""}};
    ChartSeries series{"Elo", {}};
    ChartBand band{"95 %", {}, 0};
    const std::uint64_t settled = progress.empty() ? 0 : progress.back().games / 10;
    double low = 0;
    double high = 0;
    for (const ProgressPoint& point : progress) {
        const double x = static_cast<double>(point.games);
        series.points.push_back({x, point.elo.value});
        band.slices.push_back({x, point.elo.low, point.elo.high});
        if (point.games < settled) continue;
        for (double y : {point.elo.value, point.elo.low, point.elo.high}) {
            if (!std::isfinite(y)) continue;
            low = std::min(low, y);
            high = std::max(high, y);
        }
    }
    const double air = (high - low) / 20;
    chart.y_low = low - air;
    chart.y_high = high + air;
    chart.series.push_back(std::move(series));
    chart.bands.push_back(std::move(band));
    return chart;
}

namespace {

constexpr std::size_t most_points = 2000;

// Calls visit(counts) after each complete pair, in the order of the pairs' last games.
template <class Visit>
void for_each_pair(const std::vector<GameSummary>& games, Visit visit) {
    Tally tally;
    for (const GameSummary& game : games) {
        tally.add(game);
        if (tally.pair_completed()) visit(tally.pairs());
    }
}

}  // namespace

std::vector<ProgressPoint> progress_of(const std::vector<GameSummary>& games,
                                       const std::optional<SprtSettings>& sprt) {
    const std::size_t step = std::max<std::size_t>(1, games.size() / 2 / most_points);
    std::optional<LikelihoodRatio> ratio;
    if (sprt) ratio.emplace(*sprt);
    std::vector<ProgressPoint> points;
    const auto point_at = [&](const PairCounts& pairs) {
        return ProgressPoint{2 * pairs.total(), estimate_elo(pairs).elo,
                             ratio ? ratio->of(pairs) : 0};
    };
    PairCounts last;
    for_each_pair(games, [&](const PairCounts& pairs) {
        last = pairs;
        if (pairs.total() % step == 0) points.push_back(point_at(pairs));
    });
    if (last.total() % step != 0) points.push_back(point_at(last));
    return points;
}

SprtStatus settled_sprt(const std::vector<GameSummary>& games, const SprtSettings& settings) {
    SprtTest test(settings);
    for_each_pair(games, [&](const PairCounts& pairs) { test.update(pairs); });
    return test.status();
}

std::string chart_of(const std::string& title, const std::vector<GameSummary>& games,
                     const std::optional<SprtSettings>& sprt) {
    const std::vector<ProgressPoint> points = progress_of(games, sprt);
    const Chart elo = elo_chart(title, points);
    if (!sprt) return svg_of(elo);
    const Chart ratio = llr_chart(title, points, *sprt);
    return fmt::format("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" "
                       "viewBox=\"0 0 {0} {1}\">\n{2}<svg y=\"{3}\">\n{4}</svg>\n</svg>\n",
                       std::max(elo.width, ratio.width), elo.height + ratio.height, svg_of(elo),
                       elo.height, svg_of(ratio));
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

}  // namespace rookery::arena
