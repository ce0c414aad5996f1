#include "colony/simulation/turns.h"

namespace rookery::colony {

Turns::Turns(std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) runners_.push_back(std::make_unique<Runner>());
}

void Turns::wait(std::size_t who, Time time) {
    std::unique_lock lock(mutex_);
    Runner& self = *runners_[who];
    self.has_come = true;
    self.time = time;
    choose();
    self.turn.wait(lock, [&] { return running_ == &self; });
}

void Turns::leave(std::size_t who) {
    const std::scoped_lock lock(mutex_);
    runners_[who]->has_left = true;
    choose();
}

void Turns::choose() {
    Runner* next = nullptr;
    for (const auto& runner : runners_) {
        if (runner->has_left) continue;
        if (!runner->has_come) return;
        if (next == nullptr || runner->time < next->time) next = runner.get();
    }
    running_ = next;
    if (next != nullptr) next->turn.notify_one();
}

}  // namespace rookery::colony
