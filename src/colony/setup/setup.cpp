#include "colony/setup/setup.h"

#include "colony/setup/address.h"
#include "colony/setup/certificates.h"
#include "colony/setup/colony_folder.h"
#include "colony/setup/private_file.h"

#include <fmt/format.h>

#include <algorithm>

namespace rookery::colony {
namespace {

using std::filesystem::path;

constexpr int authority_days = 10 * 365;
constexpr int server_days = 2 * 365;
constexpr int max_member_days = authority_days;
constexpr std::size_t serial_bytes = 16;

using Problem = std::optional<std::string>;

Time now_in_seconds() {
    return std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now());
}

Result<std::vector<std::string>, std::string>
complete_addresses(const std::vector<std::string>& given, std::uint16_t port) {
    if (given.empty())
        return failure(
            std::string("at least one address is needed, at which members reach the server"));
    std::vector<std::string> complete;
    for (const std::string& text : given) {
        const auto address = parse_address(text, port);
        if (!address) return failure(address.error());
        complete.push_back(address->text());
    }
    return complete;
}

Result<Identity, std::string> server_for(const Identity& authority,
                                         const std::vector<std::string>& addresses) {
    std::vector<std::string> hosts;
    for (const std::string& text : addresses) {
        const auto address = parse_address(text);
        if (!address) return failure(address.error());
        hosts.push_back(address->host);
    }
    return make_server_identity(authority, hosts, server_days);
}

Result<Colony, std::string> planned(const SetupPlan& plan) {
    if (!is_valid_name(plan.name)) return failure(name_problem(plan.name));
    if (!is_ip_address(plan.listen))
        return failure(std::string(
            "the server can listen on an IP address only, such as 0.0.0.0 or 127.0.0.1"));
    Colony colony{.name = plan.name, .listen = {plan.listen, plan.port}};
    if (plan.port == 0) {
        const auto port = free_port(plan.listen);
        if (!port) return failure(port.error());
        colony.listen.port = *port;
    }
    auto addresses = complete_addresses(plan.addresses, colony.listen.port);
    if (!addresses) return failure(addresses.error());
    colony.addresses = std::move(*addresses);
    return colony;
}

// The description is written last: a folder without it holds no colony.
Problem write_everything(const ColonyFolder& folder, const Colony& colony) {
    const auto authority = make_authority(fmt::format("{} authority", colony.name), authority_days);
    if (!authority) return authority.error();
    const auto server = server_for(*authority, colony.addresses);
    if (!server) return server.error();
    if (auto problem = folder.write_authority(*authority)) return problem;
    if (auto problem = folder.write_server(*server)) return problem;
    if (auto problem = folder.write_members(colony.members)) return problem;
    if (auto problem = folder.write_config(colony, now_in_seconds())) return problem;
    return folder.write_description(colony);
}

// The colony in a folder, which stays locked as long as this object lives.
struct OpenColony {
    ColonyFolder folder;
    FolderLock lock;
    Colony colony;
};

Result<OpenColony, std::string> open_colony(const path& where) {
    ColonyFolder folder(where);
    if (auto problem = folder.colony_problem()) return failure(std::move(*problem));
    auto lock = FolderLock::take(folder.path());
    if (!lock) return failure(lock.error());
    auto colony = folder.read();
    if (!colony) return failure(colony.error());
    return OpenColony{std::move(folder), std::move(*lock), std::move(*colony)};
}

// The members first: the configuration is made from them, also the next time.
Problem save_members(const OpenColony& open) {
    if (auto problem = open.folder.write_members(open.colony.members)) return problem;
    return open.folder.write_config(open.colony, now_in_seconds());
}

Problem plan_problem(const InvitationPlan& plan) {
    if (!is_valid_name(plan.name)) return name_problem(plan.name);
    if (plan.days < 1 || plan.days > max_member_days)
        return fmt::format("an invitation lasts from 1 to {} days", max_member_days);
    return std::nullopt;
}

struct NewMember {
    Member member;
    Identity identity;
};

Result<NewMember, std::string> make_member(const Identity& authority, const InvitationPlan& plan) {
    auto serial = random_hexadecimal(serial_bytes);
    if (!serial) return failure(serial.error());
    const MemberId id{plan.name, std::move(*serial), plan.role};
    auto identity = make_member_identity(authority, id.text(), plan.days);
    if (!identity) return failure(identity.error());
    const auto facts = describe(identity->certificate, authority.certificate);
    if (!facts) return failure(facts.error());
    return NewMember{Member{id, now_in_seconds(), facts->not_after}, std::move(*identity)};
}

}  // namespace

