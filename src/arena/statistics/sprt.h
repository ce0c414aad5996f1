// The sequential probability ratio test (SPRT) on pentanomial counts.
//
// After every pair the log-likelihood ratio (LLR) of H1 against H0 is computed; the test ends when
// it leaves the interval that the allowed errors give. Each hypothesis is represented by the
// likeliest distribution of the five results of a pair that agrees with it (see Fit).
#pragma once

#include "arena/statistics/elo.h"
#include "base/result.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace rookery::arena {

// On which scale the bounds of a test are meant. Logistic Elo is the score; normalised Elo is the
// score in units of its deviation, so that the same bounds need about the same number of games
// whatever the openings and the time control.
enum class EloModel : unsigned char { Logistic, Normalized };

struct SprtSettings {
    double elo0 = 0;      // H0: the first player is no better than this
    double elo1 = 5;      // H1: it is at least this good
    double alpha = 0.05;  // chance to accept H1 where H0 is true
    double beta = 0.05;   // chance to accept H0 where H1 is true
    EloModel model = EloModel::Logistic;

    [[nodiscard]] friend bool operator==(const SprtSettings&, const SprtSettings&) = default;
};

// No engine match is that uneven, and the likelihoods stay in a range where they are accurate.
inline constexpr double max_sprt_elo = 500;

// Why a test with these settings makes no sense, if it makes none.
[[nodiscard]] std::optional<std::string> validate(const SprtSettings& settings);

// "elo0=0 elo1=5 alpha=0.05 beta=0.05 model=normalized", separated by blanks or commas, in any
// order. The two Elo must be given; the rest has the values above.
[[nodiscard]] Result<SprtSettings, std::string> parse_sprt(std::string_view text);

// The same text back.
[[nodiscard]] std::string to_text(const SprtSettings& settings);

enum class SprtState : unsigned char { Running, AcceptedH0, AcceptedH1 };

[[nodiscard]] const char* describe(SprtState state);

// Wald's bounds of the LLR: at or below `lower` H0 is accepted, at or above `upper` H1.
struct SprtBounds {
    double lower = 0;
    double upper = 0;
};
[[nodiscard]] SprtBounds sprt_bounds(const SprtSettings& settings);

struct SprtStatus {
    double llr = 0;
    SprtBounds bounds;
    SprtState state = SprtState::Running;
    // The mean number of games until a bound is reached, if results go on as before. None before
    // the first result.
    std::optional<double> games_left;
};

[[nodiscard]] SprtStatus evaluate_sprt(const SprtSettings& settings, const PairCounts& pairs);
[[nodiscard]] SprtStatus evaluate_sprt(const SprtSettings& settings, const GameCounts& games);

// "LLR 1.23 (-2.94, 2.94) [0, 5]".
[[nodiscard]] std::string describe(const SprtStatus& status, const SprtSettings& settings);

// The most likely distribution of results among those that a hypothesis allows.
//
// A hypothesis fixes one number, the mean score or the mean in units of the deviation, and leaves
// the rest free: how many draws, how uneven the openings. Of all distributions that agree with it
// the one that makes the observed counts likeliest stands for it. Its probabilities have the closed
// form observed share / (1 + m·x), with one multiplier m to be found, so the search is in one
// dimension.

// Counts of results with the mean score of a game in each, evenly spaced from 0 to 1.
struct Sample {
    std::array<double, 5> scores{};
    std::array<double, 5> counts{};
    std::size_t size = 0;
    double total = 0;
    double games_each = 1;
};

// A result not seen yet is still possible. It counts this much, since no distribution beyond the
// seen results could be fitted otherwise.
inline constexpr double unseen_count = 1e-3;

[[nodiscard]] Sample sample_of(const PairCounts& pairs);
[[nodiscard]] Sample sample_of(const GameCounts& games);

// A fitted distribution. Probability i is counts[i] / total / ratios[i].
struct Fit {
    std::array<double, 5> ratios{1, 1, 1, 1, 1};
    // Where the search ended: a good guess for it to start from when few counts have changed.
    double multiplier = 0;
    double radius = 0;
};

// Mean score equal to `mean`, which lies between 0 and 1.
[[nodiscard]] Fit fit_mean(const Sample& sample, double mean, const Fit& guess = {});

