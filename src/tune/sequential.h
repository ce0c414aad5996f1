// Sequential tuning: parameters one after the other, as in a study of engine architectures.
//
// An iteration goes through all parameters. Each is tried a step higher in a match against the
// present values and, if that does not win, a step lower; a change that scores more than half is
// kept at once. So a parameter moves at most one step in an iteration, as in the tables of the
// study. The study does not say how it chose the direction, nor what an iteration is; with this
// reading its doubled rooks could go up ten steps in ten iterations.
//
// Tuning ends after the iterations, when the games are used up, or when an iteration changed
// nothing.
#pragma once

#include "eval/classical/default_weights.h"
#include "tune/game_tuner.h"

#include <array>
#include <limits>
#include <string_view>

namespace rookery::tune {

struct SequentialSettings {
    std::uint64_t iterations = 10;
    std::uint64_t pairs_of_match = 10;
    std::uint64_t most_pairs = std::numeric_limits<std::uint64_t>::max();  // in all
};

class Sequential final : public GameTuner {
  public:
    Sequential(std::vector<TunedParameter> parameters, const SequentialSettings& settings);

    [[nodiscard]] std::optional<Trial> next() override;
    void learn(const Trial& trial, const TrialResult& result) override;
    [[nodiscard]] Values values() const override { return values_; }
    [[nodiscard]] std::uint64_t most_trials() const override;
    [[nodiscard]] std::string doing() const override;

    // Number of finished iterations.
    [[nodiscard]] std::uint64_t iterations() const { return iteration_; }

  private:
    [[nodiscard]] Values candidate() const;
    // Skips changes that rounding or the limits undo.
    void find_match();
    void go_on();

    std::vector<TunedParameter> parameters_;
    SequentialSettings settings_;
    Values values_;
    std::uint64_t iteration_ = 0;
    std::size_t parameter_ = 0;
    int direction_ = 1;
    bool changed_ = false;  // in this iteration
    bool done_ = false;
    // Pairs and balance of the current match.
    std::uint64_t proposed_ = 0;
    std::uint64_t heard_ = 0;
    int balance_ = 0;
    std::uint64_t begun_ = 0;  // trials in all
};

// The results of the study: six parameters, ten openings, five depths; and the weights of ours that
// correspond to its parameters. Values are in centipawns, while our weights are in units in which a
// pawn has the value of default_weights.h, in each half.

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
