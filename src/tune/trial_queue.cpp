#include "tune/trial_queue.h"

#include <cassert>

namespace rookery::tune {
namespace {

constexpr std::string_view letters = "LDW";  // by Outcome
constexpr std::uint64_t moments_of_a_plan = 100;

}  // namespace

TrialQueue::TrialQueue(GameTuner& tuner) : tuner_(&tuner), history_{{0, tuner.values()}} { ask(); }

// As soon as it can be asked: when a trial is made must not depend on who has time to play it.
void TrialQueue::ask() {
    while (auto trial = tuner_->next()) waiting_.push_back({std::move(*trial), {}, {}});
}

std::optional<TrialGame> TrialQueue::take() {
    for (Waiting& one : waiting_)
        for (const bool white : {true, false})
            if (!one.taken[white]) {
                one.taken[white] = true;
                return TrialGame{one.trial, white};
            }
    return std::nullopt;
}

TrialQueue::Waiting& TrialQueue::waiting(std::uint64_t trial) {
    assert(!waiting_.empty() && trial >= waiting_.front().trial.number && trial <= waiting_.back().trial.number);
    return waiting_[static_cast<std::size_t>(trial - waiting_.front().trial.number)];
}

void TrialQueue::finish(const TrialGame& game, arena::Outcome outcome) {
    waiting(game.trial.number).outcomes[game.one_is_white] = outcome;
    learn_what_is_known();
}

std::optional<Trial> TrialQueue::take_trial() {
    for (Waiting& one : waiting_)
        if (!one.taken[0] && !one.taken[1]) {
            one.taken[0] = one.taken[1] = true;
            return one.trial;
        }
    return std::nullopt;
}

void TrialQueue::finish_trial(std::uint64_t number, const TrialResult& result) {
    Waiting& trial = waiting(number);
    trial.outcomes[true] = result.as_white;
    trial.outcomes[false] = result.as_black;
    learn_what_is_known();
}

void TrialQueue::go_back(std::uint64_t trial, std::unique_ptr<GameTuner> fresh) {
    assert(trial > 0);
    const std::string remaining = results_.substr(0, 2 * static_cast<std::size_t>(trial - 1));
    own_ = std::move(fresh);
    tuner_ = own_.get();
    waiting_.clear();
    results_.clear();
    history_ = {{0, tuner_->values()}};
    ask();
    [[maybe_unused]] const auto problem = repeat(remaining);
    assert(!problem);
}

void TrialQueue::learn_what_is_known() {
    while (!waiting_.empty() && waiting_.front().outcomes[0] && waiting_.front().outcomes[1]) learn_first();
}

void TrialQueue::learn_first() {
    const Waiting first = std::move(waiting_.front());
    waiting_.pop_front();
    const TrialResult result{*first.outcomes[1], *first.outcomes[0]};
    tuner_->learn(first.trial, result);
    results_ += letters[static_cast<std::size_t>(result.as_white)];
    results_ += letters[static_cast<std::size_t>(result.as_black)];
    if (first.trial.number % std::max<std::uint64_t>(1, tuner_->most_trials() / moments_of_a_plan) == 0)
        history_.push_back({2 * first.trial.number, tuner_->values()});
    ask();
}

std::optional<std::string> TrialQueue::repeat(std::string_view results) {
    if (results.size() % 2 != 0) return "holds half a pair of games";
    for (const char letter : results) {
        const std::size_t outcome = letters.find(letter);
        if (outcome == std::string_view::npos) return "holds results that are none";
        const auto game = take();
        if (!game) return "holds more games than the plan has";
        finish(*game, static_cast<arena::Outcome>(outcome));
    }
    return std::nullopt;
}

std::vector<Moment> TrialQueue::history() const {
    std::vector<Moment> history = history_;
    if (history.back().games < results_.size()) history.push_back({results_.size(), tuner_->values()});
    return history;
}

arena::PairCounts score_of(std::string_view results) {
    const auto outcome = [&](std::size_t game) { return static_cast<arena::Outcome>(letters.find(results[game])); };
    arena::PairCounts score;
    for (std::size_t game = 0; game + 1 < results.size(); game += 2) score.add(outcome(game), outcome(game + 1));
    return score;
}

}  // namespace rookery::tune
