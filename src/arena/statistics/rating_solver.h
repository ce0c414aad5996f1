// Ratings of players that are all connected by games; rate_players() splits a tournament into such
// groups.
#pragma once

#include "arena/statistics/matrix.h"
#include "arena/statistics/meeting.h"

#include <vector>

namespace rookery::arena {

// Natural logarithms of odds: 400 Elo are ln 10.
struct GroupSolution {
    std::vector<double> strengths;  // with mean 0
    SquareMatrix covariance;        // for dispersion 1, relative to the mean
    bool propped = false;           // needed the virtual draws
};

// Players are numbered from 0 to players - 1 and connected by the meetings.
[[nodiscard]] GroupSolution solve_group(std::size_t players, const std::vector<Meeting>& meetings,
                                        double virtual_draws);

}  // namespace rookery::arena
