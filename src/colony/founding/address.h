// Where a server listens, or can be reached.
#pragma once

#include "base/result.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace rookery::colony {

struct Address {
    std::string host;  // a name, an IPv4 or an IPv6 address without brackets
    std::uint16_t port = 0;

    // HOST:PORT, an IPv6 address in brackets.
    [[nodiscard]] std::string text() const;

    friend bool operator==(const Address&, const Address&) = default;
};

// HOST, HOST:PORT, [IPV6] or [IPV6]:PORT. Where no port is given the other one holds; if that is 0, one must be given.
[[nodiscard]] Result<Address, std::string> parse_address(std::string_view text,
                                                         std::uint16_t port_if_none = 0);

[[nodiscard]] bool is_ip_address(const std::string& host);
// A name as the domain name system allows it, or an IP address.
[[nodiscard]] bool is_valid_host(const std::string& host);

}  // namespace rookery::colony
