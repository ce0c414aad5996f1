#include "colony/find_server.h"

#include "colony/setup/address.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace rookery::colony {
namespace {

// Below the number of connections that a process may have.
constexpr std::size_t most_at_once = 256;

std::set<std::uint16_t> ports_of(const Invitation& invitation) {
    std::set<std::uint16_t> ports;
    for (const std::string& text : invitation.addresses)
        if (const auto address = parse_address(text)) ports.insert(address->port);
    return ports;
}

std::vector<Address> candidates(const Invitation& invitation, const Network& network) {
    std::vector<Address> all;
    for (const std::uint16_t port : ports_of(invitation))
        for (const std::string& host : network.hosts()) all.push_back({host, port});
    return all;
}

}  // namespace

Result<FoundServer, std::string> find_server(const BusSettings& settings,
                                             const std::vector<Network>& networks,
                                             std::chrono::milliseconds greeting_timeout) {
    std::size_t strangers = 0;
    std::vector<std::string> asked;
    for (const Network& network : networks) {
        asked.push_back(network.text());
        const std::vector<Address> all = candidates(settings.invitation, network);
        for (std::size_t i = 0; i < all.size(); i += most_at_once) {
            const auto begin = all.begin() + static_cast<std::ptrdiff_t>(i);
            const auto count = static_cast<std::ptrdiff_t>(std::min(all.size() - i, most_at_once));
            const std::vector<Address> some(begin, begin + count);
            for (const Address& address : greeted_among(some, greeting_timeout)) {
                BusSettings there = settings;
                there.invitation.addresses = {address.text()};
                if (auto bus = Bus::connect(there))
                    return FoundServer{address.text(), std::move(*bus)};
                ++strangers;
            }
        }
    }
    if (asked.empty())
        return failure(std::string("this machine is in no network in which one could look"));
    std::string problem = fmt::format("the server of colony {} is not in {}",
                                      settings.invitation.colony, fmt::join(asked, ", "));
    if (strangers > 0)
        problem += fmt::format(" ({} other servers are, or would not have us)", strangers);
    return failure(std::move(problem));
}

Result<FoundServer, std::string> find_near(const BusSettings& settings,
                                           const std::vector<std::string>& networks) {
    std::vector<Network> where;
    for (const std::string& text : networks) {
        auto network = parse_network(text);
        if (!network) return failure(network.error());
        where.push_back(*network);
    }
    return find_server(settings, networks.empty() ? default_nets() : where);
}

}  // namespace rookery::colony
