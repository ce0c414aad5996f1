// What a search found out about a position and thought worth telling.
#pragma once

#include "search/table.h"

#include <vector>

namespace rookery::colony {

struct Discovery {
    Key key = 0;
    TableEntry entry;  // its value counted from the position
};

using Discoveries = std::vector<Discovery>;

// Where discoveries go to and come from: all the others who search the same position.
class Channel {
  public:
    virtual ~Channel() = default;
    virtual void send(Discoveries discoveries) = 0;
    // What has come since it was last asked.
    [[nodiscard]] virtual Discoveries receive() = 0;
};

}  // namespace rookery::colony
