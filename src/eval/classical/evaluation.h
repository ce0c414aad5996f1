// The value of a position put together from its terms, White's view, not yet clamped.
#pragma once

#include "eval/classical/pawn_table.h"
#include "eval/classical/terms.h"

namespace rookery::classical {

// With the default weights, built into the code: what the engine plays with.
[[nodiscard]] int evaluate_by_default(const Position& position, PawnTable& pawns);

// With weights and groups chosen at run time; the same for the default weights and all groups. The
// table must not have been used with other weights or groups since it was cleared.
[[nodiscard]] int evaluate_by(const Weights& weights, Groups groups, const Position& position,
                              PawnTable& pawns);

// The same with everything written down.
[[nodiscard]] TermTrace trace_evaluation(const Position& position, const Weights& weights,
                                         Groups groups = Groups::all());

}  // namespace rookery::classical
