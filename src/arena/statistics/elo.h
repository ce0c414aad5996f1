// How strong, and how sure: Elo with its error from the games or pairs of a match.
#pragma once

#include "arena/statistics/pair_counts.h"

#include <numbers>
#include <optional>
#include <string>

namespace rookery::arena {

// The logistic curve: 400 Elo are odds of ten to one. A score of 0 or 1 is an infinite difference.
[[nodiscard]] double elo_of_score(double score);
[[nodiscard]] double score_of_elo(double elo);

// Normalised Elo per unit of (score - ½) / standard deviation of one game. With this factor it
// equals logistic Elo, for small differences, where no game is drawn and none depends on another.
inline constexpr double normalized_elo_scale = 800 / std::numbers::ln10;

// A value and the interval that holds the true one in 95 of 100 matches. Any of them may be
// infinite.
struct Bounded {
    double value = 0;
    double low = 0;
    double high = 0;

    // Half the width, for "value ± error"; infinite where a bound is.
    [[nodiscard]] double error() const;
};

struct EloEstimate {
    std::uint64_t games = 0;
    Bounded score;       // of one game: 0 to 1
    Bounded elo;         // the same on the logistic scale, hence with bounds at unequal distance
    Bounded normalized;  // nElo: what a game tells about the difference, drawish openings or not
    double superiority = 0.5;          // likelihood that the first player is the stronger one (LOS)
    double draw_ratio = 0;             // of the games
    std::optional<double> pair_ratio;  // pairs won to pairs lost; infinite where none was lost
};

// The variance comes from the pairs as they fell, undivided by any model of draws or colours. Where
// all pairs fell alike there is no variance to go by; the bounds then come from the exact chance of
// such a run. Without games everything is even and unbounded.
[[nodiscard]] EloEstimate estimate_elo(const PairCounts& pairs);
// For games without partners, taken as independent.
[[nodiscard]] EloEstimate estimate_elo(const GameCounts& games);

// "+12.3", "-0.5", "+inf".
[[nodiscard]] std::string elo_text(double elo);
// "+12.3 ± 4.5" with finite bounds, "+inf [+446.1, +inf]" with one, and "-" without any: nothing can
// be said then.
[[nodiscard]] std::string elo_text(const Bounded& elo);
// One line with everything worth showing: Elo, nElo, LOS, draws and the ratio of pairs.
[[nodiscard]] std::string describe(const EloEstimate& estimate);

}  // namespace rookery::arena
