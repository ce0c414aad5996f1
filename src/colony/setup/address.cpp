#include "colony/setup/address.h"

#include "base/text.h"
#include "colony/setup/private_file.h"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netdb.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <memory>

namespace rookery::colony {
namespace {

bool is_ipv6(const std::string& host) {
    in6_addr unused{};
    return inet_pton(AF_INET6, host.c_str(), &unused) == 1;
}

bool is_ipv4(const std::string& host) {
    in_addr unused{};
    return inet_pton(AF_INET, host.c_str(), &unused) == 1;
}

bool is_label(std::string_view label) {
    if (label.empty() || label.size() > 63 || label.front() == '-' || label.back() == '-')
        return false;
    return std::ranges::all_of(label, [](char c) {
        return ascii::is_letter(c) || ascii::is_digit(c) || c == '-' || c == '_';
    });
}

bool is_domain_name(std::string_view name) {
    if (name.empty() || name.size() > 253) return false;
    for (std::size_t dot = 0; dot != std::string_view::npos;) {
        dot = name.find('.');
        if (!is_label(name.substr(0, dot))) return false;
        if (dot != std::string_view::npos) name.remove_prefix(dot + 1);
    }
    // A text such as 10.0.0.300 is a mistyped address and no name.
    return !std::ranges::all_of(name, ascii::is_digit);
}

std::optional<std::uint16_t> port_of(std::string_view text) {
    const auto port = parse_number<std::uint16_t>(text);
    return port == 0 ? std::nullopt : port;
}

}  // namespace

std::string Address::text() const {
    return is_ipv6(host) ? fmt::format("[{}]:{}", host, port) : fmt::format("{}:{}", host, port);
}

bool is_ip_address(const std::string& host) { return is_ipv4(host) || is_ipv6(host); }

bool is_valid_host(const std::string& host) {
    // A zero byte would hide the rest from the functions of C.
    return host.find('\0') == std::string::npos && (is_ip_address(host) || is_domain_name(host));
}

Result<Address, std::string> parse_address(std::string_view text, std::uint16_t port_if_none) {
    const auto refusal = [text](std::string_view why) {
        return failure(fmt::format("'{}' is no address: {}", printable(text), why));
    };
    std::string_view host = text;
    std::string_view rest;
    const bool in_brackets = text.starts_with('[');
    if (in_brackets) {
        const std::size_t end = text.find(']');
        if (end == std::string_view::npos) return refusal("the closing bracket is missing");
        host = text.substr(1, end - 1);
        rest = text.substr(end + 1);
    } else if (const std::size_t colon = text.find(':'); colon != std::string_view::npos) {
        host = text.substr(0, colon);
        rest = text.substr(colon);
    }
    Address address{std::string(host), port_if_none};
    if (!is_valid_host(address.host) || is_ipv6(address.host) != in_brackets)
        return refusal("give HOST:PORT, an IPv6 address in brackets");
    if (!rest.empty()) {
        const auto port = rest.front() == ':' ? port_of(rest.substr(1)) : std::nullopt;
        if (!port) return refusal("the port must be a number from 1 to 65535");
        address.port = *port;
    }
    if (address.port == 0) return refusal("the port is missing");
    return address;
}

namespace {

constexpr int fewest_bits = 22;
constexpr int most_bits = 30;

std::string dotted(std::uint32_t address) {
    return fmt::format("{}.{}.{}.{}", address >> 24, (address >> 16) & 255, (address >> 8) & 255,
                       address & 255);
}

Network around(std::uint32_t address, int bits) {
    return {address & (~std::uint32_t{0} << (32 - bits)), bits};
}

}  // namespace

std::vector<std::string> Network::hosts() const {
    std::vector<std::string> all;
    const std::uint32_t count = std::uint32_t{1} << (32 - bits);
    for (std::uint32_t i = 1; i + 1 < count; ++i) all.push_back(dotted(first + i));
    return all;
}

std::string Network::text() const { return fmt::format("{}/{}", dotted(first), bits); }

Result<Network, std::string> parse_network(std::string_view text) {
    const auto refusal = [text](std::string_view why) {
        return failure(fmt::format("'{}' is no network: {}", printable(text), why));
    };
    const std::size_t slash = text.find('/');
    in_addr address{};
    if (slash == std::string_view::npos ||
        inet_pton(AF_INET, std::string(text.substr(0, slash)).c_str(), &address) != 1)
        return refusal("give ADDRESS/BITS, such as 192.168.1.0/24");
    const auto bits = parse_number<int>(text.substr(slash + 1));
    if (!bits || *bits < fewest_bits || *bits > most_bits)
        return refusal(
            fmt::format("the bits must be a number from {} to {}", fewest_bits, most_bits));
    return around(ntohl(address.s_addr), *bits);
}

std::vector<Network> default_nets() {
    ifaddrs* list = nullptr;
    if (getifaddrs(&list) != 0) return {};
    const std::unique_ptr<ifaddrs, decltype(&freeifaddrs)> owner(list, freeifaddrs);
    std::vector<Network> all;
    for (const ifaddrs* one = list; one != nullptr; one = one->ifa_next) {
        if (one->ifa_addr == nullptr || one->ifa_addr->sa_family != AF_INET) continue;
        if ((one->ifa_flags & IFF_LOOPBACK) != 0 || (one->ifa_flags & IFF_UP) == 0) continue;
        const auto& address = *reinterpret_cast<const sockaddr_in*>(one->ifa_addr);
        const Network network = around(ntohl(address.sin_addr.s_addr), 24);
        if (std::ranges::find(all, network) == all.end()) all.push_back(network);
    }
    return all;
}

namespace {

// An address as the system's calls take it.
struct SocketAddress {
    sockaddr_storage storage{};
    socklen_t size = 0;

