// `lab search`: what each technique of the search is worth.
#pragma once

#include "commands/lab_output.h"
#include "commands/series_options.h"
#include "search/searcher.h"

#include <cstdint>
#include <string>
#include <vector>

namespace rookery {

struct TechniquesArguments {
    std::vector<std::string> only;  // names, with or without use_; none means all
    std::uint64_t nodes = 8000;
    SeriesOptions series;
    LabOutput output;
};

// Returns the exit code.
[[nodiscard]] int run_techniques(const TechniquesArguments& arguments, SearcherTable searchers);

}  // namespace rookery
