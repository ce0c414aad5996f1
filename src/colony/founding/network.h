// Networks of IPv4 addresses, small enough to ask everybody in them.
#pragma once

#include "base/result.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace rookery::colony {

struct Network {
    std::uint32_t first = 0;  // its lowest address
    int bits = 24;            // that all of its addresses have in common

    // Without the lowest and the highest one, which are nobody's.
    [[nodiscard]] std::vector<std::string> hosts() const;
    // 192.168.1.0/24.
    [[nodiscard]] std::string text() const;

    friend bool operator==(const Network&, const Network&) = default;
};

// ADDRESS/BITS, of at most 1024 addresses. The error says what is wrong with it.
[[nodiscard]] Result<Network, std::string> parse_network(std::string_view text);

// Around every IPv4 address of this machine, but for its loopback: the 256 nearest.
[[nodiscard]] std::vector<Network> own_networks();

}  // namespace rookery::colony
