// Work on several threads, and messages between threads.
#pragma once

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

namespace rookery {

// Runs work(i) once for every i below count, each on its own thread, and waits for all of them. The
// calling thread does work(0), and after it the work for which the system could start no thread.
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

// Runs work(i) once for every i below count on at most so many threads, and waits for all. Each
// thread takes the next i, so that work of different length is shared evenly.
template <class Work>
void share_among_threads(std::size_t threads, std::size_t count, Work work) {
    std::atomic<std::size_t> next = 0;
    run_on_threads(std::max<std::size_t>(1, std::min(threads, count)), [&](std::size_t) {
        for (std::size_t i = next++; i < count; i = next++) work(i);
    });
}

// Gives every thread started from now on a stack large enough for the deepest search, however small
// the stack limit of the program is. To be called in main(), before other threads are started.
void use_deep_stacks();

// Messages from any thread to the one thread that handles them, in the order of their arrival.
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

    // Waits until there is a message.
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
