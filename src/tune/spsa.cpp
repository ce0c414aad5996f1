#include "tune/spsa.h"

#include <algorithm>
#include <cmath>

namespace rookery::tune {
namespace {

constexpr double step_exponent = 0.602;
constexpr double reach_exponent = 0.101;
constexpr double plan_share_of_delay = 0.1;

}  // namespace

double Spsa::reach_of(const SpsaParameter& parameter, std::uint64_t number) const {
    const double left = static_cast<double>(settings_.pairs) / static_cast<double>(number);
    return parameter.reach * std::pow(left, reach_exponent);
}

SpsaTrial Spsa::next() {
    SpsaTrial trial;
    trial.number = ++begun_;
    Random random(settings_.seed ^ SplitMix(trial.number).next());
    for (const SpsaParameter& one : parameters_) {
        const int sign = random.next() & 1 ? 1 : -1;
        trial.signs.push_back(sign);
        // Rounded up or down by chance, so that changes smaller than one are tried as well.
        const double chance = random.unit();
        const auto whole = [&](double value) {
            const double limited = std::clamp<double>(std::floor(value + chance), one.lowest, one.highest);
            return static_cast<int>(limited);
        };
        const double change = sign * reach_of(one, trial.number);
        trial.up.emplace_back(one.name, whole(one.value + change));
        trial.down.emplace_back(one.name, whole(one.value - change));
    }
    return trial;
}

void Spsa::learn(const SpsaTrial& trial, double balance) {
    ++done_;
    const double delay = plan_share_of_delay * static_cast<double>(settings_.pairs);
    const double planned = static_cast<double>(settings_.pairs) + delay;
    const double fade = std::pow(planned / (static_cast<double>(trial.number) + delay), step_exponent);
    for (std::size_t i = 0; i < parameters_.size(); ++i) {
        SpsaParameter& one = parameters_[i];
        // The gradient is the balance over the change, so a smaller change counts for more.
        const double step = settings_.rate * fade * one.reach * one.reach / reach_of(one, trial.number);
        one.value = std::clamp<double>(one.value + step * balance * trial.signs[i], one.lowest, one.highest);
    }
}

void Spsa::resume(std::uint64_t done, const std::vector<double>& values) {
    begun_ = done_ = done;
    for (std::size_t i = 0; i < parameters_.size(); ++i) parameters_[i].value = values.at(i);
}

SettingValues rounded_values(const std::vector<SpsaParameter>& parameters, bool changed_only) {
    SettingValues values;
    for (const SpsaParameter& one : parameters) {
        const int value = static_cast<int>(std::lround(one.value));
        if (!changed_only || value != std::lround(one.start)) values.emplace_back(one.name, value);
    }
    return values;
}

}  // namespace rookery::tune
