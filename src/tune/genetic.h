// Genetic tuning: a population of choices of the parameters, of which the winners have children.
//
// A generation has as many small contests as the population has members, each between two random
// members; the winner becomes a parent. A child takes every parameter from one of its two parents
// at random, and some parameters mutate by up to two steps. No member survives a generation,
// because the winner of a few games is mostly lucky. For the same reason the outcome is the mean of
// the last population.
#pragma once

#include "base/random.h"
#include "tune/game_tuner.h"

namespace rookery::tune {

struct GeneticSettings {
    std::uint64_t pairs = 2'000;  // in all; a generation that does not fit is not started
    std::size_t population = 64;
    std::uint64_t pairs_of_contest = 1;
    std::uint64_t seed = 1;
};

class Genetic final : public GameTuner {
  public:
    Genetic(std::vector<TunedParameter> parameters, const GeneticSettings& settings);

    [[nodiscard]] std::optional<Trial> next() override;
    void learn(const Trial& trial, const TrialResult& result) override;
    [[nodiscard]] Values values() const override;
    [[nodiscard]] std::uint64_t most_trials() const override { return settings_.pairs; }
    [[nodiscard]] std::string doing() const override;

  private:
    struct Contest {
        std::size_t one = 0;
        std::size_t other = 0;
        int balance = 0;  // of `one`
    };

    [[nodiscard]] std::uint64_t pairs_of_generation() const {
        return settings_.population * settings_.pairs_of_contest;
    }
    void draw_contests();
    void breed();
    [[nodiscard]] Values child_of(const Values& mother, const Values& father);

    std::vector<TunedParameter> parameters_;
    GeneticSettings settings_;
    Random random_;
    std::vector<Values> population_;
    std::vector<Contest> contests_;  // of this generation; none at the end
    std::uint64_t generation_ = 1;
    std::uint64_t proposed_ = 0;  // pairs of this generation
    std::uint64_t heard_ = 0;
    std::uint64_t begun_ = 0;  // trials in all
};

}  // namespace rookery::tune
