// Who is there at this moment, for whoever only watches.
#pragma once

#include "colony/bus/bus.h"
#include "colony/live/register.h"

#include <memory>
#include <mutex>
#include <optional>
#include <vector>

namespace rookery::colony {

class Lookout {
  public:
    // Longer than members are silent between two signs of life: after that all who are there were heard.
    static constexpr std::chrono::milliseconds first_look = std::chrono::milliseconds(1300);

    // The invitation is a coordinator's or a watcher's. The error is that of the bus.
    [[nodiscard]] static Result<std::unique_ptr<Lookout>, std::string> enter(const Invitation& invitation);

    [[nodiscard]] std::vector<WorkerRecord> present() const;
    // Whether the server is there, too.
    [[nodiscard]] bool is_connected() const { return bus_->is_connected(); }

  private:
    explicit Lookout(std::unique_ptr<Bus> bus) : bus_(std::move(bus)) {}

    std::unique_ptr<Bus> bus_;
    mutable std::mutex mutex_;
    Register register_{Kinship{}};                   // whose engine is another does not matter to who watches
    std::optional<Bus::Subscription> subscription_;  // the last member: it uses the others
};

}  // namespace rookery::colony
