// Whether two games are the same one, played twice.
#pragma once

#include "arena/game/game_record.h"

#include <optional>
#include <string>

namespace rookery::arena {

// What is different, if anything is; time does not count.
[[nodiscard]] std::optional<std::string> difference_between(const GameRecord& stored, const GameRecord& now);

}  // namespace rookery::arena
