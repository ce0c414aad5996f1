#include "tune/sequential.h"

namespace rookery::tune {

Sequential::Sequential(std::vector<TunedParameter> numbers, const SequentialSettings& settings)
    : numbers_(std::move(numbers)), settings_(settings), values_(starts_of(numbers_)),
      done_(numbers_.empty() || settings.iterations == 0) {
    find_match();
}

Values Sequential::candidate() const {
    Values changed = values_;
    const TunedParameter& one = numbers_[number_];
    changed[number_] = one.limited(changed[number_] + direction_ * one.step);
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

// To the other direction, the next number, the next iteration.
void Sequential::go_on() {
    if (direction_ > 0) {
        direction_ = -1;
        return;
    }
    direction_ = 1;
    if (++number_ < numbers_.size()) return;
    number_ = 0;
    done_ = !changed_ || ++iteration_ == settings_.iterations;
    changed_ = false;
}

void Sequential::find_match() {
    while (!done_ && rounded(candidate()) == rounded(values_)) go_on();
    if (settings_.most_pairs - begun_ < settings_.pairs_of_match) done_ = true;
}

std::uint64_t Sequential::most_trials() const {
    return std::min(settings_.most_pairs,
                    settings_.iterations * numbers_.size() * 2 * settings_.pairs_of_match);
}

std::string Sequential::doing() const {
    if (done_) return "done";
    return "iteration " + std::to_string(iteration_ + 1) + ", " + numbers_[number_].name +
           (direction_ > 0 ? " up" : " down");
}

}  // namespace rookery::tune
