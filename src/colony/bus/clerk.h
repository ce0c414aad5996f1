// Does, one after the other and on a thread of its own, what its caller must not wait for.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>

namespace rookery::colony {

class Clerk {
  public:
    using Task = std::function<void()>;

    // No more than so many bytes wait with their tasks.
    explicit Clerk(std::size_t most_bytes);
    // After all that was given to it is done.
    ~Clerk();

    // False, and nothing is done, if too much waits already. A task without bytes is always taken.
    bool give(std::size_t bytes, Task task);
    // Returns when all that was given so far is done; false if it is not in time.
    [[nodiscard]] bool finish(std::chrono::milliseconds patience);

  private:
    struct Errand {
        std::size_t bytes = 0;
        Task task;
    };

    void work();

    const std::size_t most_bytes_;
    std::mutex mutex_;
    std::condition_variable changed_;
    std::deque<Errand> errands_;
    std::size_t waiting_bytes_ = 0;
    std::size_t given_ = 0;
    std::size_t done_ = 0;
    bool is_closing_ = false;
    std::thread thread_;  // the last member: it uses the others
};

}  // namespace rookery::colony
