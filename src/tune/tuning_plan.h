// Tuning by games: its settings, and the plan that is made of them. Making the plan checks all
// settings and plays nothing.
#pragma once

#include "arena/game/referee.h"
#include "arena/openings/opening.h"
#include "arena/statistics/result_table.h"
#include "tune/spsa.h"
#include "tune/tuned_parameters.h"
#include "tune/tuning_record.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace rookery::tune {

// None: given values are judged, and nothing is tuned.
enum class TuningMethod { Sequential, Genetic, Anneal, Spsa, None };

// "sequential"; "judge" for None.
[[nodiscard]] const char* name_of(TuningMethod method);

struct TuningSettings {
    TuningMethod method = TuningMethod::Sequential;

    std::string searcher;  // empty: the engine's
    // Beginnings of names of weights; empty: the study's, or settings of the search for spsa.
    std::vector<std::string> weights;
    std::vector<std::string> only;   // beginnings of names of settings, for spsa
    std::vector<std::string> given;  // NAME=MG:EG, to be judged
    TunedParameters::Start start = TunedParameters::Start::Study;

    // One tuning for each depth, or one tuning at any other time control.
    std::string depths = "4-8";
    std::string control;

    std::optional<std::uint64_t> games;       // of a tuning, in all
    std::optional<std::uint64_t> iterations;  // of sequential
    std::uint64_t match_games = 20;           // of sequential and annealing
    std::uint64_t population = 64;            // of genetic
    std::uint64_t contest_games = 2;          // of genetic
    SpsaSettings spsa;                        // without its seed

    std::string openings = "study";    // or "random", or a file
    std::string judge_openings;        // empty: the file of the tuning, or random ones
    std::uint64_t judge_games = 1000;  // in addition to the study's twenty
    std::uint64_t seed = 1;
    std::uint64_t repeats = 1;  // of each tuning, each with its own seed

    std::size_t threads = 1;
    std::size_t hash_mib = 2;
    std::string checkpoint;
    bool resume = false;
    arena::TableOutput output;
    std::string score_chart;

    // Whether settings of the search are tuned, and not weights of the evaluation.
    [[nodiscard]] bool is_of_settings() const {
        return method == TuningMethod::Spsa && weights.empty();
    }
    // Whether the tuned values play against the start afterwards.
    [[nodiscard]] bool is_judged() const { return !is_of_settings(); }
};

inline constexpr std::uint64_t default_iterations = 10;
inline constexpr std::uint64_t default_games = 4000;

using TrialOpenings = std::function<Result<arena::Opening, std::string>(std::size_t trial)>;

struct OpeningSource {
    std::string name;                  // "study", "random", or that of a file
    std::optional<std::size_t> count;  // of the openings; empty if there is no end of them
    // The judgement gets other openings than the tuning as long as there are enough.
    std::function<TrialOpenings(std::uint64_t seed)> for_tuning, for_judging;
};

// "study": the ten openings of the study in their order; "random": random moves; or a file.
[[nodiscard]] Result<OpeningSource, std::string> opening_source(const std::string& name);

// One tuning: at a time control, with a seed.
struct TuningJob {
    std::optional<int> depth;
    arena::TimeControl control;
    std::uint64_t seed = 1;
    std::string at;    // "depth 4", "nodes=8000"
    std::string name;  // the same, or with repeats "depth 4, seed 2"
};

struct TuningPlan {
    std::string searcher;
    TunedParameters parameters;
    Choice given;  // the values to judge if nothing is tuned
    std::vector<TuningJob> jobs;
    arena::Adjudication adjudication;
    OpeningSource tuning_openings, judging_openings;
    Facts facts;  // settings that must be the same when a checkpoint is resumed

    [[nodiscard]] arena::SearcherSpec player_with(const Choice& choice, std::size_t hash_mib) const;
};

struct TuningRefusal {
    std::string why;
    int exit_code;
};
[[nodiscard]] Result<TuningPlan, TuningRefusal> plan_tuning(const TuningSettings& settings,
                                                            SearcherTable searchers);

// Null for TuningMethod::None.
[[nodiscard]] std::unique_ptr<GameTuner> make_tuner(const TuningSettings& settings,
                                                    const TuningPlan& plan, std::uint64_t seed);

}  // namespace rookery::tune
