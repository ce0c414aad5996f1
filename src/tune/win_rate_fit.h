// The constants of eval/win_rate.h from games: how often values were followed by a win, a draw, a
// loss.
#pragma once

#include "eval/win_rate.h"
#include "tune/training_positions.h"

#include <cstdint>
#include <vector>

namespace rookery::tune {

struct OutcomeCount {
    std::uint64_t wins = 0;  // of the side that the value favours
    std::uint64_t draws = 0;
    std::uint64_t losses = 0;

    [[nodiscard]] std::uint64_t all() const { return wins + draws + losses; }
    OutcomeCount& operator+=(const OutcomeCount& other) {
        wins += other.wins;
        draws += other.draws;
        losses += other.losses;
        return *this;
    }
};

// Outcomes by material and by the size of the value: all a fit needs to know of its positions.
class Outcomes {
  public:
    static constexpr int step = 10;       // of the values told apart
    static constexpr int largest = 1500;  // beyond it the result is certain and teaches nothing
    static constexpr int most_material = 127;

    Outcomes();
    // False if it does not count: without a value, or with one beyond the largest.
    bool add(const TrainingPosition& position);

    [[nodiscard]] static constexpr int sizes() { return largest / step + 1; }
    // Whose value is about size * step.
    [[nodiscard]] const OutcomeCount& at(int material, int size) const {
        return counts_[static_cast<std::size_t>(material * sizes() + size)];
    }

  private:
    std::vector<OutcomeCount> counts_;
};

// The mean over the positions: what was seen, which is certain, less the chances it was given,
// squared and added up. Unlike a likelihood it does not care most for the rarest accidents.
[[nodiscard]] double mean_error(const Outcomes& outcomes, const WinRateModel& model);

// The model with the smallest error.
[[nodiscard]] WinRateModel fitted_win_rate(const Outcomes& outcomes, const WinRateModel& start);

// Seen and expected where values and material lie within these limits, the upper ones excluded.
struct Band {
    int lowest_value = 0;
    int highest_value = Outcomes::largest + 1;
    int least_material = 0;
    int most_material = Outcomes::most_material + 1;
};
struct BandReport {
    OutcomeCount seen;
    double expected_wins = 0;  // numbers of games, as seen
    double expected_losses = 0;
};
[[nodiscard]] BandReport report_on_band(const Outcomes& outcomes, const WinRateModel& model,
                                        const Band& band);

}  // namespace rookery::tune
