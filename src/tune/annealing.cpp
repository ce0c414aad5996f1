#include "tune/annealing.h"

#include "base/math.h"

namespace rookery::tune {
namespace {

constexpr std::uint64_t most_changed = 3;
// Size of the changes in steps, at the start and at the end of the plan.
constexpr double largest_change = 3;
constexpr double smallest_change = 1;
constexpr double standard_errors_at_the_end = 2;

}  // namespace

Annealing::Annealing(std::vector<TunedParameter> parameters, const AnnealingSettings& settings)
    : parameters_(std::move(parameters)), settings_(settings), random_(settings.seed),
      present_(starts_of(parameters_)), sum_(parameters_.size()) {
    draw_neighbour();
}

double Annealing::progress() const {
    return static_cast<double>(match_) / static_cast<double>(matches());
}

double Annealing::temperature() const {
    return settings_.hottest + progress() * (settings_.coldest - settings_.hottest);
}

double Annealing::required_share() const {
    // For a match between equal players without draws.
    const double standard_error =
        0.5 / std::sqrt(2 * static_cast<double>(settings_.pairs_of_match));
    return 0.5 + progress() * standard_errors_at_the_end * standard_error;
}

void Annealing::draw_neighbour() {
    neighbour_ = present_;
    if (match_ == matches()) return;
    const double size = largest_change + progress() * (smallest_change - largest_change);
    // A change that rounding or the limits undo would be a match against itself, so it is drawn
    // again, unless nothing can change.
    constexpr int most_tries = 1000;
    for (int tries = 0; tries < most_tries && rounded(neighbour_) == rounded(present_); ++tries) {
        for (std::uint64_t left = 1 + random_.below(most_changed); left > 0; --left) {
            const auto i = static_cast<std::size_t>(random_.below(parameters_.size()));
            const double change = size * parameters_[i].step * (2 * random_.unit() - 1);
            neighbour_[i] = parameters_[i].limited(neighbour_[i] + change);
        }
    }
}

std::optional<Trial> Annealing::next() {
    if (match_ == matches() || proposed_ == settings_.pairs_of_match) return std::nullopt;
    ++proposed_;
    return Trial{++begun_, rounded(neighbour_), rounded(present_)};
}

bool Annealing::accepts(double share) {
    // Drawn in any case, so that later random numbers do not depend on results.
    const double luck = random_.unit();
    return share >= required_share() ||
           luck < natural_exp((share - required_share()) / temperature());
}

void Annealing::learn(const Trial&, const TrialResult& result) {
    balance_ += result.balance();
    if (++heard_ < settings_.pairs_of_match) return;
    const double share = 0.5 + balance_ / (4.0 * static_cast<double>(settings_.pairs_of_match));
    if (accepts(share)) present_ = neighbour_;
    ++match_;
    if (4 * match_ > 3 * matches()) {
        for (std::size_t i = 0; i < sum_.size(); ++i) sum_[i] += present_[i];
        ++summed_;
    }
    proposed_ = heard_ = 0;
    balance_ = 0;
    draw_neighbour();
}

Values Annealing::values() const {
    if (summed_ == 0) return present_;
    Values mean = sum_;
    for (double& value : mean) value /= static_cast<double>(summed_);
    return mean;
}

std::string Annealing::doing() const {
    return "match " + std::to_string(std::min(match_ + 1, matches())) + " of " +
           std::to_string(matches());
}

}  // namespace rookery::tune
