// Finds a colony's server on the networks of this machine.
#pragma once

#include "colony/bus.h"
#include "colony/setup/address.h"

#include <chrono>
#include <string>
#include <vector>

namespace rookery::colony {

struct FoundServer {
    std::string address;       // HOST:PORT
    std::unique_ptr<Bus> bus;  // connected there
};

// Tries all addresses in these networks, at the ports that the invitation names. A server must show
// the certificate of the colony's server before we show ours. The error says where was looked.
[[nodiscard]] Result<FoundServer, std::string>
find_server(const BusSettings& settings, const std::vector<Network>& networks,
            std::chrono::milliseconds greeting_timeout = std::chrono::seconds(2));

// The same in the networks given, as ADDRESS/BITS, or in those of this machine where none are.
[[nodiscard]] Result<FoundServer, std::string> find_near(const BusSettings& settings,
                                                         const std::vector<std::string>& networks);

}  // namespace rookery::colony
