#include "arena/game/player_maker.h"

namespace rookery::arena {

Result<std::unique_ptr<Player>, std::string> bring_up(const PlayerMaker& make) {
    auto made = make();
    if (!made) return made;
    auto up = (*made)->start();
    if (!up) up = (*made)->start();
    if (!up) return failure(up.error());
    return made;
}

}  // namespace rookery::arena
