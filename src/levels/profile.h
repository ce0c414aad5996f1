// A person's rating on the scale of our levels, which is not a human Elo: it begins in the middle
// of the weaker levels and follows the results.
#pragma once

namespace rookery {

inline constexpr int first_rating = 1000;

// R + 30 (S - E): S is the score of the game (points of 2), E the one that the ratings promise.
[[nodiscard]] int rating_after(int rating, int opponent, int points);

// The level whose Elo is nearest.
[[nodiscard]] int suggested_level(int rating);

}  // namespace rookery