// (mean - ½) / deviation equal to t, both of one observation of the sample (a pair or a game).
// |t| at most max_t_value: beyond, five results are too coarse for the search to be safe.
inline constexpr double max_t_value = 2.5;
[[nodiscard]] Fit fit_t_value(const Sample& sample, double t, const Fit& guess = {});

// Computes the LLR of one set of counts after another. It starts each search where the last one
// ended, which makes it fast when counts grow pair by pair; the value does not depend on that
// beyond the last digits. Settings must be free of problems (validate).
class LikelihoodRatio {
  public:
    explicit LikelihoodRatio(const SprtSettings& settings);

    // 0 without observations.
    [[nodiscard]] double of(const PairCounts& pairs);
    [[nodiscard]] double of(const GameCounts& games);

    // The last LLR per observation, and its variance from one observation to the next.
    [[nodiscard]] double drift() const { return drift_; }
    [[nodiscard]] double variance() const;

  private:
    // The value that a hypothesis fixes: the mean score or the t value.
    struct Hypothesis {
        double target = 0;
        Fit fit;
    };
    double evaluate(const Sample& sample);
    void refit(Hypothesis& hypothesis) const;

    EloModel model_;
    Hypothesis null_;
    Hypothesis alternative_;
    Sample sample_;
    double drift_ = 0;
};

// A test in progress. Its decision stays: pairs that were being played when a bound was reached
// come in later and count in the results, but cannot take the decision back.
class SprtTest {
  public:
    explicit SprtTest(const SprtSettings& settings);

    // The counts so far, all of them.
    const SprtStatus& update(const PairCounts& pairs);

    [[nodiscard]] const SprtSettings& settings() const { return settings_; }
    [[nodiscard]] const SprtStatus& status() const { return status_; }

  private:
    SprtSettings settings_;
    LikelihoodRatio ratio_;
    PairCounts counted_;
    SprtStatus status_;
};

// Simulation: how often a test decides rightly, and after how many games.

// Chances of the five results of a pair, worst first.
using PairProbabilities = std::array<double, 5>;

// Players with a known difference. The two games of a pair have the same chances; `coupling` says
// how far they depend on each other. With -1 a win in one game goes with a loss in the other as far
// as the chances allow (uneven openings), with +1 both end alike, in between that share of the
// pairs is so and the rest independent. The mean score is that of `elo` whatever the coupling.
struct PairModel {
    double elo = 0;
    double draw_ratio = 0.5;
    double coupling = 0;
};

// Nothing where the difference leaves no room for that many draws, or a value is out of its range.
[[nodiscard]] std::optional<PairProbabilities> pair_probabilities(const PairModel& model);

[[nodiscard]] double normalized_elo_of(const PairProbabilities& chances);
// The model with this normalised Elo, its draws and coupling left as they are; the elo of `model`
// is ignored. None where no possible elo reaches it.
[[nodiscard]] std::optional<PairModel> with_normalized_elo(PairModel model, double normalized_elo);

struct Simulation {
    PairProbabilities chances{};
    std::uint64_t tests = 1000;
    std::uint64_t max_pairs = 1'000'000;  // a test still running then counts as undecided
    std::uint64_t seed = 1;
    std::size_t threads = 1;  // the outcome does not depend on it
};

struct SimulationResult {
    std::uint64_t accepted_h0 = 0;
    std::uint64_t accepted_h1 = 0;
    std::uint64_t undecided = 0;
    std::uint64_t pairs = 0;  // of all tests together

    [[nodiscard]] std::uint64_t tests() const { return accepted_h0 + accepted_h1 + undecided; }
    [[nodiscard]] double rate_h0() const { return share(accepted_h0); }
    [[nodiscard]] double rate_h1() const { return share(accepted_h1); }
    [[nodiscard]] double mean_games() const { return 2 * share(pairs); }

  private:
    [[nodiscard]] double share(std::uint64_t count) const {
        return tests() == 0 ? 0 : static_cast<double>(count) / static_cast<double>(tests());
    }
};

// Looks at the LLR after every pair, as a match does.
[[nodiscard]] SimulationResult simulate_sprt(const SprtSettings& settings,
                                             const Simulation& simulation);

}  // namespace rookery::arena
