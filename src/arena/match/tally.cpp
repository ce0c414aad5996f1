#include "arena/match/tally.h"

#include <fmt/format.h>

#include <algorithm>

namespace rookery::arena {
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

}  // namespace rookery::arena
