// `lab features`: what each part of the evaluation is worth, by matches, and what it costs.
//
// The evaluations that play are the steps of a study, the whole evaluation without one group of
// terms, and sets of values for the pieces.
#pragma once

#include "arena/statistics/result_table.h"
#include "eval/classical/terms.h"
#include "lab/match_series.h"
#include "lab/measurement.h"
#include "search/searcher.h"
#include "ui/progress.h"

#include <cstdint>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

namespace rookery::lab {

// One form of the classical evaluation.
struct Feature {
    std::string name;
    std::string settings;  // of a player, e.g. "Terms=material"; empty: the evaluation as it is
    std::string study{};   // the result of the study, as printed there; may be empty
};

// From material alone to all terms, with one more in each step. The study's changes after its last
// term are steps, too.
[[nodiscard]] std::vector<Feature> feature_steps();

// The whole evaluation without one group.
[[nodiscard]] std::vector<Feature> features_left_out();

// 1/3/3/5/9, Kaufman's values, learned ones, and ours; as the only terms, or with all others. All
// are scaled so that all pieces of a side are worth as much as ours: only the ratios differ.
[[nodiscard]] std::vector<Feature> material_sets(bool alone);

// The engine with that evaluation, as a player of that name.
[[nodiscard]] std::string player_with(const Feature& feature);

struct CostPlan {
    int turns = 25;
    int passes = 10;  // over the positions, in each turn
};

// Nanoseconds of processor time for a position. `saved` compares the set with the first one
// directly after it, because the speed of the machine varies more than the sets do.
struct Cost {
    Median time;
    Median saved;
};

// Measures the evaluation with each set of groups, in turns, over the same positions of random
// games. The pawn hash table stays filled, as in a search. If stopped, only complete turns count.
[[nodiscard]] std::vector<Cost> measure_costs(std::span<const classical::Groups> sets,
                                              const CostPlan& plan,
                                              const std::stop_token& stop = {},
                                              const Progress& progress = {});

struct FeaturesSettings {
    std::vector<std::string> parts;  // names of feature_parts(); none means all
    int depth = 4;
    std::uint64_t nodes = 5000;
    int turns = 25;
    SeriesSettings series;
    arena::TableOutput output;
};

[[nodiscard]] std::vector<std::string> feature_parts();

// Returns the exit code.
[[nodiscard]] int run_features(const FeaturesSettings& settings, SearcherTable searchers);

}  // namespace rookery::lab
