#include "colony/founding/ports.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <memory>
#include <string_view>

namespace rookery::colony {
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

class Socket {
  public:
    Socket(int family, int flags)
        : number_(::socket(family, SOCK_STREAM | SOCK_CLOEXEC | flags, 0)) {}
    Socket(const Socket&) = delete;
    Socket& operator=(const Socket&) = delete;
    ~Socket() {
        if (number_ >= 0) ::close(number_);
    }
    [[nodiscard]] int number() const { return number_; }

  private:
    int number_;
};

// Which port the system gave, or what it said against it.
Result<std::uint16_t, int> bound_port(const Address& address) {
    auto wanted = socket_address(address);
    if (!wanted) return failure(EADDRNOTAVAIL);
    const Socket socket(wanted->storage.ss_family, 0);
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

// What has come begins as nats-server begins.
bool is_greeting(int socket) {
    constexpr std::string_view greeting = "INFO {";
    char heard[greeting.size()];
    const ssize_t size = ::recv(socket, heard, sizeof heard, 0);
    return size == static_cast<ssize_t>(sizeof heard) && std::string_view(heard, sizeof heard) == greeting;
}

}  // namespace

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

bool is_greeted(const Address& address, std::chrono::milliseconds patience) {
    Address target = address;
    if (target.host == "0.0.0.0") target.host = "127.0.0.1";
    if (target.host == "::") target.host = "::1";
    return !greeted_among({target}, patience).empty();
}

std::vector<Address> greeted_among(const std::vector<Address>& addresses, std::chrono::milliseconds patience) {
    using Clock = std::chrono::steady_clock;
    std::vector<std::unique_ptr<Socket>> sockets;
    std::vector<pollfd> waiting;  // whose socket is negative is not waited for any more
    for (const Address& address : addresses) {
        auto where = socket_address(address);
        sockets.push_back(where ? std::make_unique<Socket>(where->storage.ss_family, SOCK_NONBLOCK) : nullptr);
        const bool is_begun = where && (::connect(sockets.back()->number(), where->get(), where->size) == 0 ||
                                        errno == EINPROGRESS);
        waiting.push_back({is_begun ? sockets.back()->number() : -1, POLLIN, 0});
    }
    std::vector<Address> found;
    const auto end = Clock::now() + patience;
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
