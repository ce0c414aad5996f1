// Where a colony's server is now, if it is near.
#pragma once

#include "colony/bus/bus.h"
#include "colony/setup/address.h"

#include <chrono>

namespace rookery::colony {

struct Whereabouts {
    std::string address;       // HOST:PORT
    std::unique_ptr<Bus> bus;  // connected there
};

// Asks everybody in these networks, at the ports that the invitation names. Who answers like a
// server must show that it is the colony's before we show who we are. The error says who was asked.
[[nodiscard]] Result<Whereabouts, std::string>
find_server(const BusSettings& settings, const std::vector<Network>& networks,
            std::chrono::milliseconds timeout_with_greeting = std::chrono::seconds(2));

}  // namespace rookery::colony
