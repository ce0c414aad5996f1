// What can be said to `rookery tune sequential`, `genetic`, `anneal`, `spsa` and `judge`.
#pragma once

#include "commands/game_options.h"
#include "commands/lab_output.h"
#include "tune/annealing.h"
#include "tune/genetic.h"
#include "tune/sequential.h"
#include "tune/spsa.h"
#include "tune/tuned_parameters.h"

#include <optional>
#include <string>
#include <vector>

namespace rookery {

// None: values are given, and only judged.
enum class TuningMethod { Sequential, Genetic, Anneal, Spsa, None };

struct TuningArguments {
    TuningMethod method = TuningMethod::Sequential;

    std::string searcher;  // empty: the engine's
    std::vector<std::string>
        weights;                    // beginnings of names; empty: the study's, or settings for spsa
    std::vector<std::string> only;  // beginnings of settings, for spsa
    std::vector<std::string> given;  // NAME=MG:EG, to be judged
    tune::TunedParameters::Start start = tune::TunedParameters::Start::Study;

    // Depths with one tuning each, or any one control.
    std::string depths = "4-8";
    std::string control;

    // Games of the tuning, in all.
    std::optional<std::uint64_t> games;
    std::optional<std::uint64_t> iterations;  // of sequential
    std::uint64_t match_games = 20;           // of sequential and annealing
    std::uint64_t population = 64;            // of genetic
    std::uint64_t contest_games = 2;          // of genetic
    tune::SpsaSettings spsa;                  // without its seed

    std::string openings = "study";    // or "random", or a file
    std::string judge_openings;        // empty: the file of the tuning, or random ones
    std::uint64_t judge_games = 1000;  // beside the study's twenty
    std::uint64_t seed = 1;
    std::uint64_t repeats = 1;  // of each tuning, each with a seed of its own

    std::size_t threads = 1;
    ColonyChoice colony;
    std::size_t hash_mib = 2;
    std::string checkpoint;
    bool resume = false;
    LabOutput output;
    std::string score_chart;

    [[nodiscard]] bool is_of_settings() const {
        return method == TuningMethod::Spsa && weights.empty();
    }
    [[nodiscard]] bool is_judged() const { return !is_of_settings(); }
};

inline constexpr std::uint64_t default_iterations = 10;
inline constexpr std::uint64_t default_games = 4000;

// "sequential"
[[nodiscard]] const char* name_of(TuningMethod method);

}  // namespace rookery
