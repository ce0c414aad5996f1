#include "arena/statistics/simulate.h"

#include "arena/statistics/elo.h"
#include "base/random.h"
#include "base/threads.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace rookery::arena {

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
    // Of one game: a pair's mean has half the variance.
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
