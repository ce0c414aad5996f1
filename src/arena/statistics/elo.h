// Elo with its error, LOS and normalized Elo from the games or pairs of a match. Pairs are counted
// by their pentanomial results.
#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numbers>
#include <optional>
#include <string>

namespace rookery::arena {

// Results are seen from the first player of a match. Two games from one opening with colours
// changed are a pair, and pairs are counted: an opening that favours White gives each side a point,
// so the games of a pair are not independent, but the pairs are. Games without a partner are in
// GameCounts only.

enum class Outcome : std::uint8_t { Loss, Draw, Win };

[[nodiscard]] constexpr Outcome mirrored(Outcome outcome) {
    return static_cast<Outcome>(2 - static_cast<int>(outcome));
}

struct GameCounts {
    std::uint64_t wins = 0;
    std::uint64_t draws = 0;
    std::uint64_t losses = 0;

    [[nodiscard]] constexpr std::uint64_t total() const { return wins + draws + losses; }
    // A whole number, unlike points().
    [[nodiscard]] constexpr std::uint64_t half_points() const { return 2 * wins + draws; }
    [[nodiscard]] constexpr double points() const { return static_cast<double>(half_points()) / 2; }
    [[nodiscard]] constexpr GameCounts mirrored() const { return {losses, draws, wins}; }

    constexpr void add(Outcome outcome) {
        switch (outcome) {
            case Outcome::Loss: ++losses; break;
            case Outcome::Draw: ++draws; break;
            case Outcome::Win: ++wins; break;
        }
    }
    constexpr GameCounts& operator+=(const GameCounts& other) {
        wins += other.wins;
        draws += other.draws;
        losses += other.losses;
        return *this;
    }
    [[nodiscard]] friend constexpr bool operator==(const GameCounts&, const GameCounts&) = default;
};

// Pentanomial counts.
struct PairCounts {
    // The pentanomial: pairs by the points made in them, 0, ½, 1, 1½ and 2.
    std::array<std::uint64_t, 5> pairs{};
    // How many of the pairs with one point were a win and a loss. The statistics do not need it,
    // but it tells sharp openings from drawn ones.
    std::uint64_t win_loss = 0;

    [[nodiscard]] constexpr std::uint64_t total() const {
        return pairs[0] + pairs[1] + pairs[2] + pairs[3] + pairs[4];
    }
    [[nodiscard]] constexpr std::uint64_t draw_draw() const {
        assert(win_loss <= pairs[2]);
        return pairs[2] - win_loss;
    }
    // The games the pairs consist of: 1½ points are always a win and a draw, ½ a draw and a loss.
    [[nodiscard]] constexpr GameCounts games() const {
        return {2 * pairs[4] + pairs[3] + win_loss, pairs[3] + pairs[1] + 2 * draw_draw(),
                2 * pairs[0] + pairs[1] + win_loss};
    }
    [[nodiscard]] constexpr PairCounts mirrored() const {
        return {{pairs[4], pairs[3], pairs[2], pairs[1], pairs[0]}, win_loss};
    }

    // In either order.
    constexpr void add(Outcome one, Outcome other) {
        ++pairs[static_cast<std::size_t>(one) + static_cast<std::size_t>(other)];
        if (one != other && one != Outcome::Draw && other != Outcome::Draw) ++win_loss;
    }
    constexpr PairCounts& operator+=(const PairCounts& other) {
        for (std::size_t i = 0; i < pairs.size(); ++i) pairs[i] += other.pairs[i];
        win_loss += other.win_loss;
        return *this;
    }
    [[nodiscard]] friend constexpr bool operator==(const PairCounts&, const PairCounts&) = default;
};

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
// "+12.3 ± 4.5" with finite bounds, "+inf [+446.1, +inf]" with one, and "-" without any: nothing
// can be said then.
[[nodiscard]] std::string elo_text(const Bounded& elo);
// One line with everything worth showing: Elo, nElo, LOS, draws and the ratio of pairs.
[[nodiscard]] std::string describe(const EloEstimate& estimate);

// The normal distribution, as far as the statistics need it.

// 95 % of a normal distribution lie within this many standard deviations of its mean.
inline constexpr double deviations_95 = 1.959963984540054;

[[nodiscard]] inline double normal_below(double deviations) {
    return std::erfc(-deviations / std::numbers::sqrt2) / 2;
}

// The two-sided sign test: the probability that equal players differ by so many wins or more. Draws
// do not count; without a decisive game it is 1.
[[nodiscard]] inline double sign_test(std::uint64_t wins, std::uint64_t losses) {
    const std::uint64_t fewer = std::min(wins, losses);
    const auto games = static_cast<double>(wins + losses);
    // The chance of exactly `fewer`, by logarithms since it may be tiny; then those of still fewer,
    // each from the one before.
    double logarithm = -games * std::numbers::ln2;
    for (std::uint64_t i = 1; i <= fewer; ++i)
        logarithm += std::log((games - static_cast<double>(fewer - i)) / static_cast<double>(i));
    double term = std::exp(logarithm);
    double tail = term;
    for (std::uint64_t k = fewer; k > 0 && term > 0; --k) {
        term *= static_cast<double>(k) / (games - static_cast<double>(k) + 1);
        tail += term;
    }
    return std::min(1.0, 2 * tail);
}

}  // namespace rookery::arena
