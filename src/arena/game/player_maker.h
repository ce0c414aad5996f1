// Players that can be made again and again: one for each worker, and another after a failure.
#pragma once

#include "arena/game/player.h"

#include <functional>
#include <memory>
#include <string>

namespace rookery::arena {

// Makes a fresh player, not started yet; called from any thread.
using PlayerMaker = std::function<Result<std::unique_ptr<Player>, std::string>()>;

// Made and started. A machine out of breath may need a second try at that.
[[nodiscard]] Result<std::unique_ptr<Player>, std::string> bring_up(const PlayerMaker& make);

}  // namespace rookery::arena
