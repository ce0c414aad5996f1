// Lets threads run one at a time, always the one whose own time is earliest: what they do together then comes out the
// same every time, however the system deals out its processors.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <memory>
#include <mutex>
#include <vector>

namespace rookery::colony {

class Turns {
  public:
    using Time = std::chrono::microseconds;

    explicit Turns(std::size_t count);

    // The time of `who` is now that. Comes back when nobody else who is still there has an earlier one; of equals the
    // first goes first. Nobody runs before all have come here once.
    void wait(std::size_t who, Time time);
    // Does not come back any more.
    void leave(std::size_t who);

  private:
    struct Runner {
        bool has_come = false;
        bool has_left = false;
        Time time{0};
        std::condition_variable turn;
    };

    // With the lock held.
    void choose();

    std::mutex mutex_;
    std::vector<std::unique_ptr<Runner>> runners_;
    Runner* running_ = nullptr;
};

}  // namespace rookery::colony
