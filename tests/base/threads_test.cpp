#include "base/threads.h"

#include <gtest/gtest.h>

#include <atomic>
#include <string>
#include <thread>
#include <vector>

namespace rookery {
namespace {

TEST(Threads, EveryIndexRunsOnce) {
    for (std::size_t count : {0u, 1u, 2u, 9u}) {
        std::vector<std::atomic<int>> ran(count);
        run_on_threads(count, [&](std::size_t index) { ++ran[index]; });
        for (const auto& times : ran) EXPECT_EQ(times.load(), 1);
    }
}

TEST(Threads, SharedWorkRunsOnce) {
    for (std::size_t threads : {0u, 1u, 3u})
        for (std::size_t count : {0u, 1u, 2u, 50u}) {
            std::vector<std::atomic<int>> ran(count);
            share_among_threads(threads, count, [&](std::size_t index) { ++ran[index]; });
            for (const auto& times : ran) EXPECT_EQ(times.load(), 1);
        }
}

TEST(MessageQueue, KeepsTheOrder) {
    MessageQueue<std::string> queue;
    for (const char* word : {"a", "b", "c"}) queue.put(word);
    for (const char* word : {"a", "b", "c"}) EXPECT_EQ(queue.take(), word);
}

TEST(MessageQueue, LosesNothingBetweenThreads) {
    constexpr int senders = 4, each = 2000;
    MessageQueue<int> queue;
    std::vector<int> last(senders, -1);
    {
        std::vector<std::jthread> threads;
        for (int sender = 0; sender < senders; ++sender)
            threads.emplace_back([&queue, sender] {
                for (int i = 0; i < each; ++i) queue.put(i * senders + sender);
            });
        for (int i = 0; i < senders * each; ++i) {
            const int message = queue.take();
            int& before = last[static_cast<std::size_t>(message % senders)];
            EXPECT_EQ(message / senders, before + 1);  // the order of one sender is kept
            before = message / senders;
        }
    }
    EXPECT_EQ(last, std::vector<int>(senders, each - 1));
}

}  // namespace
}  // namespace rookery
