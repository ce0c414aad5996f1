// What evaluations are tuned on: positions, what the search thought of them, and how their games
// ended.
#pragma once

#include "chess/position.h"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace rookery::tune {

inline constexpr std::int16_t no_score = std::numeric_limits<std::int16_t>::min();

struct TrainingPosition {
    Position position;
    std::int16_t score = no_score;  // the search's, White's view, centipawns
    std::uint8_t result = 1;        // half points of White: 0, 1 or 2
    std::uint32_t game = 0;         // positions of one game have the same number
};

// False if no more are wanted.
using PositionVisitor = std::function<bool(const TrainingPosition&)>;

// Shows all its positions to the visitor, in the same order every time it is called. The problem,
// if they could not be read.
using PositionSource = std::function<std::optional<std::string>(const PositionVisitor&)>;

// The sources one after another; the games of each are numbered on from those before.
[[nodiscard]] inline PositionSource joined(std::vector<PositionSource> sources) {
    return
        [sources = std::move(sources)](const PositionVisitor& visit) -> std::optional<std::string> {
            std::uint32_t games = 0;
            for (const PositionSource& source : sources) {
                const std::uint32_t before = games;
                bool wants_more = true;
                const auto problem = source([&](const TrainingPosition& one) {
                    TrainingPosition renumbered = one;
                    renumbered.game += before;
                    games = std::max(games, renumbered.game + 1);
                    wants_more = visit(renumbered);
                    return wants_more;
                });
                if (problem || !wants_more) return problem;
            }
            return std::nullopt;
        };
}

}  // namespace rookery::tune
