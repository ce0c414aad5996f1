#include "colony/founding/network.h"

#include "notation/printable.h"

#include <arpa/inet.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netinet/in.h>

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <memory>

namespace rookery::colony {
namespace {

constexpr int fewest_bits = 22;
constexpr int most_bits = 30;

std::string dotted(std::uint32_t address) {
    return fmt::format("{}.{}.{}.{}", address >> 24, (address >> 16) & 255, (address >> 8) & 255, address & 255);
}

Network around(std::uint32_t address, int bits) { return {address & (~std::uint32_t{0} << (32 - bits)), bits}; }

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
    if (slash == std::string_view::npos || inet_pton(AF_INET, std::string(text.substr(0, slash)).c_str(), &address) != 1)
        return refusal("give ADDRESS/BITS, such as 192.168.1.0/24");
    const std::string_view number = text.substr(slash + 1);
    int bits = 0;
    const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), bits);
    if (error != std::errc{} || end != number.data() + number.size() || bits < fewest_bits || bits > most_bits)
        return refusal(fmt::format("the bits must be a number from {} to {}", fewest_bits, most_bits));
    return around(ntohl(address.s_addr), bits);
}

std::vector<Network> own_networks() {
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

}  // namespace rookery::colony
