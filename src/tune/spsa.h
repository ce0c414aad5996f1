// Numbers tuned by playing: simultaneous perturbation stochastic approximation.
//
// A trial changes all numbers at once, each up or down by chance, and lets this play against the mirrored
// change. Whichever wins, every number moves a little its way. A single trial says next to nothing about
// a single number; thousands of them say something about all.
//
// After Spall: the changes shrink as number^-0.101, the steps as (number + a tenth of the plan)^-0.602.
#pragma once

#include "base/random.h"
#include "search/searcher.h"

#include <cstdint>
#include <string>
#include <vector>

namespace rookery::tune {

struct SpsaParameter {
    std::string name;
    double start = 0;
    double value = 0;
    int lowest = 0;
    int highest = 0;
    double reach = 0;  // the size of a change at the end of the plan
};

struct SpsaSettings {
    std::uint64_t pairs = 10'000;  // the plan; each trial is a pair of games
    double rate = 0.002;           // of the reach, by a pair won by one game, at the end of the plan
    std::uint64_t seed = 1;
};

struct SpsaTrial {
    std::uint64_t number = 0;  // from 1
    std::vector<int> signs;
    SettingValues up, down;
};

class Spsa {
  public:
    Spsa(std::vector<SpsaParameter> parameters, const SpsaSettings& settings)
        : parameters_(std::move(parameters)), settings_(settings) {}

    // The next one. Several may be out at a time.
    [[nodiscard]] SpsaTrial next();
    // Of a trial: games won by `up` less games won by `down`.
    void learn(const SpsaTrial& trial, double balance);
    // To go on where an earlier run ended.
    void resume(std::uint64_t done, const std::vector<double>& values);

    [[nodiscard]] const std::vector<SpsaParameter>& parameters() const { return parameters_; }
    [[nodiscard]] const SpsaSettings& settings() const { return settings_; }
    [[nodiscard]] std::uint64_t done() const { return done_; }
    [[nodiscard]] bool is_planned() const { return begun_ < settings_.pairs; }

  private:
    [[nodiscard]] double reach_of(const SpsaParameter& parameter, std::uint64_t number) const;

    std::vector<SpsaParameter> parameters_;
    SpsaSettings settings_;
    std::uint64_t begun_ = 0;
    std::uint64_t done_ = 0;
};

// The numbers as they stand, rounded; only those that differ from the start if so wished.
[[nodiscard]] SettingValues rounded_values(const std::vector<SpsaParameter>& parameters, bool changed_only);

}  // namespace rookery::tune
