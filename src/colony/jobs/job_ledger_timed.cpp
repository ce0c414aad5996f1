// The ledger's part in games by the wall clock.
#include "colony/jobs/job_ledger.h"
#include "base/hash.h"
#include "colony/jobs/timed_games.h"

#include <fmt/format.h>

#include <utility>

namespace rookery::colony {
namespace {

// Pairs that have the same chances: all but the opening is the same.
std::string encounter_of(const PairTask& task) {
    PairTask same = task;
    same.opening = {};
    same.games.clear();
    return fmt::format("{:x}", hash_of(text_of_task(same)));
}

}  // namespace

bool JobLedger::may_play(const Task& task, std::uint64_t timed_speed) {
    return !is_timed(task) || can_keep_time(std::get<PairTask>(task).reference_speed, timed_speed);
}

void JobLedger::count_score(const JobRow& row) {
    if (row.half_points && is_timed(row.job.task))
        scores_.add(row.worker, encounter_of(std::get<PairTask>(row.job.task)), *row.half_points);
}

void JobLedger::compare_scores() {
    for (const ScoreWatch::Finding& finding : scores_.look()) {
        if (!finding.is_certain)
            doubts_.push_back({finding.worker, finding.words});
        else
            condemn(finding.worker, fmt::format("of {}: {}", settings_.campaign, finding.words));
    }
}

std::vector<JobLedger::Doubt> JobLedger::take_doubts() { return std::exchange(doubts_, {}); }

}  // namespace rookery::colony
