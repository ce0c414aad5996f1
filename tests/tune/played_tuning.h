// Games against a tuner without playing any: who is nearer to a secret best wins more often.
#pragma once

#include "base/random.h"
#include "tune/trial_run.h"

#include <cmath>

namespace rookery::tune {

inline std::vector<TunedParameter> three_parameters() {
    return {{"wide", 100, 10, 0, 400}, {"narrow", 20, 2, 0, 60}, {"right", 50, 5, 0, 100}};
}
inline constexpr double best_of_three[] = {160, 10, 50};  // six steps up, five down, none

// In steps from the best, squared; 12 of them at the start.
inline double distance_of(const Values& values) {
    double sum = 0;
    for (std::size_t i = 0; i < values.size(); ++i) {
        const double steps = (values[i] - best_of_three[i]) / three_parameters()[i].step;
        sum += steps * steps;
    }
    return sum;
}

// Follows from the seed, the trial and the colour alone, like a game at a fixed depth.
inline arena::Outcome simulated(const TrialGame& game, std::uint64_t seed) {
    const Values one(game.trial.one.begin(), game.trial.one.end());
    const Values other(game.trial.other.begin(), game.trial.other.end());
    // Four steps off are worth 160 Elo.
    const double elo = 10 * (distance_of(other) - distance_of(one));
    const double expected = 1 / (1 + std::pow(10, -elo / 400));
    constexpr double draws = 0.3;
    const double luck = Random(seed ^ SplitMix(game.number()).next()).unit();
    const double wins = std::max(0.0, expected - draws / 2);
    return luck < wins           ? arena::Outcome::Win
           : luck < wins + draws ? arena::Outcome::Draw
                                 : arena::Outcome::Loss;
}

// To the end of the plan, or until so many results are known.
inline void play_in_order(TrialQueue& queue, std::uint64_t seed,
                          std::size_t most_results = SIZE_MAX) {
    while (queue.results().size() < most_results) {
        const auto game = queue.take();
        if (!game) return;
        queue.finish(*game, simulated(*game, seed));
    }
}

// The same with up to seven games out at a time, any of which may be over first.
inline void play_in_disorder(TrialQueue& queue, std::uint64_t seed) {
    Random random(seed);
    std::vector<TrialGame> out;
    for (;;) {
        while (out.size() < 7) {
            const auto game = queue.take();
            if (!game) break;
            out.push_back(*game);
        }
        if (out.empty()) return;
        const auto chosen = static_cast<std::size_t>(random.below(out.size()));
        const TrialGame game = out[chosen];
        out.erase(out.begin() + static_cast<std::ptrdiff_t>(chosen));
        queue.finish(game, simulated(game, seed));
    }
}

}  // namespace rookery::tune