Result<Colony, std::string> found(const path& where, const SetupPlan& plan) {
    auto colony = planned(plan);
    if (!colony) return failure(colony.error());
    const ColonyFolder folder(where);
    if (auto problem = folder.create()) return failure(std::move(*problem));
    const auto lock = FolderLock::take(folder.path());
    if (!lock) return failure(lock.error());
    // Checked again, now that the folder is locked.
    if (auto problem = folder.occupied_problem()) return failure(std::move(*problem));
    if (auto problem = write_everything(folder, *colony)) {
        folder.remove_everything();
        return failure(std::move(*problem));
    }
    return colony;
}

Result<Colony, std::string> load_colony(const path& where) {
    auto open = open_colony(where);
    if (!open) return failure(open.error());
    return std::move(open->colony);
}

Result<Invitation, std::string> invite(const path& where, const InvitationPlan& plan) {
    if (auto problem = plan_problem(plan)) return failure(std::move(*problem));
    auto open = open_colony(where);
    if (!open) return failure(open.error());
    const auto authority = open->folder.read_authority();
    if (!authority) return failure(authority.error());
    auto made = make_member(*authority, plan);
    if (!made) return failure(made.error());
    Invitation invitation{.colony = open->colony.name,
                          .member = plan.name,
                          .role = plan.role,
                          .addresses = open->colony.addresses,
                          .authority = authority->certificate,
                          .certificate = std::move(made->identity.certificate),
                          .key = std::move(made->identity.key)};
    if (!plan.file.empty())
        if (auto problem = write_invitation(plan.file, invitation))
            return failure(std::move(*problem));
    open->colony.members.put(std::move(made->member));
    if (auto problem = save_members(*open)) {
        std::error_code ignored;
        if (!plan.file.empty()) std::filesystem::remove(plan.file, ignored);
        return failure(std::move(*problem));
    }
    return invitation;
}

Problem revoke(const path& where, const std::string& name) {
    auto open = open_colony(where);
    if (!open) return open.error();
    if (!is_valid_name(name)) return name_problem(name);
    if (!open->colony.members.revoke(name))
        return fmt::format("the colony '{}' has no member '{}'", open->colony.name, name);
    return save_members(*open);
}

Problem renew_server(const path& where, const std::vector<std::string>& addresses) {
    auto open = open_colony(where);
    if (!open) return open.error();
    if (!addresses.empty()) {
        auto complete = complete_addresses(addresses, open->colony.listen.port);
        if (!complete) return complete.error();
        open->colony.addresses = std::move(*complete);
    }
    const auto authority = open->folder.read_authority();
    if (!authority) return authority.error();
    const auto server = server_for(*authority, open->colony.addresses);
    if (!server) return server.error();
    if (auto problem = open->folder.write_server(*server)) return problem;
    if (auto problem = open->folder.write_description(open->colony)) return problem;
    return open->folder.write_config(open->colony, now_in_seconds());
}

Problem refresh_config(const path& where) {
    const auto open = open_colony(where);
    if (!open) return open.error();
    return open->folder.write_config(open->colony, now_in_seconds());
}

Result<std::vector<Expiry>, std::string> expiring(const path& where, int days, Time now) {
    const auto open = open_colony(where);
    if (!open) return failure(open.error());
    const auto ends = open->folder.read_ends();
    if (!ends) return failure(ends.error());
    std::vector<Expiry> all{{"authority", ends->authority}, {"server", ends->server}};
    for (const Member& member : open->colony.members.list())
        if (member.state == MemberState::Active) all.push_back({member.name(), member.expires});
    std::erase_if(all,
                  [&](const Expiry& one) { return one.expires - now > std::chrono::days(days); });
    std::ranges::stable_sort(all, {}, &Expiry::expires);
    return all;
}

}  // namespace rookery::colony
