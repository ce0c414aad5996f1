#include "tune/sequential.h"

namespace rookery::tune {

Sequential::Sequential(std::vector<TunedParameter> parameters, const SequentialSettings& settings)
    : parameters_(std::move(parameters)), settings_(settings), values_(starts_of(parameters_)),
      done_(parameters_.empty() || settings.iterations == 0) {
    find_match();
}

Values Sequential::candidate() const {
    Values changed = values_;
    const TunedParameter& one = parameters_[parameter_];
    changed[parameter_] = one.limited(changed[parameter_] + direction_ * one.step);
    return changed;
}

std::optional<Trial> Sequential::next() {
    if (done_ || proposed_ == settings_.pairs_of_match) return std::nullopt;
    ++proposed_;
    return Trial{++begun_, rounded(candidate()), rounded(values_)};
}

void Sequential::learn(const Trial&, const TrialResult& result) {
    balance_ += result.balance();
    if (++heard_ < settings_.pairs_of_match) return;
    const bool won = balance_ > 0;
    proposed_ = heard_ = 0;
    balance_ = 0;
    if (won) {
        values_ = candidate();
        changed_ = true;
        direction_ = -1;  // it need not be tried
    }
    go_on();
    find_match();
}

// Goes on to the other direction, the next parameter, or the next iteration.
void Sequential::go_on() {
    if (direction_ > 0) {
        direction_ = -1;
        return;
    }
    direction_ = 1;
    if (++parameter_ < parameters_.size()) return;
    parameter_ = 0;
    done_ = !changed_ || ++iteration_ == settings_.iterations;
    changed_ = false;
}

void Sequential::find_match() {
    while (!done_ && rounded(candidate()) == rounded(values_)) go_on();
    if (settings_.most_pairs - begun_ < settings_.pairs_of_match) done_ = true;
}

std::uint64_t Sequential::most_trials() const {
    return std::min(settings_.most_pairs,
                    settings_.iterations * parameters_.size() * 2 * settings_.pairs_of_match);
}

std::string Sequential::doing() const {
    if (done_) return "done";
    return "iteration " + std::to_string(iteration_ + 1) + ", " + parameters_[parameter_].name +
           (direction_ > 0 ? " up" : " down");
}

}  // namespace rookery::tune
