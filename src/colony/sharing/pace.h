// How fast a search may go.
#pragma once

#include <chrono>
#include <cstdint>

namespace rookery::colony {

class Pace {
  public:
    using Time = std::chrono::microseconds;

    virtual ~Pace() = default;

    // So many nodes are done. Comes back when more may be, with the time since the search began.
    [[nodiscard]] virtual Time reach(std::uint64_t nodes) = 0;
};

}  // namespace rookery::colony
