#include "colony/jobs/away_trials.h"

#include "base/hash.h"
#include "colony/jobs/task_play.h"

#include <fmt/format.h>

#include <algorithm>

namespace rookery::colony {
namespace {

constexpr auto patience = std::chrono::milliseconds(200);
// Nobody is to wait for us to post the next job.
constexpr std::size_t fewest_open = 8;

// With what is played, so that another trial of the same number is another job.
std::string name_of(std::uint64_t number, const PairTask& task) {
    return fmt::format("t{}x{:016x}", number, hash_of(text_of_task(task)));
}
std::string name_of(const JobEvent& event) { return event.job.substr(event.job.rfind('-') + 1); }

std::uint64_t trial_of(const PairTask& task) { return (task.games.front().number + 1) / 2; }

// Of the player who begins with White.
arena::Outcome outcome_of(const arena::GameRecord& record, const PairTask::Game& game) {
    if (record.result == GameResult::Draw) return arena::Outcome::Draw;
    const bool has_white_won = record.result == GameResult::WhiteWins;
    return has_white_won == (game.white == 0) ? arena::Outcome::Win : arena::Outcome::Loss;
}

Result<tune::TrialResult, std::string> result_of(const PairTask& task, const TaskResults& results) {
    const auto records = records_of(task, results);
    if (!records) return failure(records.error());
    return tune::TrialResult{outcome_of((*records)[0], task.games[0]), outcome_of((*records)[1], task.games[1])};
}

}  // namespace

Result<PairTask, std::string> pair_of(const tune::TrialToPlay& trial) {
    if (trial.control.goes_by_wall(false))
        return failure(
            fmt::format("'{}' goes by the wall clock, and workers are not equally fast: limit by nodes or depth",
                        to_text(trial.control)));
    PairTask task;
    const arena::SearcherSpec* specs[] = {&trial.one, &trial.other};
    for (std::size_t i = 0; i < 2; ++i) {
        auto player = job_player_of(*specs[i]);
        if (!player) return failure(player.error());
        task.players[i] = std::move(*player);
        task.controls[i] = trial.control;
    }
    task.opening = trial.opening;
    task.adjudication = trial.adjudication;
    task.games = {{2 * trial.number - 1, 0}, {2 * trial.number, 1}};
    // Whoever cannot read a job cannot say so. An id and a ticket are no longer than these.
    const std::string id(64, 'x');
    const auto readable = parse_job(to_text(Job{"t-" + id.substr(2), new_ticket(), 0, task}));
    if (!readable) return failure(fmt::format("a trial has no room in a colony's job: it {}", readable.error()));
    return task;
}

std::optional<std::string> AwayTrials::play(tune::TrialSource& source) {
    const std::stop_token stop = source.give_up();
    while (!stop.stop_requested()) {
        if (first_withdrawn_) go_back(source);
        if (auto problem = post_more(source)) return problem;
        if (auto event = board_.next(stop, patience)) {
            // All that is known, before anything follows from it: who lied has often lied more than once.
            for (; event; event = board_.next(stop, std::chrono::milliseconds(0)))
                if (auto problem = hear(*event, source)) return problem;
            continue;
        }
        const JobBoard::State state = board_.state();
        if (state.problem) return state.problem;
        if (!open_.empty() || !is_exhausted_ || !state.is_settled) continue;
        board_.forget_campaign();
        return std::nullopt;
    }
    return std::nullopt;
}

std::optional<std::string> AwayTrials::post_more(tune::TrialSource& source) {
    const std::size_t enough = fewest_open + 2 * seats_();
    while (open_.size() < enough) {
        const auto trial = source.next();
        is_exhausted_ = !trial;
        if (!trial) break;
        auto task = pair_of(*trial);
        if (!task) return task.error();
        const std::string name = name_of(trial->number, *task);
        if (const auto known = known_.find(name); known != known_.end()) {
            source.finished(trial->number, known->second);
            continue;
        }
        open_.emplace(name, trial->number);
        board_.post(name, std::move(*task));
    }
    return std::nullopt;
}

std::optional<std::string> AwayTrials::hear(const JobEvent& event, tune::TrialSource& source) {
    switch (event.kind) {
        case JobEvent::Kind::Finished: return finish(event, source);
        case JobEvent::Kind::Withdrawn: {
            known_.erase(name_of(event));
            const std::uint64_t trial = trial_of(std::get<PairTask>(event.task));
            first_withdrawn_ = std::min(trial, first_withdrawn_.value_or(trial));
            return std::nullopt;
        }
        case JobEvent::Kind::Failed: return fmt::format("a pair of games cannot be played: {}", event.words);
        case JobEvent::Kind::Begun:
        case JobEvent::Kind::Confirmed:
        case JobEvent::Kind::Caught: return std::nullopt;
    }
    return std::nullopt;
}

std::optional<std::string> AwayTrials::finish(const JobEvent& event, tune::TrialSource& source) {
    const auto result = result_of(std::get<PairTask>(event.task), event.results);
    if (!result) return result.error();
    const std::string name = name_of(event);
    known_.insert_or_assign(name, *result);
    board_.kept(event.job);
    // What was finished while the tuning went back may be wanted again, or never.
    const auto open = open_.find(name);
    if (open == open_.end()) return std::nullopt;
    const std::uint64_t number = open->second;
    open_.erase(open);
    source.finished(number, *result);
    return std::nullopt;
}

// Which trials follow is not known any more; those that stay as they were are posted again.
void AwayTrials::go_back(tune::TrialSource& source) {
    const std::uint64_t trial = *std::exchange(first_withdrawn_, std::nullopt);
    open_.clear();
    board_.drop_unfinished();
    source.withdrawn(trial);
    if (went_back_) went_back_(trial);
}

}  // namespace rookery::colony
