// Numbers tuned by simulated annealing: one choice that wanders, ever less freely.
//
// Again and again a few of its numbers are changed and the change plays a match against the choice
// as it stands. What did well enough takes its place; what did not does by chance, the more rarely
// the worse it did and the colder it is. The temperature falls evenly over the plan, and the
// changes become smaller with it.
//
// A match is mostly luck, which the method does not know of by itself. So what is well enough rises
// over the plan: not to lose at first, to win by two standard errors at the end. And the outcome is
// the mean of where it stood in the last quarter, not where the walk happened to end.
#pragma once

#include "base/random.h"
#include "tune/game_tuner.h"

namespace rookery::tune {

struct AnnealingSettings {
    std::uint64_t pairs = 2'000;  // in all; a match that does not fit is not begun
    std::uint64_t pairs_of_match = 50;
    // In shares of the points: at 0.02, one who missed what is asked by 2 % is taken with a chance
    // of 1/e.
    double hottest = 0.02;
    double coldest = 0.002;
    std::uint64_t seed = 1;
};

class Annealing final : public GameTuner {
  public:
    Annealing(std::vector<TunedParameter> numbers, const AnnealingSettings& settings);

    [[nodiscard]] std::optional<Trial> next() override;
    void learn(const Trial& trial, const TrialResult& result) override;
    [[nodiscard]] Values values() const override;
    [[nodiscard]] std::uint64_t most_trials() const override { return settings_.pairs; }
    [[nodiscard]] std::string doing() const override;

  private:
    [[nodiscard]] std::uint64_t matches() const {
        return settings_.pairs / settings_.pairs_of_match;
    }
    // From 0 at the start of the plan to 1 at its end.
    [[nodiscard]] double progress() const;
    [[nodiscard]] double temperature() const;
    // The share of the points that is well enough.
    [[nodiscard]] double asked() const;
    void draw_neighbour();
    [[nodiscard]] bool accepts(double share);

    std::vector<TunedParameter> numbers_;
    AnnealingSettings settings_;
    Random random_;
    Values present_, neighbour_;
    Values sum_;  // of where it stood after each match of the last quarter
    std::uint64_t summed_ = 0;
    std::uint64_t match_ = 0;  // those that are over
    // Of the match that is on.
    std::uint64_t proposed_ = 0;
    std::uint64_t heard_ = 0;
    int balance_ = 0;
    std::uint64_t begun_ = 0;  // trials in all
};

}  // namespace rookery::tune
