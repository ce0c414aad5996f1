// Runs a piece of work on several threads and waits for all of them.
#pragma once

#include <cstddef>
#include <thread>
#include <vector>

namespace rookery {

// work(i) runs once for every i below count, each on a thread of its own; the caller's is one.
template <class Work>
void run_on_threads(std::size_t count, Work work) {
    std::vector<std::jthread> helpers;
    helpers.reserve(count);
    for (std::size_t i = 1; i < count; ++i) helpers.emplace_back([&work, i] { work(i); });
    if (count > 0) work(0);
}

}  // namespace rookery
