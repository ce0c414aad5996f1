#include "base/threads.h"

#include <gtest/gtest.h>

#include <string>
#include <thread>
#include <vector>

namespace rookery {
namespace {

TEST(MessageQueue, KeepsTheOrder) {
    MessageQueue<std::string> box;
    for (const char* word : {"a", "b", "c"}) box.put(word);
    for (const char* word : {"a", "b", "c"}) EXPECT_EQ(box.take(), word);
}

TEST(MessageQueue, LosesNothingBetweenThreads) {
    constexpr int senders = 4, each = 2000;
    MessageQueue<int> box;
    std::vector<int> last(senders, -1);
    {
        std::vector<std::jthread> threads;
        for (int sender = 0; sender < senders; ++sender)
            threads.emplace_back([&box, sender] {
                for (int i = 0; i < each; ++i) box.put(i * senders + sender);
            });
        for (int i = 0; i < senders * each; ++i) {
            const int message = box.take();
            int& before = last[static_cast<std::size_t>(message % senders)];
            EXPECT_EQ(message / senders, before + 1);  // of one sender in order
            before = message / senders;
        }
    }
    EXPECT_EQ(last, std::vector<int>(senders, each - 1));
}

}  // namespace
}  // namespace rookery
