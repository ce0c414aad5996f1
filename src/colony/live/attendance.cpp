#include "colony/live/attendance.h"

#include "colony/bus/bus.h"

#include <mutex>
#include <thread>

namespace rookery::colony {

Result<std::vector<WorkerRecord>, std::string> take_attendance(const Invitation& invitation,
                                                               std::chrono::milliseconds patience) {
    constexpr std::string_view prefix = "rk.alive.";
    auto bus = Bus::connect({.invitation = invitation});
    if (!bus) return failure(bus.error());
    std::mutex mutex;
    // Whose engine is another does not matter to a list.
    Register there(Kinship{});
    {
        const auto subscription = (*bus)->subscribe(std::string(prefix) + "*", [&](const Letter& letter) {
            const std::scoped_lock lock(mutex);
            there.hear(letter.subject.substr(prefix.size()), letter.bytes, std::chrono::steady_clock::now());
        });
        if (!subscription) return failure(subscription.error());
        std::this_thread::sleep_for(patience);
    }
    return there.present(std::chrono::steady_clock::now());
}

}  // namespace rookery::colony
