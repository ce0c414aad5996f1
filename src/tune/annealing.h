// Simulated annealing: tunes parameters by random changes that are accepted ever more rarely.
//
// A few parameters of the present choice change at random, and the changed choice plays a match
// against the present one. If its score reaches the required share, it becomes the present choice;
// otherwise it does so with a probability that falls with the missing share and with the
// temperature. The temperature falls evenly over the plan, and the changes become smaller with it.
//
// The result of a match is mostly noise. So the required share rises over the plan, from half of
// the points to two standard errors more, and the outcome is the mean of the last quarter.
#pragma once

#include "base/random.h"
#include "tune/game_tuner.h"

namespace rookery::tune {

struct AnnealingSettings {
    std::uint64_t pairs = 2'000;  // in all; a match that does not fit is not started
    std::uint64_t pairs_of_match = 50;
    // Temperatures as shares of the points: at 0.02 a choice that misses the required share by 2 %
    // is accepted with a probability of 1/e.
    double hottest = 0.02;
    double coldest = 0.002;
    std::uint64_t seed = 1;
};

class Annealing final : public GameTuner {
  public:
    Annealing(std::vector<TunedParameter> parameters, const AnnealingSettings& settings);

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
    [[nodiscard]] double required_share() const;
    void draw_neighbour();
    [[nodiscard]] bool accepts(double share);

    std::vector<TunedParameter> parameters_;
    AnnealingSettings settings_;
    Random random_;
    Values present_, neighbour_;
    Values sum_;  // of the present choice after each match of the last quarter
    std::uint64_t summed_ = 0;
    std::uint64_t match_ = 0;  // number of finished matches
    // Pairs and balance of the current match.
    std::uint64_t proposed_ = 0;
    std::uint64_t heard_ = 0;
    int balance_ = 0;
    std::uint64_t begun_ = 0;  // trials in all
};

}  // namespace rookery::tune
