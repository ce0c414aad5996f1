#include "commands/colony/colony_find.h"

#include "colony/founding/private_file.h"
#include "commands/colony/colony_common.h"
#include "commands/exit_codes.h"
#include "notation/printable.h"

#include <fmt/format.h>

#include <algorithm>

namespace rookery {

using namespace colony;

Result<Whereabouts, std::string> find_near(const BusSettings& settings, const std::vector<std::string>& networks) {
    std::vector<Network> where;
    for (const std::string& text : networks) {
        auto network = parse_network(text);
        if (!network) return failure(network.error());
        where.push_back(*network);
    }
    return find_server(settings, networks.empty() ? own_networks() : where);
}

int find_colony(const ColonyArguments& arguments) {
    const auto checked = read_invitation(arguments.invitation, std::chrono::system_clock::now());
    if (!checked) return failed(checked.error());
    const auto found = find_near({.invitation = checked->invitation}, arguments.networks);
    if (!found) return failed(found.error());
    fmt::print("The server of colony {} is at {}.\n", checked->invitation.colony, found->address);
    if (!arguments.save) return exit_ok;
    Invitation moved = checked->invitation;
    // The others may be right again one day.
    std::erase(moved.addresses, found->address);
    moved.addresses.insert(moved.addresses.begin(), found->address);
    constexpr std::size_t most_addresses = 16;
    moved.addresses.resize(std::min(moved.addresses.size(), most_addresses));
    if (const auto problem = replace_private_file(arguments.invitation, text_of(moved))) return failed(*problem);
    fmt::print("{} says so now.\n", printable(arguments.invitation, 500));
    return exit_ok;
}

}  // namespace rookery
