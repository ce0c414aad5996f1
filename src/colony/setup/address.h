// Addresses of servers, networks to look for them, and ports of this machine.
#pragma once

#include "base/result.h"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rookery::colony {

struct Address {
    std::string host;  // a name, an IPv4 or an IPv6 address without brackets
    std::uint16_t port = 0;

    // HOST:PORT, an IPv6 address in brackets.
    [[nodiscard]] std::string text() const;

    friend bool operator==(const Address&, const Address&) = default;
};

// HOST, HOST:PORT, [IPV6] or [IPV6]:PORT. Without a port the default is used; if that is 0, a port
// must be given.
[[nodiscard]] Result<Address, std::string> parse_address(std::string_view text,
                                                         std::uint16_t port_if_none = 0);

[[nodiscard]] bool is_ip_address(const std::string& host);
// A name as the domain name system allows it, or an IP address.
[[nodiscard]] bool is_valid_host(const std::string& host);

// A network of IPv4 addresses, small enough to try all of them.
struct Network {
    std::uint32_t first = 0;  // its lowest address
    int bits = 24;            // that all of its addresses have in common

    // Without the lowest and the highest one, which no machine has.
    [[nodiscard]] std::vector<std::string> hosts() const;
    // 192.168.1.0/24.
    [[nodiscard]] std::string text() const;

    friend bool operator==(const Network&, const Network&) = default;
};

// ADDRESS/BITS, of at most 1024 addresses. The error says what is wrong with it.
[[nodiscard]] Result<Network, std::string> parse_network(std::string_view text);

// The 256 addresses around every IPv4 address of this machine except its loopback.
[[nodiscard]] std::vector<Network> default_nets();

// The host of the first of these HOST:PORT that no lookup of names finds.
[[nodiscard]] std::optional<std::string> unknown_host(const std::vector<std::string>& addresses);

// A port that is free now. The host is an IP address of this machine.
[[nodiscard]] Result<std::uint16_t, std::string> free_port(const std::string& host);

// Why a server could not listen there, if so.
[[nodiscard]] std::optional<std::string> listen_problem(const Address& address);

// Whether a nats-server answers there within that time.
[[nodiscard]] bool is_greeted(const Address& address, std::chrono::milliseconds timeout);
// Those of the addresses where a nats-server answers; all are tried at the same time. IP addresses
// only, and no more than the process may have connections.
[[nodiscard]] std::vector<Address> greeted_among(const std::vector<Address>& addresses,
                                                 std::chrono::milliseconds timeout);

}  // namespace rookery::colony
