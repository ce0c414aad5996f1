// Why a position is worth what it is: every term, every group, every piece.
#pragma once

#include "eval/classical/evaluation.h"
#include "eval/classical/weight_table.h"

#include <optional>
#include <vector>

namespace rookery::classical {

// What both sides have of something.
struct Sides {
    ByColor<Tapered> sum{};

    [[nodiscard]] Tapered lead() const { return sum[Color::White] - sum[Color::Black]; }
};

// One family of weights. Those of the danger are in its units, not in values, and those of the
// initiative are request, counted once and shown as White's.
struct TermReport {
    const WeightFamily* family = nullptr;
    Sides sides;
    ByColor<int> count{};
};

struct GroupReport {
    Group group = Group::Material;
    Sides sides;                    // as values: what the danger costs, what the initiative came to
    int value = 0;                  // White's view, at the phase of the game
    std::vector<TermReport> terms;  // those that apply to either side
};

struct EvaluationReport {
    std::vector<GroupReport> groups;  // empty if the ending is known
    Tapered total;                    // of all groups
    int phase = 0;                    // of full_phase
    int scale = full_scale;           // of full_scale
    std::string_view ending;          // empty if it is not known
    int value = 0;                    // White's view
    Color side_to_move = Color::White;
    // By how much the value would fall, seen by its owner, without the piece; nothing for kings,
    // and where the board without it makes no sense.
    BySquare<std::optional<int>> shares{};
};

[[nodiscard]] EvaluationReport report_on(const Position& position, const Weights& weights,
                                         Groups groups = Groups::all());

}  // namespace rookery::classical
