#include "tune/trial_queue.h"

#include <cassert>

namespace rookery::tune {
namespace {

constexpr std::string_view letters = "LDW";  // by Outcome
constexpr std::uint64_t moments_of_a_plan = 100;

}  // namespace

TrialQueue::TrialQueue(GameTuner& tuner) : tuner_(tuner), history_{{0, tuner.values()}} { ask(); }

// As soon as it can be asked: when a trial is made must not depend on who has time to play it.
void TrialQueue::ask() {
    while (auto trial = tuner_.next()) waiting_.push_back({std::move(*trial), {}, {}});
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

void TrialQueue::finish(const TrialGame& game, arena::Outcome outcome) {
    assert(!waiting_.empty() && game.trial.number >= waiting_.front().trial.number);
    const auto place = static_cast<std::size_t>(game.trial.number - waiting_.front().trial.number);
    waiting_[place].outcomes[game.one_is_white] = outcome;
    while (!waiting_.empty() && waiting_.front().outcomes[0] && waiting_.front().outcomes[1]) learn_first();
}

void TrialQueue::learn_first() {
    const Waiting first = std::move(waiting_.front());
    waiting_.pop_front();
    const TrialResult result{*first.outcomes[1], *first.outcomes[0]};
    tuner_.learn(first.trial, result);
    results_ += letters[static_cast<std::size_t>(result.as_white)];
    results_ += letters[static_cast<std::size_t>(result.as_black)];
    if (first.trial.number % std::max<std::uint64_t>(1, tuner_.most_trials() / moments_of_a_plan) == 0)
        history_.push_back({2 * first.trial.number, tuner_.values()});
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
    if (history.back().games < results_.size()) history.push_back({results_.size(), tuner_.values()});
    return history;
}

}  // namespace rookery::tune