    [[nodiscard]] sockaddr* get() { return reinterpret_cast<sockaddr*>(&storage); }
};

std::optional<SocketAddress> socket_address(const Address& address) {
    SocketAddress made;
    auto& four = reinterpret_cast<sockaddr_in&>(made.storage);
    auto& six = reinterpret_cast<sockaddr_in6&>(made.storage);
    if (inet_pton(AF_INET, address.host.c_str(), &four.sin_addr) == 1) {
        four.sin_family = AF_INET;
        four.sin_port = htons(address.port);
        made.size = sizeof four;
    } else if (inet_pton(AF_INET6, address.host.c_str(), &six.sin6_addr) == 1) {
        six.sin6_family = AF_INET6;
        six.sin6_port = htons(address.port);
        made.size = sizeof six;
    } else {
        return std::nullopt;
    }
    return made;
}

OpenFile open_socket(int family, int flags) {
    return OpenFile(::socket(family, SOCK_STREAM | SOCK_CLOEXEC | flags, 0));
}

// Which port the system gave, or what it said against it.
Result<std::uint16_t, int> bound_port(const Address& address) {
    auto wanted = socket_address(address);
    if (!wanted) return failure(EADDRNOTAVAIL);
    const OpenFile socket = open_socket(wanted->storage.ss_family, 0);
    // As the server does it: connections that ended a moment ago are no obstacle.
    const int yes = 1;
    if (::setsockopt(socket.number(), SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes) != 0 ||
        ::bind(socket.number(), wanted->get(), wanted->size) != 0 ||
        ::listen(socket.number(), 1) != 0 ||
        ::getsockname(socket.number(), wanted->get(), &wanted->size) != 0)
        return failure(errno);
    const in_port_t port = wanted->storage.ss_family == AF_INET
                               ? reinterpret_cast<sockaddr_in&>(wanted->storage).sin_port
                               : reinterpret_cast<sockaddr_in6&>(wanted->storage).sin6_port;
    return std::uint16_t{ntohs(port)};
}

// Whether the bytes begin as the greeting of nats-server.
bool is_greeting(int socket) {
    constexpr std::string_view greeting = "INFO {";
    char received[greeting.size()];
    const ssize_t size = ::recv(socket, received, sizeof received, 0);
    return size == static_cast<ssize_t>(sizeof received) &&
           std::string_view(received, sizeof received) == greeting;
}

}  // namespace

std::optional<std::string> unknown_host(const std::vector<std::string>& addresses) {
    for (const std::string& text : addresses) {
        const auto address = parse_address(text);
        if (!address || is_ip_address(address->host)) continue;
        addrinfo* found = nullptr;
        const int problem = ::getaddrinfo(address->host.c_str(), nullptr, nullptr, &found);
        if (problem != 0) return address->host;
        ::freeaddrinfo(found);
    }
    return std::nullopt;
}

Result<std::uint16_t, std::string> free_port(const std::string& host) {
    const auto port = bound_port({host, 0});
    if (!port)
        return failure(fmt::format("no port of {} is free: {}", host, std::strerror(port.error())));
    return *port;
}

std::optional<std::string> listen_problem(const Address& address) {
    const auto port = bound_port(address);
    if (port) return std::nullopt;
    if (port.error() == EADDRINUSE)
        return fmt::format("port {} is taken by another program; end that one, or found the colony "
                           "on another port",
                           address.port);
    return fmt::format("the server cannot listen on {}: {}", address.text(),
                       std::strerror(port.error()));
}

bool is_greeted(const Address& address, std::chrono::milliseconds timeout) {
    Address target = address;
    if (target.host == "0.0.0.0") target.host = "127.0.0.1";
    if (target.host == "::") target.host = "::1";
    return !greeted_among({target}, timeout).empty();
}

std::vector<Address> greeted_among(const std::vector<Address>& addresses,
                                   std::chrono::milliseconds timeout) {
    using Clock = std::chrono::steady_clock;
    std::vector<OpenFile> sockets;
    std::vector<pollfd> waiting;  // a negative socket is not waited for any more
    for (const Address& address : addresses) {
        auto where = socket_address(address);
        const int number =
            sockets
                .emplace_back(where ? open_socket(where->storage.ss_family, SOCK_NONBLOCK)
                                    : OpenFile(-1))
                .number();
        const bool is_begun =
            where && (::connect(number, where->get(), where->size) == 0 || errno == EINPROGRESS);
        waiting.push_back({is_begun ? number : -1, POLLIN, 0});
    }
    std::vector<Address> found;
    const auto end = Clock::now() + timeout;
    while (std::ranges::any_of(waiting, [](const pollfd& one) { return one.fd >= 0; })) {
        const auto left = std::chrono::ceil<std::chrono::milliseconds>(end - Clock::now()).count();
        if (left <= 0 || ::poll(waiting.data(), waiting.size(), static_cast<int>(left)) <= 0) break;
        for (std::size_t i = 0; i < waiting.size(); ++i) {
            if (waiting[i].fd < 0 || waiting[i].revents == 0) continue;
            if (is_greeting(waiting[i].fd)) found.push_back(addresses[i]);
            waiting[i].fd = -1;
        }
    }
    return found;
}

}  // namespace rookery::colony
