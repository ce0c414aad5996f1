// SPSA (simultaneous perturbation stochastic approximation): tunes parameters by playing.
//
// A trial changes all parameters at once, each up or down at random, and plays against the mirrored
// change. Every parameter then moves a little in the direction of the winner. A single trial says
// almost nothing about a single parameter; thousands of trials are needed.
//
// As Spall proposes, the changes shrink as n^-0.101 and the steps as (n + a tenth of the
// plan)^-0.602, where n is the number of the trial.
#pragma once

#include "base/random.h"
#include "tune/game_tuner.h"

namespace rookery::tune {

struct SpsaSettings {
    std::uint64_t pairs = 10'000;  // the plan; each trial is a pair of games
    double rate = 0.002;           // of a step, by a pair won by one game, at the end of the plan
    std::uint64_t seed = 1;
};

class Spsa final : public GameTuner {
  public:
    // Trials that may be in progress at a time: enough for many threads, and few compared with any
    // useful plan. If it depended on the threads, the outcome would, too.
    static constexpr std::uint64_t most_out = 32;

    // The step of a parameter is the size of its changes at the end of the plan.
    Spsa(std::vector<TunedParameter> parameters, const SpsaSettings& settings)
        : parameters_(std::move(parameters)), settings_(settings), values_(starts_of(parameters_)) {
    }

    [[nodiscard]] std::optional<Trial> next() override;
    void learn(const Trial& trial, const TrialResult& result) override;
    [[nodiscard]] Values values() const override { return values_; }
    [[nodiscard]] std::uint64_t most_trials() const override { return settings_.pairs; }
    [[nodiscard]] std::string doing() const override { return "spsa"; }

  private:
    // The random choices for a parameter in a trial.
    struct Lot {
        int sign = 1;
        double rounding = 0.5;
    };
    [[nodiscard]] std::vector<Lot> lots_of(std::uint64_t trial) const;
    [[nodiscard]] double reach_of(const TunedParameter& parameter, std::uint64_t trial) const;

    std::vector<TunedParameter> parameters_;
    SpsaSettings settings_;
    Values values_;
    std::uint64_t begun_ = 0;
    std::uint64_t done_ = 0;
};

}  // namespace rookery::tune
