// Which evaluations the experiment on features compares: the study's steps, each group of terms
// left out, and sets of values for the pieces.
#pragma once

#include "eval/classical/terms.h"
#include "lab/result_table.h"
#include "lab/thread_gain.h"

#include <span>
#include <stop_token>
#include <string>
#include <vector>

namespace rookery::lab {

// One form of the classical evaluation.
struct Feature {
    std::string name;
    std::string settings;  // of a player, e.g. "Terms=material"; empty: the evaluation as it is
    std::string study{};   // what the study found, in its own words; empty where it did not ask
};

// From material alone to the whole, one thing more in each; what the study changed after its last
// term is changed there, too.
[[nodiscard]] std::vector<Feature> feature_steps();

// The whole evaluation without one group.
[[nodiscard]] std::vector<Feature> features_left_out();

// 1/3/3/5/9, Kaufman's, the learned ones, and ours; with nothing but material, or with all other
// terms. All are stretched so that a whole army weighs as much as ours: what differs is how it is
// shared out.
[[nodiscard]] std::vector<Feature> material_sets(bool alone);

// The engine with that evaluation, as a player of that name.
[[nodiscard]] std::string player_with(const Feature& feature);

// The time an evaluation takes with some groups of terms, so that each group's share can be seen.

struct CostPlan {
    int turns = 25;
    int passes = 10;  // over the positions, in each turn
};

// Nanoseconds of the processor a position. What a set costs less than the first is measured side by
// side with it, for moments differ more than sets do.
struct Cost {
    Middle time;
    Middle saved;
};

// All sets take turns over the same positions of random games. Pawn structures are remembered from
// one turn to the next, as a search would mostly find them. Stopped early, it counts the turns that
// were complete.
[[nodiscard]] std::vector<Cost> measure_costs(std::span<const classical::Groups> sets,
                                              const CostPlan& plan,
                                              const std::stop_token& stop = {},
                                              const Progress& progress = {});

}  // namespace rookery::lab
