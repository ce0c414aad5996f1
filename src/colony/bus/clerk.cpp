#include "colony/bus/clerk.h"

#include <utility>

namespace rookery::colony {

Clerk::Clerk(std::size_t most_bytes) : most_bytes_(most_bytes), thread_([this] { work(); }) {}

Clerk::~Clerk() {
    {
        const std::scoped_lock lock(mutex_);
        is_closing_ = true;
    }
    changed_.notify_all();
    thread_.join();
}

bool Clerk::give(std::size_t bytes, Task task) {
    {
        const std::scoped_lock lock(mutex_);
        if (bytes > 0 && waiting_bytes_ + bytes > most_bytes_) return false;
        waiting_bytes_ += bytes;
        ++given_;
        errands_.push_back({bytes, std::move(task)});
    }
    changed_.notify_all();
    return true;
}

bool Clerk::finish(std::chrono::milliseconds patience) {
    std::unique_lock lock(mutex_);
    return changed_.wait_for(lock, patience, [this, until = given_] { return done_ >= until; });
}

void Clerk::work() {
    std::unique_lock lock(mutex_);
    for (;;) {
        changed_.wait(lock, [this] { return is_closing_ || !errands_.empty(); });
        if (errands_.empty()) return;
        Errand errand = std::move(errands_.front());
        errands_.pop_front();
        waiting_bytes_ -= errand.bytes;
        lock.unlock();
        errand.task();
        errand = {};
        lock.lock();
        ++done_;
        changed_.notify_all();
    }
}

}  // namespace rookery::colony
