// Work cut into slices whose number does not depend on the number of threads: what the slices find
// is added up in their order, so sums of real numbers are the same however many threads there are.
#pragma once

#include "base/threads.h"

#include <algorithm>
#include <vector>

namespace rookery::tune {

// work(slice) once for every slice; each thread takes its turn.
template <class Work>
void for_each_slice(std::size_t threads, std::size_t slices, Work work) {
    const std::size_t used = std::max<std::size_t>(1, std::min(threads, slices));
    run_on_threads(used, [&](std::size_t thread) {
        for (std::size_t slice = thread; slice < slices; slice += used) work(slice);
    });
}

inline constexpr std::size_t items_in_slice = 8192;

// work(i) for every i below count.
template <class Work>
void for_each_item(std::size_t threads, std::size_t count, Work work) {
    const std::size_t slices = (count + items_in_slice - 1) / items_in_slice;
    for_each_slice(threads, slices, [&](std::size_t slice) {
        const std::size_t end = std::min(count, (slice + 1) * items_in_slice);
        for (std::size_t i = slice * items_in_slice; i < end; ++i) work(i);
    });
}

// The sum of of_item(i) for all i below count.
template <class Sum, class OfItem>
[[nodiscard]] Sum sum_over(std::size_t threads, std::size_t count, OfItem of_item) {
    std::vector<Sum> sums((count + items_in_slice - 1) / items_in_slice);
    // The items of a slice are done one after another by one thread.
    for_each_item(threads, count, [&](std::size_t i) { sums[i / items_in_slice] += of_item(i); });
    Sum total{};
    for (const Sum& sum : sums) total += sum;
    return total;
}

}  // namespace rookery::tune
