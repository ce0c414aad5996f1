// Messages from any thread for one that works them off in the order of their arrival.
#pragma once

#include <condition_variable>
#include <deque>
#include <mutex>
#include <utility>

namespace rookery {

template <class Message>
class Mailbox {
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
