// Numbers tuned by selection: a population of choices, of which those that win have children.
//
// A generation is as many small contests as the population has members, each between two drawn by
// lot; the winner becomes a parent. A child has two parents, takes every number from one or the
// other by chance, and some of its numbers are changed by up to a step or two. Nobody outlives a
// generation: where contests are decided by luck to a large part, the champion of one is most of
// all lucky. For the same reason the outcome is the mean of the last population, in which the luck
// of its members cancels, and which costs no games.
#pragma once

#include "base/random.h"
#include "tune/game_tuner.h"

namespace rookery::tune {

struct GeneticSettings {
    std::uint64_t pairs = 2'000;  // in all; generations that do not fit are not begun
    std::size_t population = 64;
    std::uint64_t pairs_of_contest = 1;
    std::uint64_t seed = 1;
};

class Genetic final : public GameTuner {
  public:
    Genetic(std::vector<TunedParameter> numbers, const GeneticSettings& settings);

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

    std::vector<TunedParameter> numbers_;
    GeneticSettings settings_;
    Random random_;
    std::vector<Values> population_;
    std::vector<Contest> contests_;  // of this generation; none when all is done
    std::uint64_t generation_ = 1;
    std::uint64_t proposed_ = 0;  // pairs of this generation
    std::uint64_t heard_ = 0;
    std::uint64_t begun_ = 0;  // trials in all
};

}  // namespace rookery::tune
