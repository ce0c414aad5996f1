#include "arena/statistics/sprt.h"

#include "arena/statistics/elo.h"

#include <cassert>
#include <cmath>

#include <fmt/format.h>

namespace rookery::arena {

namespace {

// Normalised Elo is the t value of one game in other units.
double target_of(double elo, EloModel model) {
    return model == EloModel::Logistic ? score_of_elo(elo) : elo / normalized_elo_scale;
}

SprtState state_of(double llr, const SprtBounds& bounds) {
    if (llr >= bounds.upper) return SprtState::AcceptedH1;
    if (llr <= bounds.lower) return SprtState::AcceptedH0;
    return SprtState::Running;
}

// The LLR as a random walk with this drift and variance: the mean number of steps until it leaves
// the bounds (Wald's identity, with the chances to leave at either end).
std::optional<double> steps_left(double llr, double drift, double variance,
                                 const SprtBounds& bounds) {
    if (!(variance > 0)) return std::nullopt;
    const double above = bounds.upper - llr;
    const double below = llr - bounds.lower;
    if (above <= 0 || below <= 0) return 0.0;
    const double pull = 2 * drift / variance;
    // Without drift the formula is 0/0; its limit is the one of a fair walk.
    if (std::abs(pull) * (above + below) < 1e-6) return above * below / variance;
    // A strong pull makes the exponentials overflow the other way; it then leads straight there.
    if (pull * below < -700) return -below / drift;
    const double up = std::expm1(-pull * below) / std::expm1(-pull * (above + below));
    return (up * above - (1 - up) * below) / drift;
}

SprtStatus status_of(const SprtSettings& settings, double llr, const LikelihoodRatio& ratio,
                     double games_each) {
    SprtStatus status;
    status.llr = llr;
    status.bounds = sprt_bounds(settings);
    status.state = state_of(llr, status.bounds);
    const std::optional<double> steps =
        steps_left(llr, ratio.drift(), ratio.variance(), status.bounds);
    if (steps) status.games_left = *steps * games_each;
    return status;
}

}  // namespace

const char* describe(SprtState state) {
    switch (state) {
        case SprtState::Running: return "running";
        case SprtState::AcceptedH0: return "H0 accepted";
        case SprtState::AcceptedH1: return "H1 accepted";
    }
    return "";
}

SprtBounds sprt_bounds(const SprtSettings& settings) {
    return {std::log(settings.beta / (1 - settings.alpha)),
            std::log((1 - settings.beta) / settings.alpha)};
}

LikelihoodRatio::LikelihoodRatio(const SprtSettings& settings) : model_(settings.model) {
    assert(!problem_with(settings));
    null_.target = target_of(settings.elo0, model_);
    alternative_.target = target_of(settings.elo1, model_);
}

double LikelihoodRatio::of(const PairCounts& pairs) {
    if (pairs.total() == 0) return 0;
    sample_ = sample_of(pairs);
    return evaluate();
}

double LikelihoodRatio::of(const GameCounts& games) {
    if (games.total() == 0) return 0;
    sample_ = sample_of(games);
    return evaluate();
}

void LikelihoodRatio::refit(Hypothesis& hypothesis) const {
    // The mean of two games deviates less than one game, by the root of two.
    hypothesis.fit = model_ == EloModel::Logistic
                         ? fit_mean(sample_, hypothesis.target, hypothesis.fit)
                         : fit_t_value(sample_, hypothesis.target * std::sqrt(sample_.games_each),
                                       hypothesis.fit);
}

double LikelihoodRatio::evaluate() {
    refit(null_);
    refit(alternative_);
    double sum = 0;
    for (std::size_t i = 0; i < sample_.size; ++i)
        sum += sample_.counts[i] * std::log(null_.fit.ratios[i] / alternative_.fit.ratios[i]);
    drift_ = sum / sample_.total;
    return sum;
}

double LikelihoodRatio::variance() const {
    if (sample_.total == 0) return 0;
    double sum = 0;
    for (std::size_t i = 0; i < sample_.size; ++i) {
        const double off = std::log(null_.fit.ratios[i] / alternative_.fit.ratios[i]) - drift_;
        sum += sample_.counts[i] * off * off;
    }
    return sum / sample_.total;
}

SprtStatus evaluate_sprt(const SprtSettings& settings, const PairCounts& pairs) {
    LikelihoodRatio ratio(settings);
    const double llr = ratio.of(pairs);
    return status_of(settings, llr, ratio, 2);
}

SprtStatus evaluate_sprt(const SprtSettings& settings, const GameCounts& games) {
    LikelihoodRatio ratio(settings);
    const double llr = ratio.of(games);
    return status_of(settings, llr, ratio, 1);
}

std::string describe(const SprtStatus& status, const SprtSettings& settings) {
    std::string text =
        fmt::format("LLR {:.2f} ({:.2f}, {:.2f}) [{}, {}]", status.llr, status.bounds.lower,
                    status.bounds.upper, settings.elo0, settings.elo1);
    if (settings.model == EloModel::Normalized) text += " nElo";
    if (status.state != SprtState::Running) text += fmt::format(", {}", describe(status.state));
    return text;
}

SprtTest::SprtTest(const SprtSettings& settings) : settings_(settings), ratio_(settings) {
    status_.bounds = sprt_bounds(settings);
}

const SprtStatus& SprtTest::update(const PairCounts& pairs) {
    if (pairs.pairs == counted_.pairs) return status_;
    counted_ = pairs;
    const SprtState decided = status_.state;
    const double llr = ratio_.of(pairs);
    status_ = status_of(settings_, llr, ratio_, 2);
    if (decided != SprtState::Running) {
        status_.state = decided;
        status_.games_left = 0.0;
    }
    return status_;
}

}  // namespace rookery::arena
