// Somebody who searches the same position elsewhere: what one finds out helps the other.
//
// A search tells its companion what it found out about positions that took it long, and every few nodes lets it
// put into the table what others have found. Where a search shall not go as fast as it can, or must wait for its turn,
// the companion also makes it wait.
#pragma once

#include "search/table.h"

#include <cstddef>
#include <cstdint>

namespace rookery {

class Companion {
  public:
    virtual ~Companion() = default;

    // From which depth on it wants to hear of entries.
    [[nodiscard]] virtual int deep_enough() const = 0;
    // Which of the companions this is; all but the first leave out some iterations, so that not all do the same.
    [[nodiscard]] virtual std::size_t number() const = 0;

    // An entry was made, its value counted from the node. By any thread of the search.
    virtual void on_entry(Key key, const TableEntry& entry) = 0;
    // So many nodes are done by the first thread, which calls it.
    virtual void on_pause(Table& table, std::uint64_t nodes) = 0;
};

}  // namespace rookery
