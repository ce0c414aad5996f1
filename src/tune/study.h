// Sequential tuning as a study of engine architectures did it: six parameters, ten openings, five depths. Its figures,
// and which of our weights stand for its parameters.
//
// Values are in centipawns. Our weights have another unit: a pawn is worth what default_weights.h says, in each half.
#pragma once

#include "eval/classical/default_weights.h"

#include <array>
#include <string_view>

namespace rookery::tune {

struct Centipawns {
    double mg = 0;
    double eg = 0;
};

struct StudyParameter {
    std::string_view name;
    std::string_view weight;
    int sign = 1;  // -1: a penalty, which our weights hold as a negative value
    Centipawns start;
};

inline constexpr std::array<StudyParameter, 6> study_parameters = {{
    {"knight", "material.knight", 1, {350, 350}},
    {"bishop pair", "material.bishop_pair", 1, {50, 50}},
    // The study's outposts are guarded by a pawn; so are those of the second entry.
    {"outpost", "minors.knight_outpost[1]", 1, {25, 25}},
    {"doubled", "rooks.doubled", 1, {25, 25}},
    {"pinned", "queens.pursued", -1, {30, 30}},
    {"open file", "shelter.open_file", -1, {50, 0}},
}};

struct StudyResult {
    int depth = 0;
    int percent = 0;  // of the points in 20 games against the start
    std::array<Centipawns, study_parameters.size()> values;
};

inline constexpr std::array<StudyResult, 5> study_results = {{
    {4, 75, {{{490, 420}, {25, 20}, {32.5, 15}, {50, 50}, {27, 18}, {30, 0}}}},
    {5, 65, {{{420, 385}, {30, 30}, {37.5, 15}, {50, 50}, {30, 30}, {15, -5}}}},
    {6, 70, {{{385, 350}, {65, 50}, {42.5, 30}, {50, 50}, {30, 30}, {15, -5}}}},
    {7, 65, {{{420, 315}, {40, 70}, {42.5, 30}, {50, 50}, {21, 21}, {35, 5}}}},
    {8, 60, {{{385, 350}, {80, 70}, {42.5, 25}, {50, 50}, {21, 21}, {35, 5}}}},
}};

inline constexpr int study_games = 20;

// A hundredth of a pawn in the unit of our weights.
inline constexpr double mg_unit = classical::default_weights.material.pawn.mg() / 100.0;
inline constexpr double eg_unit = classical::default_weights.material.pawn.eg() / 100.0;

}  // namespace rookery::tune
