// Where a game begins: a position and the moves that are played before the players think.
#pragma once

#include "chess/position.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace rookery::arena {

struct Opening {
    Position start = Position::start();
    std::vector<Move> moves;
    bool chess960 = false;
    std::string name;  // empty: none is known

    [[nodiscard]] friend bool operator==(const Opening&, const Opening&) = default;
};

// Its name; without one its moves, "1. e4 e5 2. Nf3", after the position where that is another than
// usual.
[[nodiscard]] std::string text_of(const Opening& opening);

// Ten well-known openings of four to nine plies, for small experiments.
[[nodiscard]] std::vector<Opening> study_openings();

// A Chess960 start by its number, 0 to 959.
[[nodiscard]] Opening chess960_opening(int number);

struct RandomOpenings {
    // The number of plies is drawn evenly from this range.
    int fewest_plies = 8;
    int most_plies = 9;
    bool chess960 = false;
};

// Random legal moves, from the ordinary or a random Chess960 start, after which the game still goes
// on. Depends on seed and index alone, so a match that is resumed finds its openings again.
[[nodiscard]] Opening random_opening(std::uint64_t seed, std::uint64_t index,
                                     const RandomOpenings& wanted = {});
[[nodiscard]] std::vector<Opening> random_openings(std::uint64_t seed, std::size_t count,
                                                   const RandomOpenings& wanted = {});

enum class Order : std::uint8_t { Sequential, Random };

// Every index below count once. The same for the same seed on every machine.
[[nodiscard]] std::vector<std::size_t> opening_order(std::size_t count, std::uint64_t seed,
                                                     Order order);

// Games 2k and 2k+1 are a pair: one opening, colours swapped. With more pairs than openings the
// order begins again. The order must not be empty.
[[nodiscard]] std::size_t opening_of_game(const std::vector<std::size_t>& order, std::size_t game);
[[nodiscard]] constexpr std::size_t pair_of_game(std::size_t game) { return game / 2; }
[[nodiscard]] constexpr bool colors_swapped(std::size_t game) { return game % 2 == 1; }

}  // namespace rookery::arena
