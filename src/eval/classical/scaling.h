// Endings that are harder to win than they look: their endgame value is scaled down.
#pragma once

#include "eval/classical/scene.h"

namespace rookery::classical {

// Of full_scale, for the side that is ahead in the endgame.
[[nodiscard]] int scale_of_ending(const Scene& scene, Color strong);

}  // namespace rookery::classical
