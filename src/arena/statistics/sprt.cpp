#include "arena/statistics/sprt.h"

#include "arena/statistics/elo.h"
#include "base/random.h"
#include "base/text.h"
#include "base/threads.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstdlib>
#include <span>
#include <vector>

namespace rookery::arena {
namespace {

// The text in a form that can be shown in a message.
std::string quoted(std::string_view text) {
    constexpr std::size_t longest = 40;
    std::string shown = "\"";
    for (char c : text.substr(0, longest)) shown += c >= ' ' && c <= '~' ? c : '?';
    return shown + (text.size() > longest ? "…\"" : "\"");
}

std::optional<double> parse_finite(std::string_view text) {
    const auto number = parse_signed_number<double>(text);
    return number && std::isfinite(*number) ? number : std::nullopt;
}

std::vector<std::string_view> words_of(std::string_view text) {
    constexpr std::string_view separators = " \t\r\n,";
    std::vector<std::string_view> words;
    for (;;) {
        const std::size_t start = text.find_first_not_of(separators);
        if (start == std::string_view::npos) return words;
        text.remove_prefix(start);
        const std::size_t length = std::min(text.find_first_of(separators), text.size());
        words.push_back(text.substr(0, length));
        text.remove_prefix(length);
    }
}

// An empty string if all is well.
std::string set_model(SprtSettings& settings, std::string_view value) {
    if (value == "logistic")
        settings.model = EloModel::Logistic;
    else if (value == "normalized" || value == "normalised")
        settings.model = EloModel::Normalized;
    else
        return fmt::format("the model of the SPRT is logistic or normalized, not {}",
                           quoted(value));
    return {};
}

std::string set_value(SprtSettings& settings, std::string_view key, std::string_view value) {
    if (key == "model") return set_model(settings, value);
    double* const target = key == "elo0"    ? &settings.elo0
                           : key == "elo1"  ? &settings.elo1
                           : key == "alpha" ? &settings.alpha
                           : key == "beta"  ? &settings.beta
                                            : nullptr;
    if (target == nullptr)
        return fmt::format("the SPRT has no setting {}; it has elo0, elo1, alpha, beta and model",
                           quoted(key));
    const std::optional<double> number = parse_finite(value);
    if (!number) return fmt::format("{} of the SPRT is not a number: {}", key, quoted(value));
    *target = *number;
    return {};
}

}  // namespace

std::optional<std::string> validate(const SprtSettings& settings) {
    for (const auto& [name, elo] : {std::pair{"elo0", settings.elo0}, {"elo1", settings.elo1}})
        if (!(std::abs(elo) <= max_sprt_elo))
            return fmt::format("{} of the SPRT is {}, but must lie between -{} and {}", name, elo,
                               max_sprt_elo, max_sprt_elo);
    if (!(settings.elo0 < settings.elo1))
        return fmt::format("elo0 of the SPRT ({}) must be less than elo1 ({})", settings.elo0,
                           settings.elo1);
    for (const auto& [name, rate] : {std::pair{"alpha", settings.alpha}, {"beta", settings.beta}})
        if (!(rate > 0 && rate < 0.5))
            return fmt::format("{} of the SPRT is {}, but must lie between 0 and 0.5", name, rate);
    return std::nullopt;
}

Result<SprtSettings, std::string> parse_sprt(std::string_view text) {
    SprtSettings settings;
    std::vector<std::string_view> seen;
    for (std::string_view word : words_of(text)) {
        const std::size_t sign = word.find('=');
        if (sign == std::string_view::npos)
            return failure(fmt::format("the SPRT wants name=value, not {}", quoted(word)));
        const std::string_view key = word.substr(0, sign);
        if (std::string problem = set_value(settings, key, word.substr(sign + 1)); !problem.empty())
            return failure(std::move(problem));
        if (std::ranges::find(seen, key) != seen.end())
            return failure(fmt::format("{} of the SPRT is given twice", key));
        seen.push_back(key);
    }
    for (std::string_view needed : {"elo0", "elo1"})
        if (std::ranges::find(seen, needed) == seen.end())
            return failure(fmt::format("the SPRT needs {}, as in \"elo0=0 elo1=5\"", needed));
    if (std::optional<std::string> problem = validate(settings))
        return failure(*std::move(problem));
    return settings;
}

std::string to_text(const SprtSettings& settings) {
    std::string text = fmt::format("elo0={} elo1={} alpha={} beta={}", settings.elo0, settings.elo1,
                                   settings.alpha, settings.beta);
    if (settings.model == EloModel::Normalized) text += " model=normalized";
    return text;
}

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

namespace {

// Normalised Elo is the t value of one game in other units.
double target_of(double elo, EloModel model) {
    return model == EloModel::Logistic ? score_of_elo(elo) : elo / normalized_elo_scale;
}

}  // namespace

LikelihoodRatio::LikelihoodRatio(const SprtSettings& settings) : model_(settings.model) {
    assert(!validate(settings));
    null_.target = target_of(settings.elo0, model_);
    alternative_.target = target_of(settings.elo1, model_);
}

double LikelihoodRatio::of(const PairCounts& pairs) {
    return pairs.total() == 0 ? 0 : evaluate(sample_of(pairs));
}

double LikelihoodRatio::of(const GameCounts& games) {
    return games.total() == 0 ? 0 : evaluate(sample_of(games));
}

void LikelihoodRatio::refit(Hypothesis& hypothesis) const {
    // The mean of two games deviates less than one game, by the root of two.
    hypothesis.fit = model_ == EloModel::Logistic
                         ? fit_mean(sample_, hypothesis.target, hypothesis.fit)
                         : fit_t_value(sample_, hypothesis.target * std::sqrt(sample_.games_each),
                                       hypothesis.fit);
}

double LikelihoodRatio::evaluate(const Sample& sample) {
    sample_ = sample;
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

namespace {

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

SprtStatus evaluate_sprt(const SprtSettings& settings, const PairCounts& pairs) {
    LikelihoodRatio ratio(settings);
    return status_of(settings, ratio.of(pairs), ratio, 2);
}

SprtStatus evaluate_sprt(const SprtSettings& settings, const GameCounts& games) {
    LikelihoodRatio ratio(settings);
    return status_of(settings, ratio.of(games), ratio, 1);
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

namespace {

// Results of a pair drawn with given chances.
class PairGenerator {
  public:
    explicit PairGenerator(const PairProbabilities& chances) {
        double sum = 0;
        for (std::size_t i = 0; i < limits_.size(); ++i) {
            sum += chances[i];
            limits_[i] = static_cast<std::uint64_t>(std::min(sum, 1.0) * 0x1.0p53);
        }
        last_ = 0;
        for (std::size_t i = 0; i < chances.size(); ++i)
            if (chances[i] > 0) last_ = i;
    }

    [[nodiscard]] std::size_t draw(Random& random) const {
        const std::uint64_t word = random.next() >> 11;
        std::size_t result = 0;
        for (std::uint64_t limit : limits_) result += word >= limit ? 1u : 0u;
        // Chances that add up to a rounding less than 1 must not give an impossible result.
        return std::min(result, last_);
    }

  private:
    std::array<std::uint64_t, 4> limits_{};
    std::size_t last_ = 4;
};

// Everything of a test that is the same for all tests.
struct SimulationPlan {
    SprtSettings settings;
    SprtBounds bounds;
    PairGenerator source;
    std::uint64_t max_pairs;
};

void run_test(const SimulationPlan& plan, std::uint64_t seed, SimulationResult& result) {
    Random random(seed);
    LikelihoodRatio ratio(plan.settings);
    PairCounts counts;
    for (std::uint64_t pair = 1; pair <= plan.max_pairs; ++pair) {
        ++counts.pairs[plan.source.draw(random)];
        const double llr = ratio.of(counts);
        if (llr < plan.bounds.upper && llr > plan.bounds.lower) continue;
        ++(llr >= plan.bounds.upper ? result.accepted_h1 : result.accepted_h0);
        result.pairs += pair;
        return;
    }
    ++result.undecided;
    result.pairs += plan.max_pairs;
}

}  // namespace

std::optional<PairProbabilities> pair_probabilities(const PairModel& model) {
    const double score = score_of_elo(model.elo);
    const double draw = model.draw_ratio;
    // Loss, draw, win.
    const std::array<double, 3> game = {1 - score - draw / 2, draw, score - draw / 2};
    if (!(draw >= 0 && draw <= 1 && game[0] >= 0 && game[2] >= 0 && std::abs(model.coupling) <= 1))
        return std::nullopt;
    // Each result is an interval of [0, 1). Coupled games draw the same number, or one and its
    // complement.
    const std::array<double, 4> ends = {0, game[0], game[0] + game[1], 1};
    const double coupled = std::abs(model.coupling);
    PairProbabilities chances{};
    for (std::size_t i = 0; i < 3; ++i) {
        for (std::size_t j = 0; j < 3; ++j) {
            double together = i == j ? game[i] : 0;
            if (model.coupling < 0)
                together = std::max(0.0, std::min(ends[i + 1], 1 - ends[j]) -
                                             std::max(ends[i], 1 - ends[j + 1]));
            chances[i + j] += (1 - coupled) * game[i] * game[j] + coupled * together;
        }
    }
    return chances;
}

double normalized_elo_of(const PairProbabilities& chances) {
    double mean = 0;
    double square = 0;
    for (std::size_t i = 0; i < chances.size(); ++i) {
        const double score = static_cast<double>(i) / 4;
        mean += chances[i] * score;
        square += chances[i] * score * score;
    }
    // The value of one game: a pair's mean has half the variance.
    return (mean - 0.5) / std::sqrt(2 * (square - mean * mean)) * normalized_elo_scale;
}

std::optional<PairModel> with_normalized_elo(PairModel model, double normalized_elo) {
    // As far as this many draws allow. A little inside, where all chances are still positive.
    const double limit = elo_of_score(1 - model.draw_ratio / 2);
    double high = std::min(limit * (1 - 1e-9), 4000.0);
    double low = -high;
    const auto reached = [&model](double elo) {
        model.elo = elo;
        const std::optional<PairProbabilities> chances = pair_probabilities(model);
        return chances ? normalized_elo_of(*chances) : std::nan("");
    };
    if (!(reached(low) <= normalized_elo && normalized_elo <= reached(high))) return std::nullopt;
    for (int round = 0; round < 100; ++round) {
        const double middle = (low + high) / 2;
        (reached(middle) < normalized_elo ? low : high) = middle;
    }
    model.elo = (low + high) / 2;
    return model;
}

SimulationResult simulate_sprt(const SprtSettings& settings, const Simulation& simulation) {
    const SimulationPlan plan{settings, sprt_bounds(settings), PairGenerator(simulation.chances),
                              simulation.max_pairs};
    // One seed per test, so that it does not matter which thread runs it.
    std::vector<std::uint64_t> seeds(simulation.tests);
    SplitMix mix(simulation.seed);
    for (std::uint64_t& seed : seeds) seed = mix.next();

    const std::size_t threads = std::max<std::size_t>(simulation.threads, 1);
    std::vector<SimulationResult> parts(threads);
    run_on_threads(threads, [&](std::size_t thread) {
        SimulationResult part;  // on its own stack: neighbours in the vector share cache lines
        for (std::size_t i = thread; i < seeds.size(); i += threads) run_test(plan, seeds[i], part);
        parts[thread] = part;
    });
    SimulationResult result;
    for (const SimulationResult& part : parts) {
        result.accepted_h0 += part.accepted_h0;
        result.accepted_h1 += part.accepted_h1;
        result.undecided += part.undecided;
        result.pairs += part.pairs;
    }
    return result;
}

}  // namespace rookery::arena
