// What all ways of tuning by playing have in common.
//
// A tuner plays nothing itself. It proposes trials, pairs of games between two choices of its
// numbers, and learns from how they ended. It hears of results in the order in which it proposed
// the trials, whichever was over first; so what it does follows from its settings and the results
// alone. It is the same with any number of threads, and told the results of an earlier run it
// stands where that one stood.
#pragma once

#include "arena/statistics/elo.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace rookery::tune {

// A number that is tuned.
struct TunedParameter {
    std::string name;
    double start = 0;
    double step = 1;  // the size of a change that is worth a trial
    int lowest = 0;
    int highest = 0;

    [[nodiscard]] double limited(double value) const {
        return std::clamp<double>(value, lowest, highest);
    }
};

// As many as there are numbers: as the tuner has them, and as one can play with them.
using Values = std::vector<double>;
using Choice = std::vector<int>;

[[nodiscard]] inline Values starts_of(const std::vector<TunedParameter>& numbers) {
    Values values;
    for (const TunedParameter& one : numbers) values.push_back(one.start);
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

// Of the two games, seen from `one`.
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

    // The next one, numbered in turn. Nothing while results are awaited, and nothing any more when
    // all is done.
    [[nodiscard]] virtual std::optional<Trial> next() = 0;
    // In the order in which they were proposed.
    virtual void learn(const Trial& trial, const TrialResult& result) = 0;

    // What it would choose now.
    [[nodiscard]] virtual Values values() const = 0;
    [[nodiscard]] virtual std::uint64_t most_trials() const = 0;
    // For whoever waits: "iteration 3 of 10, material.knight mg".
    [[nodiscard]] virtual std::string doing() const = 0;
};

// A match between two choices of the numbers, as a tuner that learns nothing but the score: so it
// is played, kept and resumed like any other.

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
