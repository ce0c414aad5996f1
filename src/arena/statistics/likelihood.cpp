#include "arena/statistics/likelihood.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstdlib>
#include <span>

namespace rookery::arena {

namespace {

Sample make_sample(std::span<const std::uint64_t> counts, double games_each) {
    Sample sample;
    sample.size = counts.size();
    sample.games_each = games_each;
    const double step = 1.0 / static_cast<double>(counts.size() - 1);
    for (std::size_t i = 0; i < counts.size(); ++i) {
        sample.scores[i] = static_cast<double>(i) * step;
        sample.counts[i] = counts[i] > 0 ? static_cast<double>(counts[i]) : unseen_count;
        sample.total += sample.counts[i];
    }
    return sample;
}

// The m with Σ counts·x / (1 + m·x) = 0 and all 1 + m·x positive; x must take both signs. The sum
// falls strictly from +∞ to -∞ between its poles, so there is exactly one. Newton's steps, halved
// intervals where they would leave the bracket.
//
// Where the search stops matters little: Σ counts·log(1 + m·x) is stationary in m at the solution,
// so that an error e in m is an error of the order of e² in the likelihood.
//
// Places beyond the size of the sample have no count and no x: they add nothing, and a loop of
// fixed length is what compilers like.
double find_multiplier(const Sample& sample, const std::array<double, 5>& x, double guess) {
    double lowest = x[0];
    double highest = x[0];
    for (std::size_t i = 1; i < x.size(); ++i) {
        lowest = std::min(lowest, x[i]);
        highest = std::max(highest, x[i]);
    }
    assert(lowest < 0 && highest > 0);
    const double left_pole = -1 / highest;
    const double right_pole = -1 / lowest;
    double left = left_pole;
    double right = right_pole;
    double m = guess > left && guess < right ? guess : 0;
    for (int round = 0; round < 200; ++round) {
        double sum = 0;
        double slope = 0;
        for (std::size_t i = 0; i < x.size(); ++i) {
            const double part = x[i] / (1 + m * x[i]);
            sum += sample.counts[i] * part;
            slope += sample.counts[i] * part * part;
        }
        (sum > 0 ? left : right) = m;
        double next = m + sum / slope;
        const double room = std::min(m - left_pole, right_pole - m);
        if (std::abs(next - m) <= 1e-6 * room) return next;
        if (!(next > left && next < right)) next = (left + right) / 2;
        if (next == m) return m;
        m = next;
    }
    return m;
}

Fit fit_linear(const Sample& sample, const std::array<double, 5>& x, double guess) {
    Fit fit;
    fit.multiplier = find_multiplier(sample, x, guess);
    for (std::size_t i = 0; i < sample.size; ++i) fit.ratios[i] = 1 + fit.multiplier * x[i];
    return fit;
}

}  // namespace

Sample sample_of(const PairCounts& pairs) { return make_sample(pairs.pairs, 2); }

Sample sample_of(const GameCounts& games) {
    return make_sample(std::array<std::uint64_t, 3>{games.losses, games.draws, games.wins}, 1);
}

Fit fit_mean(const Sample& sample, double mean, const Fit& guess) {
    assert(mean > 0 && mean < 1);
    std::array<double, 5> x{};
    for (std::size_t i = 0; i < sample.size; ++i) x[i] = sample.scores[i] - mean;
    return fit_linear(sample, x, guess.multiplier);
}

// With d = score - ½ and r² = E d² the condition (mean - ½)/deviation = t reads E d = c·r, where c
// = t/√(1 + t²). It is not linear in the probabilities, but its tangent at a distribution with
// radius r is: E x = 0 with x = d - (c/2)(d²/r + r). So r is guessed, the fit under E x = 0 is
// found, and r corrected until the fit has the radius it was made for.
//
// Below the first bracket no x is positive; just above it all weight is on one result, whose |d| is
// larger than r. At r = ½ no distribution reaches r. In between lies the solution, and taking the
// fit's own radius as the next guess gets there fast; halving is for the stubborn cases.
Fit fit_t_value(const Sample& sample, double t, const Fit& guess) {
    if (t == 0) return fit_mean(sample, 0.5, guess);
    assert(std::abs(t) <= max_t_value);
    const double towards = t < 0 ? -1 : 1;
    const double cosine = 1 / std::sqrt(1 + t * t);
    const double c = std::abs(t) * cosine;
    const double step = sample.scores[1] - sample.scores[0];
    const double smallest = sample.size % 2 == 1 ? step : step / 2;

    std::array<double, 5> d{};
    double square = 0;
    for (std::size_t i = 0; i < sample.size; ++i) {
        d[i] = towards * (sample.scores[i] - 0.5);
        square += sample.counts[i] * d[i] * d[i];
    }
    double low = smallest * c / (1 + cosine);
    double high = 0.5;
    double r = guess.radius > 0 ? guess.radius : std::sqrt(square / sample.total);
    if (!(r > low && r < high)) r = (low + high) / 2;

    Fit fit = guess;
    for (int round = 0; round < 100; ++round) {
        std::array<double, 5> x{};
        for (std::size_t i = 0; i < sample.size; ++i) x[i] = d[i] - c / 2 * (d[i] * d[i] / r + r);
        fit = fit_linear(sample, x, fit.multiplier);
        fit.radius = r;
        double fitted = 0;
        for (std::size_t i = 0; i < sample.size; ++i)
            fitted += sample.counts[i] / fit.ratios[i] * d[i] * d[i];
        const double next = std::sqrt(fitted / sample.total);
        if (std::abs(next - r) <= 1e-9 * r) break;
        (next > r ? low : high) = r;
        r = round < 30 && next > low && next < high ? next : (low + high) / 2;
    }
    return fit;
}

}  // namespace rookery::arena
