// Stable sorting: equal elements keep their order, so the outcome never depends on a library.
#pragma once

#include <cstddef>
#include <iterator>
#include <utility>

namespace rookery {

// For the short lists of a chess node. `before(a, b)` says whether a must stand before b.
template <class Iterator, class Before>
constexpr void insertion_sort(Iterator first, Iterator last, Before before) {
    if (first == last) return;
    for (Iterator next = std::next(first); next != last; ++next) {
        auto moving = std::move(*next);
        Iterator hole = next;
        while (hole != first && before(moving, *std::prev(hole))) {
            *hole = std::move(*std::prev(hole));
            --hole;
        }
        *hole = std::move(moving);
    }
}

}  // namespace rookery
