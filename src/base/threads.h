// Runs a piece of work on several threads and waits for all of them.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

namespace rookery {

// work(i) runs once for every i below count, each on a thread of its own; the caller's is one.
// Where the system has no more threads to give, the caller does the rest after its own part.
template <class Work>
void run_on_threads(std::size_t count, Work work) {
    std::vector<std::jthread> helpers;
    helpers.reserve(count);
    std::size_t begun = 1;
    try {
        for (; begun < count; ++begun) helpers.emplace_back([&work, i = begun] { work(i); });
    } catch (const std::system_error&) {
    }
    if (count > 0) work(0);
    for (std::size_t i = begun; i < count; ++i) work(i);
}

// From now on every new thread of the program gets room for the deepest search, however small the
// stack the program was started with. For main(), before there are any.
void use_deep_stacks();

// Messages from any thread for one that works them off in the order of their arrival.

template <class Message>
class MessageQueue {
  public:
    void put(Message message) {
        {
            const std::lock_guard lock(mutex_);
            messages_.push_back(std::move(message));
        }
        arrived_.notify_one();
    }

    // Waits until there is one.
    [[nodiscard]] Message take() {
        std::unique_lock lock(mutex_);
        arrived_.wait(lock, [this] { return !messages_.empty(); });
        Message message = std::move(messages_.front());
        messages_.pop_front();
        return message;
    }

  private:
    std::mutex mutex_;
    std::condition_variable arrived_;
    std::deque<Message> messages_;
};

}  // namespace rookery
