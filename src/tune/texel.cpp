#include "tune/texel.h"

#include "base/random.h"
#include "eval/classical/weight_table.h"
#include "store/json.h"
#include "tune/texel_data.h"

#include <cmath>

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

namespace {

// Small, so that a batch has work for several threads.
constexpr std::size_t positions_in_slice = 512;

// Units of danger are smaller than centipawns.
constexpr double danger_units_per_centipawn = 4;

// A smaller decrease of the loss is no gain.
constexpr double smallest_gain = 1e-8;

std::size_t batch_for(std::size_t positions) {
    constexpr std::size_t steps_wanted = 100, smallest = 256, largest = 16384;
    return std::clamp(positions / steps_wanted, smallest, largest);
}

// Decay rates of Adam's moments.
constexpr double first_memory = 0.9;
constexpr double second_memory = 0.999;

struct AdamStep {
    double rate;
    // Bias corrections: the moments start at zero and are too small at first.
    double first_correction;
    double second_correction;
};

void move_weight(double gradient, const AdamStep& step, double& weight, double& first,
                 double& second) {
    constexpr double tiny = 1e-12;  // gradients are about a millionth
    first = first_memory * first + (1 - first_memory) * gradient;
    second = second_memory * second + (1 - second_memory) * gradient * gradient;
    weight -= step.rate * (first / step.first_correction) /
              (std::sqrt(second / step.second_correction) + tiny);
}

// The mean of the weights over the steps of an epoch, which is less noisy than the last weights.
class MeanWeights {
  public:
    void add(const RealWeights& weights) {
        for (std::size_t number = 0; number < weight_count; ++number) {
            sum_[number].mg += weights[number].mg;
            sum_[number].eg += weights[number].eg;
        }
        ++count_;
    }
    [[nodiscard]] RealWeights weights() const {
        RealWeights mean = sum_;
        for (RealTapered& weight : mean) {
            weight.mg /= count_;
            weight.eg /= count_;
        }
        return mean;
    }

  private:
    RealWeights sum_ = RealWeights(weight_count);
    double count_ = 0;
};

constexpr const char* checkpoint_format = "rookery texel 1";

Json halves(const RealTapered& value) { return {value.mg, value.eg}; }
RealTapered halves_of(const Json& json) {
    return {json.at(0).get<double>(), json.at(1).get<double>()};
}

Json to_json(const TexelIdentity& identity) {
    return {{"training", identity.training},
            {"validation", identity.validation},
            {"seed", identity.seed},
            {"batch", identity.batch},
            {"lambda", identity.lambda}};
}

// Throws a Json::Error if something is missing or of the wrong kind.
TexelState read_state(const Json& json) {
    TexelState state;
    state.epoch = json.at("epoch").get<decltype(state.epoch)>();
    state.steps = json.at("steps").get<decltype(state.steps)>();
    state.k = json.at("k").get<decltype(state.k)>();
    state.best_loss = json.at("best_loss").get<decltype(state.best_loss)>();
    state.best_epoch = json.at("best_epoch").get<decltype(state.best_epoch)>();
    const Json& weights = json.at("weights");
    for (std::size_t number = 0; number < weight_count; ++number) {
        const Json& weight = weights.at(weight_name(number));
        state.weights.push_back(halves_of(weight.at("value")));
        state.best.push_back(halves_of(weight.at("best")));
        state.first_moments.push_back(halves_of(weight.at("first")));
        state.second_moments.push_back(halves_of(weight.at("second")));
    }
    return state;
}

}  // namespace

Result<TexelTuner, std::string> TexelTuner::create(const TexelData& data, const Weights& start,
                                                   const TexelSettings& settings) {
    if (data.training.size() == 0) return failure(std::string("there is nothing to learn from"));
    auto free = chosen_weights(settings.choice);
    if (!free) return failure(free.error());
    return TexelTuner(data, start, settings, std::move(*free));
}

TexelTuner::TexelTuner(const TexelData& data, const Weights& start, const TexelSettings& settings,
                       FreeWeights free)
    : data_(&data), settings_(settings), free_(std::move(free)), start_(real_weights(start)),
      batch_(settings.batch != 0 ? settings.batch : batch_for(data.training.size())),
      games_(static_cast<double>(std::max<std::uint64_t>(1, data.training_games))) {
    occurrences_ = occurrences_in(data.training, start_, settings.threads);
    rare_ = freeze_rare(occurrences_, settings.fewest, free_);

    state_.k = settings.k ? *settings.k : fitted_k(data.training, start_, settings.threads);
    state_.weights = state_.best = start_;
    state_.first_moments.resize(weight_count);
    state_.second_moments.resize(weight_count);
    measure_start();

    slice_gradients_.resize((batch_ + positions_in_slice - 1) / positions_in_slice);
    for (auto& gradient : slice_gradients_) gradient.resize(weight_count);
}

void TexelTuner::measure_start() {
    start_training_loss_ = mean_loss(data_->training, start_, objective(), settings_.threads);
    start_validation_loss_ = mean_loss(data_->validation, start_, objective(), settings_.threads);
    state_.best_loss = data_->validation.size() > 0 ? start_validation_loss_ : start_training_loss_;
}

void TexelTuner::resume(TexelState state) {
    state_.k = state.k;
    measure_start();
    state_ = std::move(state);
}

std::size_t TexelTuner::free_count() const {
    std::size_t count = 0;
    for (const Halves<bool>& free : free_) count += std::size_t{free.mg} + std::size_t{free.eg};
    return count;
}

double TexelTuner::loss_to_watch(const RealWeights& weights) const {
    const TracePool& pool = data_->validation.size() > 0 ? data_->validation : data_->training;
    return mean_loss(pool, weights, objective(), settings_.threads);
}

