#include "tune/objective.h"

#include "tune/texel_data.h"

namespace rookery::tune {

using namespace classical;

BasicWeights<float> single_precision(const RealWeights& weights) {
    BasicWeights<float> single;
    single.reserve(weights.size());
    for (const RealTapered& weight : weights)
        single.push_back({static_cast<float>(weight.mg), static_cast<float>(weight.eg)});
    return single;
}

double mean_loss(const TracePool& pool, const RealWeights& weights, const Objective& objective,
                 std::size_t threads) {
    if (pool.size() == 0) return 0;
    const BasicWeights<float> single = single_precision(weights);
    const double sum = sum_over<double>(threads, pool.size(), [&](std::size_t i) {
        const TracePool::Id id = pool.ids()[i];
        const double value = slopes_of(pool.trace(id), single).value;
        const double error = objective.expected(value) - objective.target(pool.outcome(id));
        return error * error;
    });
    return sum / static_cast<double>(pool.size());
}

double fitted_k(const TracePool& pool, const RealWeights& weights, std::size_t threads) {
    const BasicWeights<float> single = single_precision(weights);
    std::vector<float> values(pool.size());
    for_each_item(threads, pool.size(), [&](std::size_t i) {
        values[i] = slopes_of(pool.trace(pool.ids()[i]), single).value;
    });
    const auto loss = [&](double log_k) {
        const Objective objective{std::exp(log_k), 1};
        return sum_over<double>(threads, pool.size(), [&](std::size_t i) {
            const double error =
                objective.expected(values[i]) - objective.target(pool.outcome(pool.ids()[i]));
            return error * error;
        });
    };
    // Golden section: each step keeps the part of the interval in which the smallest loss must be.
    const double golden = (std::sqrt(5.0) - 1) / 2;
    double low = std::log(smallest_k), high = std::log(largest_k);
    double left = high - golden * (high - low), right = low + golden * (high - low);
    double at_left = loss(left), at_right = loss(right);
    while (high - low > 1e-4) {
        if (at_left < at_right) {
            high = right;
            right = left;
            at_right = at_left;
            left = high - golden * (high - low);
            at_left = loss(left);
        } else {
            low = left;
            left = right;
            at_left = at_right;
            right = low + golden * (high - low);
            at_right = loss(right);
        }
    }
    return std::exp((low + high) / 2);
}

}  // namespace rookery::tune
