// Positions for tests: from text, and at random.
#pragma once

#include "base/random.h"
#include "chess/movegen.h"
#include "chess/position.h"

#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace rookery::test {

// The position of a FEN that must be good; a test that hands in a bad one ends.
[[nodiscard]] Position position_of(std::string_view fen);

// Plays up to `plies` random moves from a Chess960 start (the ordinary one half of the time).
[[nodiscard]] Position random_position(Random& random, int plies);

// A random legal position of few pieces, placed without regard to how it came about.
[[nodiscard]] Position random_placement(Random& random, int pieces);

// The outside test data, if the environment names it.
[[nodiscard]] std::optional<std::filesystem::path> outside_data();

}  // namespace rookery::test

// At the head of a test of optional data; $ROOKERY_DATA is then in `data`.
#define ROOKERY_NEED_DATA(data)                                                                    \
    const auto data##_or_none = ::rookery::test::outside_data();                                   \
    if (!data##_or_none) GTEST_SKIP() << "ROOKERY_DATA does not name the outside data";            \
    const std::filesystem::path& data = *data##_or_none