std::optional<EpochReport> TexelTuner::run_epoch(const std::stop_token& stop) {
    const TexelState before = state_;
    std::vector<TracePool::Id> order = data_->training.ids();
    Random random(settings_.seed * 1000003 + state_.epoch);
    shuffle(order, random);

    const double rate =
        settings_.rate * std::pow(settings_.decay, static_cast<double>(state_.epoch));
    MeanWeights mean;
    double loss = 0;
    for (std::size_t first = 0; first < order.size(); first += batch_) {
        if (stop.stop_requested()) {
            state_ = before;
            return std::nullopt;
        }
        const std::size_t count = std::min(batch_, order.size() - first);
        loss += add_batch(order.data() + first, count);
        step(count, rate);
        mean.add(state_.weights);
    }
    ++state_.epoch;

    const RealWeights learnt = mean.weights();
    EpochReport report{state_.epoch, rate, loss / static_cast<double>(order.size()),
                       loss_to_watch(learnt), false};
    report.is_best = report.validation_loss < state_.best_loss - smallest_gain;
    if (report.is_best) {
        state_.best = learnt;
        state_.best_loss = report.validation_loss;
        state_.best_epoch = state_.epoch;
    }
    return report;
}

double TexelTuner::add_batch(const TracePool::Id* ids, std::size_t count) {
    single_ = single_precision(state_.weights);
    const Objective aim = objective();
    const std::size_t slices = (count + positions_in_slice - 1) / positions_in_slice;
    std::vector<double> losses(slices);
    for_each_slice(settings_.threads, slices, [&](std::size_t slice) {
        BasicWeights<float>& gradient = slice_gradients_[slice];
        std::fill(gradient.begin(), gradient.end(), BasicTapered<float>{});
        const std::size_t end = std::min(count, (slice + 1) * positions_in_slice);
        for (std::size_t i = slice * positions_in_slice; i < end; ++i) {
            const CompactTrace trace = data_->training.trace(ids[i]);
            const Slopes<float> slopes = slopes_of(trace, single_);
            const double expected = aim.expected(slopes.value);
            const double error = expected - aim.target(data_->training.outcome(ids[i]));
            losses[slice] += error * error;
            // A loss of error^2; the expectation grows by k e (1 - e) with the value.
            const double slope = 2 * error * aim.k * expected * (1 - expected);
            add_gradient(trace, slopes, static_cast<float>(slope), gradient);
        }
    });
    gradient_.assign(weight_count, {});
    double loss = 0;
    for (std::size_t slice = 0; slice < slices; ++slice) {
        loss += losses[slice];
        for (std::size_t number = 0; number < weight_count; ++number) {
            gradient_[number].mg += slice_gradients_[slice][number].mg;
            gradient_[number].eg += slice_gradients_[slice][number].eg;
        }
    }
    return loss;
}

void TexelTuner::step(std::size_t count, double rate) {
    const double steps = static_cast<double>(++state_.steps);
    const AdamStep adam{rate, 1 - std::pow(first_memory, steps),
                        1 - std::pow(second_memory, steps)};
    const double share = 1 / static_cast<double>(count);
    // A Gaussian prior around the start with the leeway as its deviation. The observations are
    // games, not positions, because the positions of a game share one result; the loss at the start
    // is their variance.
    const double pull = settings_.leeway > 0 ? 2 * start_training_loss_ / games_ /
                                                   (settings_.leeway * settings_.leeway)
                                             : 0;
    for (std::size_t number = 0; number < weight_count; ++number) {
        const double unit = family_of(number).part == Part::Danger ? danger_units_per_centipawn : 1;
        const auto move = [&](double RealTapered::*half) {
            double& weight = state_.weights[number].*half;
            const double gradient = gradient_[number].*half * share +
                                    pull / (unit * unit) * (weight - start_[number].*half);
            move_weight(gradient, adam, weight, state_.first_moments[number].*half,
                        state_.second_moments[number].*half);
        };
        if (free_[number].mg) move(&RealTapered::mg);
        if (free_[number].eg) move(&RealTapered::eg);
    }
}

TexelIdentity identity_of(const TexelData& data, const TexelSettings& settings,
                          const TexelTuner& tuner) {
    return {data.training.size(), data.validation.size(), settings.seed, tuner.batch(),
            settings.lambda};
}

std::string checkpoint_text(const TexelState& state, const TexelIdentity& identity) {
    Json json{{"format", checkpoint_format},
              {"made_with", to_json(identity)},
              {"epoch", state.epoch},
              {"steps", state.steps},
              {"k", state.k},
              {"best_loss", state.best_loss},
              {"best_epoch", state.best_epoch}};
    Json& weights = json["weights"] = Json::object();
    for (std::size_t number = 0; number < weight_count; ++number)
        weights[weight_name(number)] = {{"value", halves(state.weights[number])},
                                        {"best", halves(state.best[number])},
                                        {"first", halves(state.first_moments[number])},
                                        {"second", halves(state.second_moments[number])}};
    return json.dump(1) + '\n';
}

Result<TexelState, std::string> state_from(const std::string& text, const TexelIdentity& identity) {
    try {
        const Json json = Json::parse(text);
        if (json.at("format") != checkpoint_format) return failure(std::string("is no checkpoint"));
        if (json.at("made_with") != to_json(identity))
            return failure("was made with other data or settings: " + json.at("made_with").dump() +
                           ", now " + to_json(identity).dump());
        return read_state(json);
    } catch (const Json::Error&) {
        return failure(std::string("is no checkpoint, or one of another program"));
    }
}

}  // namespace rookery::tune
