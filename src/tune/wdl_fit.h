// Fits the WDL model of eval/win_rate.h (win, draw and loss by score and material) to games.
#pragma once

#include "eval/win_rate.h"
#include "tune/training_positions.h"

#include <cstdint>
#include <string>
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

// Outcomes counted by material and by the size of the value.
class Outcomes {
  public:
    static constexpr int step = 10;       // of the values told apart
    static constexpr int largest = 1500;  // beyond it the result is certain
    static constexpr int most_material = 127;

    Outcomes();
    // False if the position is not counted, because it has no value or one beyond the largest.
    bool add(const TrainingPosition& position);

    [[nodiscard]] static constexpr int sizes() { return largest / step + 1; }
    // Outcomes of positions with a value of about size * step.
    [[nodiscard]] const OutcomeCount& at(int material, int size) const {
        return counts_[static_cast<std::size_t>(material * sizes() + size)];
    }

  private:
    std::vector<OutcomeCount> counts_;
};

// The mean squared error (Brier score) of the predicted win, draw and loss. Unlike a likelihood it
// is not dominated by rare results.
[[nodiscard]] double mean_error(const Outcomes& outcomes, const WinRateModel& model);

// The model with the smallest error.
[[nodiscard]] WinRateModel fitted_win_rate(const Outcomes& outcomes, const WinRateModel& start);

// Limits of values and material; the upper limits are excluded.
struct Band {
    int lowest_value = 0;
    int highest_value = Outcomes::largest + 1;
    int least_material = 0;
    int most_material = Outcomes::most_material + 1;
};
struct BandReport {
    OutcomeCount seen;
    double expected_wins = 0;  // in positions, as in `seen`
    double expected_losses = 0;
};
[[nodiscard]] BandReport report_on_band(const Outcomes& outcomes, const WinRateModel& model,
                                        const Band& band);

// `rookery tune wdl`: fits the model to the positions of the files and prints it. Returns the exit
// code.
[[nodiscard]] int run_wdl(const std::vector<std::string>& files);

}  // namespace rookery::tune
