// A match between two choices of the numbers, as a tuner that learns nothing but the score: so it is played, kept
// and resumed like any other.
#pragma once

#include "tune/game_tuner.h"

namespace rookery::tune {

class StraightMatch final : public GameTuner {
  public:
    StraightMatch(Choice one, Choice other, std::uint64_t pairs)
        : one_(std::move(one)), other_(std::move(other)), pairs_(pairs) {}

    [[nodiscard]] std::optional<Trial> next() override {
        if (begun_ == pairs_ || begun_ - score_.total() == most_out) return std::nullopt;
        return Trial{++begun_, one_, other_};
    }
    void learn(const Trial&, const TrialResult& result) override { score_.add(result.as_white, result.as_black); }
    [[nodiscard]] Values values() const override { return {one_.begin(), one_.end()}; }
    [[nodiscard]] std::uint64_t most_trials() const override { return pairs_; }
    [[nodiscard]] std::string doing() const override { return "judging"; }

    // Of the first choice.
    [[nodiscard]] const arena::PairCounts& score() const { return score_; }

  private:
    static constexpr std::uint64_t most_out = 512;  // enough for any number of threads

    Choice one_, other_;
    std::uint64_t pairs_;
    std::uint64_t begun_ = 0;
    arena::PairCounts score_;
};

}  // namespace rookery::tune
