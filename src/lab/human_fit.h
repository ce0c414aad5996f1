// `rookery human fit`: the numbers of the human searcher that make the moves of people likeliest,
// by rating, and how its errors are spread beside those of people.
#pragma once

#include "arena/statistics/result_table.h"
#include "lab/human_sample.h"
#include "levels/human_searcher.h"

#include <cstdint>
#include <string>
#include <vector>

namespace rookery::lab {

struct HumanFitSettings {
    HumanSample sample;
    std::string network;               // a file; empty: the one inside the program
    std::uint64_t nodes = 1000;        // of the short search, for each likely move
    std::uint64_t judge_nodes = 2000;  // of the search that says what is an error
    arena::TableOutput output;
};

// A position: what the searcher considers, and which of it was played.
struct HumanChoice {
    std::vector<human::HumanCandidate> candidates;
    std::size_t played = 0;
};

// Makes the choices likeliest. Every choice must have a candidate that was played.
[[nodiscard]] human::HumanModel fitted_model(const std::vector<HumanChoice>& choices);
// The mean of -log(chance of the played move).
[[nodiscard]] double log_loss(const std::vector<HumanChoice>& choices,
                              const human::HumanModel& model);

// Prints two tables; returns the exit code.
[[nodiscard]] int run_human_fit(const HumanFitSettings& settings);

}  // namespace rookery::lab
