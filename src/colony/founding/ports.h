// Ports of this machine: which are free, and whether a server answers there.
#pragma once

#include "base/result.h"
#include "colony/founding/address.h"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace rookery::colony {

// One that nobody uses now. The host is an IP address of this machine.
[[nodiscard]] Result<std::uint16_t, std::string> free_port(const std::string& host);

// Why a server could not listen there.
[[nodiscard]] std::optional<std::string> listen_problem(const Address& address);

// Whether a connection is greeted as nats-server does it, within that time.
[[nodiscard]] bool is_greeted(const Address& address, std::chrono::milliseconds patience);
// All at the same time: those of them where it is. IP addresses only, and no more than a process may have connections.
[[nodiscard]] std::vector<Address> greeted_among(const std::vector<Address>& addresses,
                                                 std::chrono::milliseconds patience);

}  // namespace rookery::colony
