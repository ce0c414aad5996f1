// The sequential probability ratio test: play until the results speak clearly enough.
//
// After every pair the log-likelihood ratio (LLR) of H1 against H0 is computed; the test ends when
// it leaves the interval that the allowed errors give. Each hypothesis is represented by the
// likeliest distribution of the five results of a pair that agrees with it (see likelihood.h).
#pragma once

#include "arena/statistics/likelihood.h"
#include "arena/statistics/pair_counts.h"
#include "arena/statistics/sprt_settings.h"

#include <optional>
#include <string>

namespace rookery::arena {

enum class SprtState : unsigned char { Running, AcceptedH0, AcceptedH1 };

[[nodiscard]] const char* describe(SprtState state);

// Wald's: at or below `lower` H0 is accepted, at or above `upper` H1.
struct SprtBounds {
    double lower = 0;
    double upper = 0;
};
[[nodiscard]] SprtBounds sprt_bounds(const SprtSettings& settings);

// Computes the LLR of one set of counts after another. It starts each search where the last one
// ended, which makes it fast when counts grow pair by pair; the value does not depend on that
// beyond the last digits. Settings must be free of problems (problem_with).
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
    // What a hypothesis fixes, on the scale of likelihood.h.
    struct Hypothesis {
        double target = 0;
        Fit fit;
    };
    double evaluate();
    void refit(Hypothesis& hypothesis) const;

    EloModel model_;
    Hypothesis null_;
    Hypothesis alternative_;
    Sample sample_;
    double drift_ = 0;
};

struct SprtStatus {
    double llr = 0;
    SprtBounds bounds;
    SprtState state = SprtState::Running;
    // Should results go on as they have been: the mean number of games until a bound is reached.
    // None before there is anything to go by.
    std::optional<double> games_left;
};

[[nodiscard]] SprtStatus evaluate_sprt(const SprtSettings& settings, const PairCounts& pairs);
[[nodiscard]] SprtStatus evaluate_sprt(const SprtSettings& settings, const GameCounts& games);

// "LLR 1.23 (-2.94, 2.94) [0, 5]".
[[nodiscard]] std::string describe(const SprtStatus& status, const SprtSettings& settings);

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

}  // namespace rookery::arena
