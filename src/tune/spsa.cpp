#include "tune/spsa.h"

namespace rookery::tune {
namespace {

constexpr double step_exponent = 0.602;
constexpr double reach_exponent = 0.101;
constexpr double plan_share_of_delay = 0.1;

}  // namespace

double Spsa::reach_of(const TunedParameter& parameter, std::uint64_t trial) const {
    const double left = static_cast<double>(settings_.pairs) / static_cast<double>(trial);
    return parameter.step * std::pow(left, reach_exponent);
}

std::vector<Spsa::Lot> Spsa::lots_of(std::uint64_t trial) const {
    Random random(settings_.seed ^ SplitMix(trial).next());
    std::vector<Lot> lots(parameters_.size());
    for (Lot& lot : lots) {
        lot.sign = random.next() & 1 ? 1 : -1;
        lot.rounding = random.unit();
    }
    return lots;
}

std::optional<Trial> Spsa::next() {
    if (begun_ == settings_.pairs || begun_ - done_ == most_out) return std::nullopt;
    Trial trial{++begun_, {}, {}};
    const std::vector<Lot> lots = lots_of(trial.number);
    for (std::size_t i = 0; i < parameters_.size(); ++i) {
        // Rounded up or down at random, so that changes smaller than one are tried, too.
        const auto whole = [&](double value) {
            return static_cast<int>(parameters_[i].limited(std::floor(value + lots[i].rounding)));
        };
        const double change = lots[i].sign * reach_of(parameters_[i], trial.number);
        trial.one.push_back(whole(values_[i] + change));
        trial.other.push_back(whole(values_[i] - change));
    }
    return trial;
}

void Spsa::learn(const Trial& trial, const TrialResult& result) {
    ++done_;
    const double delay = plan_share_of_delay * static_cast<double>(settings_.pairs);
    const double planned = static_cast<double>(settings_.pairs) + delay;
    const double fade =
        std::pow(planned / (static_cast<double>(trial.number) + delay), step_exponent);
    const std::vector<Lot> lots = lots_of(trial.number);
    for (std::size_t i = 0; i < parameters_.size(); ++i) {
        const TunedParameter& one = parameters_[i];
        // The gradient is the balance over the change, so a smaller change counts for more.
        const double step =
            settings_.rate * fade * one.step * one.step / reach_of(one, trial.number);
        values_[i] = one.limited(values_[i] + step * result.balance() * lots[i].sign);
    }
}

}  // namespace rookery::tune
