// Matches that were never played: how often a sequential test decides rightly, and after how long.
#pragma once

#include "arena/statistics/sprt.h"

#include <array>
#include <cstdint>
#include <optional>

namespace rookery::arena {

// Chances of the five results of a pair, worst first.
using PairProbabilities = std::array<double, 5>;

// Players with a known difference. The two games of a pair have the same chances; `coupling` says
// how far they depend on each other. With -1 a win in one game goes with a loss in the other as far
// as the chances allow (uneven openings), with +1 both end alike, in between that share of the
// pairs is so and the rest independent. The mean score is that of `elo` whatever the coupling.
struct PairModel {
    double elo = 0;
    double draw_ratio = 0.5;
    double coupling = 0;
};

// Nothing where the difference leaves no room for that many draws, or a value is out of its range.
[[nodiscard]] std::optional<PairProbabilities> pair_probabilities(const PairModel& model);

[[nodiscard]] double normalized_elo_of(const PairProbabilities& chances);
// The model with this normalised Elo, its draws and coupling left as they are; the elo of `model`
// is ignored. None where no possible elo reaches it.
[[nodiscard]] std::optional<PairModel> with_normalized_elo(PairModel model, double normalized_elo);

struct Simulation {
    PairProbabilities chances{};
    std::uint64_t tests = 1000;
    std::uint64_t max_pairs = 1'000'000;  // a test still running then counts as undecided
    std::uint64_t seed = 1;
    std::size_t threads = 1;  // the outcome does not depend on it
};

struct SimulationResult {
    std::uint64_t accepted_h0 = 0;
    std::uint64_t accepted_h1 = 0;
    std::uint64_t undecided = 0;
    std::uint64_t pairs = 0;  // of all tests together

    [[nodiscard]] std::uint64_t tests() const { return accepted_h0 + accepted_h1 + undecided; }
    [[nodiscard]] double rate_h0() const { return share(accepted_h0); }
    [[nodiscard]] double rate_h1() const { return share(accepted_h1); }
    [[nodiscard]] double mean_games() const { return 2 * share(pairs); }

  private:
    [[nodiscard]] double share(std::uint64_t count) const {
        return tests() == 0 ? 0 : static_cast<double>(count) / static_cast<double>(tests());
    }
};

// Looks at the LLR after every pair, as a match does.
[[nodiscard]] SimulationResult simulate_sprt(const SprtSettings& settings,
                                             const Simulation& simulation);

}  // namespace rookery::arena
