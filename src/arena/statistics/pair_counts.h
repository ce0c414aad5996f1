// What a match has brought so far, seen from its first player.
//
// Two games from one opening with colours changed are a pair, and the pair is what is counted: an
// opening that favours White gives each side a point, so the games of a pair are not independent
// but the pairs are. Games left without their partner are in GameCounts only.
#pragma once

#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>

namespace rookery::arena {

enum class Outcome : std::uint8_t { Loss, Draw, Win };

[[nodiscard]] constexpr Outcome mirrored(Outcome outcome) {
    return static_cast<Outcome>(2 - static_cast<int>(outcome));
}

struct GameCounts {
    std::uint64_t wins = 0;
    std::uint64_t draws = 0;
    std::uint64_t losses = 0;

    [[nodiscard]] constexpr std::uint64_t total() const { return wins + draws + losses; }
    // Exact where a number of points need not be.
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

struct PairCounts {
    // Pairs by the half points made in them: 0, ½, 1, 1½ and 2 points.
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

}  // namespace rookery::arena
