// Numbers tuned one after the other, as the study did it.
//
// An iteration goes through all numbers. Each is tried a step higher in a match against the numbers as they stand,
// and where that did not win, a step lower; what scores more than half is kept at once. So a number moves at most a
// step an iteration, as in the study's tables. The study does not say how it chose the direction, nor what counts as
// one iteration; this is the reading under which its doubled rooks could go up ten steps in ten iterations.
//
// It ends after the iterations, when the games are used up, or when an iteration has changed nothing.
#pragma once

#include "tune/game_tuner.h"

#include <limits>

namespace rookery::tune {

struct SequentialSettings {
    std::uint64_t iterations = 10;
    std::uint64_t pairs_of_match = 10;
    std::uint64_t most_pairs = std::numeric_limits<std::uint64_t>::max();  // in all
};

class Sequential final : public GameTuner {
  public:
    Sequential(std::vector<TunedNumber> numbers, const SequentialSettings& settings);

    [[nodiscard]] std::optional<Trial> next() override;
    void learn(const Trial& trial, const TrialResult& result) override;
    [[nodiscard]] Values values() const override { return values_; }
    [[nodiscard]] std::uint64_t most_trials() const override;
    [[nodiscard]] std::string doing() const override;

    // Iterations that are over.
    [[nodiscard]] std::uint64_t iterations() const { return iteration_; }

  private:
    [[nodiscard]] Values candidate() const;
    // Leaves out what rounding or the limits make no change of.
    void find_match();
    void go_on();

    std::vector<TunedNumber> numbers_;
    SequentialSettings settings_;
    Values values_;
    std::uint64_t iteration_ = 0;
    std::size_t number_ = 0;
    int direction_ = 1;
    bool changed_ = false;  // in this iteration
    bool done_ = false;
    // Of the match that is on.
    std::uint64_t proposed_ = 0;
    std::uint64_t heard_ = 0;
    int balance_ = 0;
    std::uint64_t begun_ = 0;  // trials in all
};

}  // namespace rookery::tune
