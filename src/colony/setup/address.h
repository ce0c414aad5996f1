// Where a server listens, or can be reached.
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

// HOST, HOST:PORT, [IPV6] or [IPV6]:PORT. Where no port is given the other one holds; if that is 0,
// one must be given.
[[nodiscard]] Result<Address, std::string> parse_address(std::string_view text,
                                                         std::uint16_t port_if_none = 0);

[[nodiscard]] bool is_ip_address(const std::string& host);
// A name as the domain name system allows it, or an IP address.
[[nodiscard]] bool is_valid_host(const std::string& host);

// Networks of IPv4 addresses, small enough to ask everybody in them.

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
[[nodiscard]] std::vector<Network> default_nets();

// Ports of this machine: which are free, and whether a server answers there.

// One that nobody uses now. The host is an IP address of this machine.
[[nodiscard]] Result<std::uint16_t, std::string> free_port(const std::string& host);

// Why a server could not listen there.
[[nodiscard]] std::optional<std::string> listen_problem(const Address& address);

// Whether a connection is greeted as nats-server does it, within that time.
[[nodiscard]] bool is_greeted(const Address& address, std::chrono::milliseconds timeout);
// All at the same time: those of them where it is. IP addresses only, and no more than a process
// may have connections.
[[nodiscard]] std::vector<Address> greeted_among(const std::vector<Address>& addresses,
                                                 std::chrono::milliseconds timeout);

}  // namespace rookery::colony
