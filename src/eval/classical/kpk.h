// King and pawn against king: who wins, exactly.
#pragma once

#include "chess/types.h"

namespace rookery {

// For a legal position in which only `strong` has a pawn, and nobody anything else.
[[nodiscard]] bool kpk_is_won(Color strong, Square strong_king, Square pawn, Square weak_king,
                              Color to_move);

// The table is computed once, on the first question, which takes some milliseconds. Whoever cannot
// spare them then asks for it before.
void prepare_kpk();

}  // namespace rookery
