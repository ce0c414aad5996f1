// Texel tuning: weights fitted to results by logistic regression with the exact gradient of the
// evaluation.
//
// Adam over small batches in a new random order for every epoch, a rate that falls from epoch to
// epoch, regularisation towards the start, and early stopping by the loss on validation games. That
// loss is measured with the mean of an epoch's weights. The same data, settings and seed give the
// same weights with any number of threads.
#pragma once

#include "tune/texel_data.h"
#include "tune/weight_choice.h"

#include <cmath>
#include <optional>
#include <stop_token>

namespace rookery::tune {

// How well values of positions predict results: the loss that tuning minimises.
//
// A value v stands for an expected share of the points of 1 / (1 + exp(-k v)). k says how much a
// centipawn is worth. It is fitted to the weights at the start and then fixed, so that centipawns
// keep their meaning while the weights change.
struct Objective {
    double k = 0.005;
    // The share of the result in the target, 0 to 1; the rest is the score of the search.
    double lambda = 1;

    [[nodiscard]] double expected(double value) const { return 1 / (1 + std::exp(-k * value)); }
    // The target for a position, as a share of the points.
    [[nodiscard]] double target(const TracedOutcome& outcome) const {
        const double result = outcome.result / 2.0;
        if (outcome.score == no_score || lambda == 1) return result;
        return lambda * result + (1 - lambda) * expected(outcome.score);
    }
};

// The weights in the precision of the gradient.
[[nodiscard]] classical::BasicWeights<float>
single_precision(const classical::RealWeights& weights);

// The mean of (expected - target)^2; 0 for an empty pool.
[[nodiscard]] double mean_loss(const TracePool& pool, const classical::RealWeights& weights,
                               const Objective& objective, std::size_t threads);

inline constexpr double smallest_k = 0.0002;
inline constexpr double largest_k = 0.05;

// The k with the smallest loss within these limits.
[[nodiscard]] double fitted_k(const TracePool& pool, const classical::RealWeights& weights,
                              std::size_t threads);

struct TexelSettings {
    double lambda = 0.8;
    std::optional<double> k;  // fitted if not given
    std::size_t epochs = 30;
    std::size_t early_stopping = 5;  // ends after so many epochs without gain
    std::size_t batch = 0;           // positions; 0 chooses by their number
    double rate = 1.0;               // about how far a weight goes in one step
    double decay = 0.9;              // of the rate, by epoch
    // Regularisation: how far weights are expected to move from the start, in centipawns; 0 for
    // none.
    double leeway = 20;
    std::uint64_t fewest = 200;  // weights that occur in fewer positions stay as they are
    WeightChoice choice;
    std::uint64_t seed = 1;
    std::size_t threads = 1;
};

// The state of a tuning, which a checkpoint stores.
struct TexelState {
    std::size_t epoch = 0;  // done so far
    std::uint64_t steps = 0;
    double k = 0;
    classical::RealWeights weights;
    classical::RealWeights first_moments, second_moments;  // Adam's, of the gradient
    classical::RealWeights best;
    double best_loss = 0;
    std::size_t best_epoch = 0;
};

struct EpochReport {
    std::size_t epoch;
    double rate;
    double training_loss;    // mean of its batches, while the weights were changing
    double validation_loss;  // of the mean of its weights
    bool is_best;
};

class TexelTuner {
  public:
    // The data must outlive the tuner. The error says which setting is wrong.
    [[nodiscard]] static Result<TexelTuner, std::string>
    create(const TexelData& data, const classical::Weights& start, const TexelSettings& settings);

    // The data and settings must be those of the state.
    void resume(TexelState state);

    [[nodiscard]] bool is_finished() const {
        return state_.epoch >= settings_.epochs || has_no_gain();
    }
    [[nodiscard]] bool has_no_gain() const {
        return state_.epoch - state_.best_epoch >= settings_.early_stopping;
    }
    // Empty if it was stopped; the state is then that before the epoch.
    [[nodiscard]] std::optional<EpochReport> run_epoch(const std::stop_token& stop);

    [[nodiscard]] const TexelState& state() const { return state_; }
    [[nodiscard]] Objective objective() const { return {state_.k, settings_.lambda}; }
    // Losses at the start.
    [[nodiscard]] double training_loss() const { return start_training_loss_; }
    [[nodiscard]] double validation_loss() const { return start_validation_loss_; }
    [[nodiscard]] const Occurrences& occurrences() const { return occurrences_; }
    [[nodiscard]] const std::vector<std::string>& rare() const { return rare_; }
    [[nodiscard]] std::size_t free_count() const;
    [[nodiscard]] std::size_t batch() const { return batch_; }

  private:
    TexelTuner(const TexelData& data, const classical::Weights& start,
               const TexelSettings& settings, FreeWeights free);

    // Returns the sum of the losses of these positions and sets gradient_.
    double add_batch(const TracePool::Id* ids, std::size_t count);
    void step(std::size_t count, double rate);
    void measure_start();
    [[nodiscard]] double loss_to_watch(const classical::RealWeights& weights) const;

    const TexelData* data_;
    TexelSettings settings_;
    FreeWeights free_;
    classical::RealWeights start_;
    Occurrences occurrences_;
    std::vector<std::string> rare_;
    std::size_t batch_;
    double games_;
    double start_training_loss_ = 0;
    double start_validation_loss_ = 0;
    TexelState state_;

    // Buffers that all batches share.
    classical::BasicWeights<float> single_;
    std::vector<classical::BasicWeights<float>> slice_gradients_;
    classical::RealWeights gradient_;
};

// Data and settings that must be the same when a checkpoint is resumed.
struct TexelIdentity {
    std::size_t training = 0;  // positions
    std::size_t validation = 0;
    std::uint64_t seed = 0;
    std::size_t batch = 0;
    double lambda = 0;

    [[nodiscard]] bool operator==(const TexelIdentity&) const = default;
};
[[nodiscard]] TexelIdentity identity_of(const TexelData& data, const TexelSettings& settings,
                                        const TexelTuner& tuner);

[[nodiscard]] std::string checkpoint_text(const TexelState& state, const TexelIdentity& identity);
// The error says why the text is not a checkpoint of this tuning.
[[nodiscard]] Result<TexelState, std::string> state_from(const std::string& text,
                                                         const TexelIdentity& identity);

}  // namespace rookery::tune
