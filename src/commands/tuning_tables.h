// The outcome of a tuning by games as tables and pictures.
#pragma once

#include "commands/tuning_plan.h"
#include "lab/result_table.h"
#include "tune/sequential.h"
#include "tune/trial_run.h"

#include <string>
#include <vector>

namespace rookery {

// What came of a job.
struct TuningOutcome {
    TuningJob job;
    tune::Values values;
    std::uint64_t games = 0;  // of the tuning
    std::vector<tune::Moment> history;
    arena::PairCounts ten_openings,
        others;  // tuned against the start; without games where it was not judged
};

// The study tells the score only; so as if no game had been drawn.
[[nodiscard]] arena::GameCounts games_of(const tune::StudyResult& study);

// Every number with its start and its values.
[[nodiscard]] lab::ResultTable numbers_table(const TuningPlan& plan,
                                             const std::vector<TuningOutcome>& outcomes);
// Of weights, in hundredths of a pawn as the study has them, beside its own figures.
[[nodiscard]] lab::ResultTable values_table(const TuningPlan& plan,
                                            const std::vector<TuningOutcome>& outcomes);
// How sure it is that the tuned values are better than the start; for the study's, too.
[[nodiscard]] lab::ResultTable judgement_table(const TuningPlan& plan,
                                               const std::vector<TuningOutcome>& outcomes);

// The values over the depths, or over the games where there is one tuning only.
[[nodiscard]] std::string values_chart(const TuningPlan& plan,
                                       const std::vector<TuningOutcome>& outcomes);
// The scores over the depths with their 95 % intervals.
[[nodiscard]] std::string score_chart(const std::vector<TuningOutcome>& outcomes);

}  // namespace rookery
