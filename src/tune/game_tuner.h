// The interface of all methods that tune parameters by playing.
//
// A tuner plays no games. It proposes trials, pairs of games between two choices of its parameters,
// and learns from the results, always in the order of the trials. So its state is a function of its
// settings and the results: it does not depend on the number of threads, and the results of an
// earlier run restore the state of that run.
#pragma once

#include "arena/statistics/elo.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace rookery::tune {

// A parameter that is tuned.
struct TunedParameter {
    std::string name;
    double start = 0;
    double step = 1;  // the size of a useful change
    int lowest = 0;
    int highest = 0;

    [[nodiscard]] double limited(double value) const {
        return std::clamp<double>(value, lowest, highest);
    }
};

// One for each parameter: Values as the tuner computes them, Choice rounded for a player.
using Values = std::vector<double>;
using Choice = std::vector<int>;

[[nodiscard]] inline Values starts_of(const std::vector<TunedParameter>& parameters) {
    Values values;
    for (const TunedParameter& one : parameters) values.push_back(one.start);
    return values;
}
[[nodiscard]] inline Choice rounded(const Values& values) {
    Choice choice;
    for (const double value : values) choice.push_back(static_cast<int>(std::lround(value)));
    return choice;
}

// A pair of games: one opening, `one` first as White, then as Black.
struct Trial {
    std::uint64_t number = 0;  // from 1
    Choice one, other;
};

// The results of the two games in the view of `one`.
struct TrialResult {
    arena::Outcome as_white = arena::Outcome::Draw;
    arena::Outcome as_black = arena::Outcome::Draw;

    // Games won less games lost.
    [[nodiscard]] constexpr int balance() const {
        return static_cast<int>(as_white) + static_cast<int>(as_black) - 2;
    }
};

class GameTuner {
  public:
    virtual ~GameTuner() = default;

    // The next trial; numbers count from 1. Empty while results are missing, and at the end.
    [[nodiscard]] virtual std::optional<Trial> next() = 0;
    // Must be called in the order of the trials.
    virtual void learn(const Trial& trial, const TrialResult& result) = 0;

    // The present outcome.
    [[nodiscard]] virtual Values values() const = 0;
    [[nodiscard]] virtual std::uint64_t most_trials() const = 0;
    // For a progress line: "iteration 3 of 10, material.knight mg".
    [[nodiscard]] virtual std::string doing() const = 0;
};

// A match between two choices as a tuner that only counts the score, so that it is played, stored
// and resumed in the same way.
class StraightMatch final : public GameTuner {
  public:
    StraightMatch(Choice one, Choice other, std::uint64_t pairs)
        : one_(std::move(one)), other_(std::move(other)), pairs_(pairs) {}

    [[nodiscard]] std::optional<Trial> next() override {
        if (begun_ == pairs_ || begun_ - score_.total() == most_out) return std::nullopt;
        return Trial{++begun_, one_, other_};
    }
    void learn(const Trial&, const TrialResult& result) override {
        score_.add(result.as_white, result.as_black);
    }
    [[nodiscard]] Values values() const override { return {one_.begin(), one_.end()}; }
    [[nodiscard]] std::uint64_t most_trials() const override { return pairs_; }
    [[nodiscard]] std::string doing() const override { return "judging"; }

    // The score of the first choice against the second.
    [[nodiscard]] const arena::PairCounts& score() const { return score_; }

  private:
    static constexpr std::uint64_t most_out = 512;  // enough for any number of threads

    Choice one_, other_;
    std::uint64_t pairs_;
    std::uint64_t begun_ = 0;
    arena::PairCounts score_;
};

}  // namespace rookery::tune
