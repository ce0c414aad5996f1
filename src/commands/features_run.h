// `lab features`: what each part of the evaluation is worth, and what it costs.
#pragma once

#include "commands/lab_output.h"
#include "commands/series_options.h"
#include "search/searcher.h"

#include <cstdint>
#include <string>
#include <vector>

namespace rookery {

struct FeaturesArguments {
    std::vector<std::string> parts;  // names of feature_parts(); none means all
    int depth = 4;
    std::uint64_t nodes = 5000;
    int turns = 25;
    SeriesOptions series;
    LabOutput output;
};

[[nodiscard]] std::vector<std::string> feature_parts();

// Returns the exit code.
[[nodiscard]] int run_features(const FeaturesArguments& arguments, SearcherTable searchers);

}  // namespace rookery
