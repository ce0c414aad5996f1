// An evaluation explained: the value of every term, every group and every piece.
#pragma once

#include "eval/classical/evaluation.h"
#include "eval/classical/weight_table.h"

#include <optional>
#include <vector>

namespace rookery::classical {

// The sums of both sides.
struct Sides {
    ByColor<Tapered> sum{};

    [[nodiscard]] Tapered lead() const { return sum[Color::White] - sum[Color::Black]; }
};

// One family of weights. The sums of danger are in its units, not in values; those of the
// initiative are counted once and shown as White's.
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
    std::vector<GroupReport> groups;  // empty for a known endgame
    Tapered total;                    // of all groups
    int phase = 0;                    // of full_phase
    int scale = full_scale;           // of full_scale
    std::string_view ending;          // name of the known endgame, or empty
    int value = 0;                    // White's view
    Color side_to_move = Color::White;
    // By how much the value would fall for its owner without the piece; nothing for kings, and
    // where the board without it is not a legal position.
    BySquare<std::optional<int>> shares{};
};

[[nodiscard]] EvaluationReport report_on(const Position& position, const Weights& weights,
                                         Groups groups = Groups::all());

}  // namespace rookery::classical
