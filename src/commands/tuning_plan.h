// A tuning by games, prepared: everything that can be wrong has been looked at, and nothing was
// played.
#pragma once

#include "arena/game/referee.h"
#include "commands/tuning_arguments.h"
#include "commands/tuning_openings.h"
#include "tune/tuning_record.h"

#include <functional>
#include <memory>

namespace rookery {

// One tuning: at a time control, with a seed.
struct TuningJob {
    std::optional<int> depth;
    arena::TimeControl control;
    std::uint64_t seed = 1;
    std::string at;    // "depth 4", "nodes=8000"
    std::string name;  // the same or, of several, "depth 4, seed 2"
};

struct TuningPlan {
    std::string searcher;
    tune::TunedParameters numbers;
    tune::Choice given;  // the values to judge, without a method
    std::vector<TuningJob> jobs;
    arena::Adjudication adjudication;
    OpeningSource tuning_openings, judging_openings;
    tune::Facts facts;  // that must stay as they are when it is resumed

    [[nodiscard]] arena::SearcherSpec player_with(const tune::Choice& choice,
                                                  std::size_t hash_mib) const;
};

// Why not, and with which exit code.
struct TuningRefusal {
    std::string why;
    int code;
};
[[nodiscard]] Result<TuningPlan, TuningRefusal> plan_tuning(const TuningArguments& arguments,
                                                            SearcherTable searchers);

// Nothing where nothing is tuned.
[[nodiscard]] std::unique_ptr<tune::GameTuner>
make_tuner(const TuningArguments& arguments, const TuningPlan& plan, std::uint64_t seed);

}  // namespace rookery
