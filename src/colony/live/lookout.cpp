#include "colony/live/lookout.h"

namespace rookery::colony {

Result<std::unique_ptr<Lookout>, std::string> Lookout::enter(const Invitation& invitation) {
    constexpr std::string_view prefix = "rk.alive.";
    auto bus = Bus::connect({.invitation = invitation});
    if (!bus) return failure(bus.error());
    std::unique_ptr<Lookout> lookout(new Lookout(std::move(*bus)));
    auto subscription =
        lookout->bus_->subscribe(std::string(prefix) + "*", [self = lookout.get(), prefix](const Letter& letter) {
            // A job that somebody has had sent here keeps its own subject.
            if (!letter.subject.starts_with(prefix)) return;
            const std::scoped_lock lock(self->mutex_);
            self->register_.hear(letter.subject.substr(prefix.size()), letter.bytes, std::chrono::steady_clock::now());
        });
    if (!subscription) return failure(subscription.error());
    lookout->subscription_ = std::move(*subscription);
    return lookout;
}

std::vector<WorkerRecord> Lookout::present() const {
    const std::scoped_lock lock(mutex_);
    return register_.present(std::chrono::steady_clock::now());
}

}  // namespace rookery::colony
