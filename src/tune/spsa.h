// Numbers tuned by playing: simultaneous perturbation stochastic approximation.
//
// A trial changes all numbers at once, each up or down by chance, and lets this play against the
// mirrored change. Whichever wins, every number moves a little its way. A single trial says next to
// nothing about a single number; thousands of them say something about all.
//
// After Spall: the changes shrink as number^-0.101, the steps as (number + a tenth of the
// plan)^-0.602.
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
    // So many trials may be out at a time: enough for many threads, and few beside any plan that
    // makes sense. It does not depend on the threads, for then the outcome would.
    static constexpr std::uint64_t most_out = 32;

    // A number's step is the size of its changes at the end of the plan.
    Spsa(std::vector<TunedParameter> numbers, const SpsaSettings& settings)
        : numbers_(std::move(numbers)), settings_(settings), values_(starts_of(numbers_)) {}

    [[nodiscard]] std::optional<Trial> next() override;
    void learn(const Trial& trial, const TrialResult& result) override;
    [[nodiscard]] Values values() const override { return values_; }
    [[nodiscard]] std::uint64_t most_trials() const override { return settings_.pairs; }
    [[nodiscard]] std::string doing() const override { return "spsa"; }

  private:
    // What chance decides of a number in a trial.
    struct Lot {
        int sign = 1;
        double rounding = 0.5;
    };
    [[nodiscard]] std::vector<Lot> lots_of(std::uint64_t trial) const;
    [[nodiscard]] double reach_of(const TunedParameter& number, std::uint64_t trial) const;

    std::vector<TunedParameter> numbers_;
    SpsaSettings settings_;
    Values values_;
    std::uint64_t begun_ = 0;
    std::uint64_t done_ = 0;
};

}  // namespace rookery::tune
