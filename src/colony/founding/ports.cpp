#include "colony/founding/ports.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
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

bool wait_for(int socket, short events, std::chrono::milliseconds patience) {
    pollfd waiting{socket, events, 0};
    return ::poll(&waiting, 1, static_cast<int>(patience.count())) == 1;
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
    auto where = socket_address(target);
    if (!where) return false;
    const Socket socket(where->storage.ss_family, SOCK_NONBLOCK);
    if (::connect(socket.number(), where->get(), where->size) != 0 && errno != EINPROGRESS)
        return false;
    if (!wait_for(socket.number(), POLLIN, patience)) return false;
    constexpr std::string_view greeting = "INFO {";
    char heard[greeting.size()];
    const ssize_t size = ::recv(socket.number(), heard, sizeof heard, 0);
    return size == static_cast<ssize_t>(sizeof heard) &&
           std::string_view(heard, sizeof heard) == greeting;
}

}  // namespace rookery::colony
