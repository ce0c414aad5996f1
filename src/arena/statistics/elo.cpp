#include "arena/statistics/elo.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

namespace rookery::arena {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

// Moments of what was observed, each observation being the mean score of one or two games.
struct Moments {
    double observations = 0;
    double mean = 0.5;
    double variance = 0;
    double skewness = 0;
    double kurtosis = 1;
};

Moments moments_of(std::span<const std::uint64_t> counts) {
    Moments moments;
    const double step = 1.0 / static_cast<double>(counts.size() - 1);
    double sum = 0;
    for (std::size_t i = 0; i < counts.size(); ++i) {
        moments.observations += static_cast<double>(counts[i]);
        sum += static_cast<double>(counts[i]) * static_cast<double>(i) * step;
    }
    if (moments.observations == 0) return moments;
    moments.mean = sum / moments.observations;
    double third = 0;
    double fourth = 0;
    for (std::size_t i = 0; i < counts.size(); ++i) {
        const double share = static_cast<double>(counts[i]) / moments.observations;
        const double off = static_cast<double>(i) * step - moments.mean;
        moments.variance += share * off * off;
        third += share * off * off * off;
        fourth += share * off * off * off * off;
    }
    // One bin only: the mean may be off by a rounding, and the variance with it.
    if (std::ranges::count_if(counts, [](std::uint64_t n) { return n > 0; }) == 1)
        moments.variance = 0;
    if (moments.variance > 0) {
        const double deviation = std::sqrt(moments.variance);
        moments.skewness = third / (moments.variance * deviation);
        moments.kurtosis = fourth / (moments.variance * moments.variance);
    }
    return moments;
}

// n observations, all alike. Such a run has a chance of at least 5 % only if the bin has a
// probability of at least 0.05^(1/n); at worst all the rest lies at one end of the scale.
Bounded score_of_a_run(const Moments& moments) {
    const double sure = std::pow(0.05, 1 / moments.observations);
    return {moments.mean, sure * moments.mean, sure * moments.mean + (1 - sure)};
}

Bounded score_bounds(const Moments& moments) {
    if (moments.observations == 0) return {0.5, 0, 1};
    if (moments.variance == 0) return score_of_a_run(moments);
    const double error = deviations_95 * std::sqrt(moments.variance / moments.observations);
    return {moments.mean, std::max(0.0, moments.mean - error), std::min(1.0, moments.mean + error)};
}

// t = (mean - ½) / deviation is estimated with variance (1 - t·skewness + t²(kurtosis - 1)/4) / n:
// the delta method on mean and variance. Close to even that is 1/n whatever the results.
Bounded normalized_bounds(const Moments& moments, double games_each) {
    if (moments.observations == 0 || moments.variance == 0) {
        const double off = moments.mean - 0.5;
        return {off == 0 ? 0 : std::copysign(infinity, off), -infinity, infinity};
    }
    const double t = (moments.mean - 0.5) / std::sqrt(moments.variance);
    const double spread =
        std::max(0.0, 1 - t * moments.skewness + t * t * (moments.kurtosis - 1) / 4);
    const double error = deviations_95 * std::sqrt(spread / moments.observations);
    // The mean of two games deviates less than one game, by the root of two.
    const double scale = normalized_elo_scale / std::sqrt(games_each);
    return {t * scale, (t - error) * scale, (t + error) * scale};
}

double superiority_of(const Moments& moments) {
    const double off = moments.mean - 0.5;
    if (moments.observations == 0 || off == 0) return 0.5;
    if (moments.variance == 0) {
        // All alike: the chance that a coin with evenly distributed bias favours the side it has
        // always shown.
        const double doubt = std::exp2(-(moments.observations + 1));
        return off > 0 ? 1 - doubt : doubt;
    }
    return normal_below(off / std::sqrt(moments.variance / moments.observations));
}

EloEstimate estimate(std::span<const std::uint64_t> counts, double games_each,
                     const GameCounts& games) {
    const Moments moments = moments_of(counts);
    EloEstimate result;
    result.games = games.total();
    result.score = score_bounds(moments);
    result.elo = {elo_of_score(result.score.value), elo_of_score(result.score.low),
                  elo_of_score(result.score.high)};
    result.normalized = normalized_bounds(moments, games_each);
    result.superiority = superiority_of(moments);
    if (result.games > 0)
        result.draw_ratio = static_cast<double>(games.draws) / static_cast<double>(result.games);
    return result;
}

}  // namespace

double elo_of_score(double score) {
    if (score <= 0) return -infinity;
    if (score >= 1) return infinity;
    return 400 * std::log10(score / (1 - score));
}

double score_of_elo(double elo) { return 1 / (1 + std::pow(10.0, -elo / 400)); }

double Bounded::error() const {
    return std::isinf(low) || std::isinf(high) ? infinity : (high - low) / 2;
}

EloEstimate estimate_elo(const PairCounts& pairs) {
    EloEstimate result = estimate(pairs.pairs, 2, pairs.games());
    const std::uint64_t won = pairs.pairs[3] + pairs.pairs[4];
    const std::uint64_t lost = pairs.pairs[0] + pairs.pairs[1];
    if (lost > 0)
        result.pair_ratio = static_cast<double>(won) / static_cast<double>(lost);
    else if (won > 0)
        result.pair_ratio = infinity;
    return result;
}

EloEstimate estimate_elo(const GameCounts& games) {
    const std::array<std::uint64_t, 3> counts = {games.losses, games.draws, games.wins};
    return estimate(counts, 1, games);
}

std::string elo_text(double elo) {
    // Not "-0.0".
    if (std::abs(elo) < 0.05) elo = 0;
    return fmt::format("{:+.1f}", elo);
}

std::string elo_text(const Bounded& elo) {
    if (std::isinf(elo.low) && std::isinf(elo.high)) return "-";
    if (std::isinf(elo.error()))
        return fmt::format("{} [{}, {}]", elo_text(elo.value), elo_text(elo.low),
                           elo_text(elo.high));
    return fmt::format("{} ± {:.1f}", elo_text(elo.value), elo.error());
}

std::string describe(const EloEstimate& estimate) {
    if (estimate.games == 0) return "no games";
    std::string text = fmt::format("Elo {}, nElo {}, LOS {:.1f} %, draws {:.1f} %",
                                   elo_text(estimate.elo), elo_text(estimate.normalized),
                                   100 * estimate.superiority, 100 * estimate.draw_ratio);
    if (estimate.pair_ratio)
        text += std::isinf(*estimate.pair_ratio)
                    ? ", no pair lost"
                    : fmt::format(", pairs ratio {:.2f}", *estimate.pair_ratio);
    return text;
}

}  // namespace rookery::arena
