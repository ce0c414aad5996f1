// The outcome of a tuning by games as tables and charts.
#pragma once

#include "arena/statistics/elo.h"
#include "arena/statistics/result_table.h"
#include "tune/sequential.h"
#include "tune/trial_run.h"
#include "tune/tuning_plan.h"

#include <string>
#include <vector>

namespace rookery::tune {

struct TuningOutcome {
    TuningJob job;
    Values values;
    std::uint64_t games = 0;  // of the tuning
    std::vector<Moment> history;
    // The tuned values against the start; without games if they were not judged.
    arena::PairCounts ten_openings, others;
};

// The study gives only the score; these are the games without draws that make this score.
[[nodiscard]] arena::GameCounts games_of(const StudyResult& study);

// Every parameter with its start and its tuned values.
[[nodiscard]] arena::ResultTable parameters_table(const TuningPlan& plan,
                                                  const std::vector<TuningOutcome>& outcomes);
// Weights in hundredths of a pawn, as in the study, beside the values of the study.
[[nodiscard]] arena::ResultTable values_table(const TuningPlan& plan,
                                              const std::vector<TuningOutcome>& outcomes);
// How certain it is that the tuned values are better than the start, also for the study.
[[nodiscard]] arena::ResultTable judgement_table(const TuningPlan& plan,
                                                 const std::vector<TuningOutcome>& outcomes);

// The values over the depths, or over the games if there is only one tuning.
[[nodiscard]] std::string values_chart(const TuningPlan& plan,
                                       const std::vector<TuningOutcome>& outcomes);
// The scores over the depths with their 95 % intervals.
[[nodiscard]] std::string score_chart(const std::vector<TuningOutcome>& outcomes);

}  // namespace rookery::tune
