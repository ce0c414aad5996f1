#include "colony/setup/members.h"

#include "base/text.h"
#include "colony/setup/address.h"
#include "colony/setup/certificates.h"
#include "colony/setup/private_file.h"
#include "colony/strict_json.h"

#include <fmt/format.h>

#include <algorithm>

namespace rookery::colony {
namespace {

constexpr const char* members_format = "rookery members 1";
constexpr const char* active = "active";
constexpr const char* revoked = "revoked";
// In the year 2255: the clock counts nanoseconds, and ends a little later.
constexpr std::int64_t last_valid_second = 9'000'000'000;

std::int64_t seconds_of(Time time) { return std::chrono::system_clock::to_time_t(time); }

Time time_field(StrictObject& object, const char* name) {
    const std::int64_t seconds = object.whole_number(name);
    if (seconds < 0 || seconds > last_valid_second)
        object.refuse(fmt::format("has '{}', which is no time", name));
    return std::chrono::system_clock::from_time_t(
        std::clamp<std::int64_t>(seconds, 0, last_valid_second));
}

// The name and the role are there for people who read the file; they must agree with the id.
Result<Member, std::string> member_of(const Json& json) {
    StrictObject object(json, {"name", "role", "id", "issued", "expires", "state"});
    Member member;
    const std::string name = object.text("name");
    const std::string role = object.text("role");
    const std::optional<MemberId> id = MemberId::from_text(object.text("id"));
    member.issued = time_field(object, "issued");
    member.expires = time_field(object, "expires");
    const std::string state = object.text("state");
    if (state != active && state != revoked) object.refuse("has a member in an unknown state");
    if (!id || id->name != name || role_name(id->role) != role)
        object.refuse("has a member whose id is not its own");
    if (!object.problem().empty()) return failure(object.problem());
    member.id = *id;
    member.state = state == active ? MemberState::Active : MemberState::Revoked;
    return member;
}

}  // namespace

const Member* Members::find(std::string_view name) const {
    const auto found = std::ranges::find(list_, name, &Member::name);
    return found != list_.end() ? &*found : nullptr;
}

void Members::put(Member member) {
    const auto found = std::ranges::find(list_, member.name(), &Member::name);
    if (found != list_.end())
        *found = std::move(member);
    else
        list_.push_back(std::move(member));
}

bool Members::revoke(std::string_view name) {
    const auto found = std::ranges::find(list_, name, &Member::name);
    if (found == list_.end()) return false;
    found->state = MemberState::Revoked;
    return true;
}

std::string Members::text() const {
    Json list = Json::array();
    for (const Member& member : list_)
        list.push_back(Json{{"name", member.name()},
                            {"role", role_name(member.role())},
                            {"id", member.id.text()},
                            {"issued", seconds_of(member.issued)},
                            {"expires", seconds_of(member.expires)},
                            {"state", member.state == MemberState::Active ? active : revoked}});
    return Json{{"format", members_format}, {"members", std::move(list)}}.dump(1) + "\n";
}

Result<Members, std::string> Members::from_text(std::string_view text) {
    const auto json = parse_strictly(text);
    if (!json) return failure(json.error());
    StrictObject object(*json, {"format", "members"});
    if (object.text("format") != members_format)
        object.refuse("is no register of members that this version can read");
    Members members;
    for (const Json& one : object.array("members")) {
        auto member = member_of(one);
        if (!member) return failure(member.error());
        if (members.find(member->name()) != nullptr)
            return failure(fmt::format("has the member '{}' twice", member->name()));
        members.put(std::move(*member));
    }
    if (!object.problem().empty()) return failure(object.problem());
    return members;
}

namespace {

constexpr Role all_roles[] = {Role::Worker, Role::Coordinator, Role::Watcher};
constexpr std::size_t longest_member_name = 32;
constexpr std::size_t serial_digits = 32;
constexpr std::string_view domain = ".rookery";

// Not isalpha() and the like, which depend on the locale.
bool is_letter(char c) { return c >= 'a' && c <= 'z'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_hexadecimal(char c) { return is_digit(c) || (c >= 'a' && c <= 'f'); }

}  // namespace

std::string_view role_name(Role role) {
    switch (role) {
        case Role::Worker: return "worker";
        case Role::Coordinator: return "coordinator";
        case Role::Watcher: return "watcher";
    }
    return {};
}

std::optional<Role> role_of_name(std::string_view name) {
    for (const Role role : all_roles)
        if (role_name(role) == name) return role;
    return std::nullopt;
}

bool is_valid_name(std::string_view name) {
    if (name.empty() || name.size() > longest_member_name || !is_letter(name.front())) return false;
    return std::ranges::all_of(name,
                               [](char c) { return is_letter(c) || is_digit(c) || c == '-'; });
}

std::string name_problem(std::string_view name) {
    return fmt::format(
        "'{}' cannot be a name: take 1 to {} of a-z, 0-9 and '-', beginning with a letter",
        printable(name), longest_member_name);
}

std::string MemberId::text() const {
    return fmt::format("{}.{}@{}{}", name, serial, role_name(role), domain);
}

std::optional<MemberId> MemberId::from_text(std::string_view text) {
    const std::size_t dot = text.find('.');
    const std::size_t at = text.find('@');
    if (dot == std::string_view::npos || at == std::string_view::npos || at < dot)
        return std::nullopt;
    const std::string_view serial = text.substr(dot + 1, at - dot - 1);
    std::string_view role = text.substr(at + 1);
    if (!role.ends_with(domain)) return std::nullopt;
    role.remove_suffix(domain.size());
    const std::optional<Role> known = role_of_name(role);
    if (!known || !is_valid_name(text.substr(0, dot)) || serial.size() != serial_digits ||
        !std::ranges::all_of(serial, is_hexadecimal))
        return std::nullopt;
    return MemberId{std::string(text.substr(0, dot)), std::string(serial), *known};
}

namespace {

// Workers are never allowed "responses", by which the server lets a client publish wherever a
// received message asks for an answer: the worker could send itself such a message, and so publish
// anywhere.
Permissions worker_permissions(std::string_view name) {
    return {.publish = {fmt::format("rk.alive.{}", name), fmt::format("rk.found.{}.*", name),
                        fmt::format("rk.share.{}", name), fmt::format("rk.result.{}.>", name),
                        fmt::format("rk.log.{}", name),
                        // To take jobs from queues that the coordinator has made.
                        fmt::format("$JS.API.CONSUMER.INFO.{}.*", jobs_stream),
                        fmt::format("$JS.API.CONSUMER.MSG.NEXT.{}.*", jobs_stream),
                        fmt::format("$JS.ACK.{}.>", jobs_stream)},
            .subscribe = {fmt::format("rk.order.{}", name), fmt::format("rk.answer.{}", name),
                          "rk.all", "rk.share.*"}};
}

Permissions coordinator_permissions(std::string_view name) {
    return {.publish = {"rk.order.*", "rk.answer.*", "rk.all", fmt::format("rk.share.{}", name),
                        "rk.job.>", "$JS.API.>", "$JS.ACK.>"},
            .subscribe = {"rk.alive.*", fmt::format("rk.found.*.{}", name), "rk.share.*",
                          "rk.result.>", "rk.log.*", gone_subject}};
}

}  // namespace

std::string inbox_prefix(std::string_view member) { return fmt::format("_INBOX.{}", member); }

Permissions permissions_of(Role role, std::string_view member) {
    Permissions permissions;
    switch (role) {
        case Role::Worker: permissions = worker_permissions(member); break;
        case Role::Coordinator: permissions = coordinator_permissions(member); break;
        case Role::Watcher: permissions.subscribe = {"rk.alive.*", "rk.log.*"}; break;
    }
    permissions.subscribe.push_back(inbox_prefix(member) + ".>");
    return permissions;
}

namespace {

constexpr const char* invitation_format = "rookery invitation 1";
constexpr std::size_t max_size = 64 * 1024;
constexpr std::size_t max_addresses = 16;
constexpr auto warning_time = std::chrono::days(14);

constexpr const char* fetch_again =
    "copy the file again from the machine that made it, or ask for a new invitation";
constexpr const char* ask_anew = "ask for a new invitation";

std::string validate_advice(std::string_view problem, std::string_view advice) {
    return fmt::format("the invitation {}; {}", problem, advice);
}

// The fields as they are written, without looking at the certificates.
Result<Invitation, std::string> fields_of(std::string_view text) {
    if (text.size() > max_size) return failure(fmt::format("is longer than {} bytes", max_size));
    const auto json = parse_strictly(text);
    if (!json) return failure(json.error());
    // First, because another version may have other fields.
    if (!json->is_object() || json->value("format", Json()) != invitation_format)
        return failure(fmt::format("is not of the format '{}'", invitation_format));
    StrictObject object(*json, {"format", "colony", "member", "role", "addresses", "authority",
                                "certificate", "key"});
    Invitation invitation{.colony = object.text("colony"),
                          .member = object.text("member"),
                          .addresses = object.texts("addresses"),
                          .authority = object.text("authority"),
                          .certificate = object.text("certificate"),
                          .key = object.text("key")};
    const std::string role = object.text("role");
    if (!object.problem().empty()) return failure(object.problem());
    for (const std::string& name : {invitation.colony, invitation.member})
        if (!is_valid_name(name)) return failure("has a wrong name: " + name_problem(name));
    const std::optional<Role> known = role_of_name(role);
    if (!known) return failure(fmt::format("is for the unknown role '{}'", printable(role)));
    invitation.role = *known;
    if (invitation.addresses.empty() || invitation.addresses.size() > max_addresses)
        return failure(fmt::format("must have from 1 to {} addresses", max_addresses));
    for (const std::string& address : invitation.addresses)
        if (const auto parsed = parse_address(address); !parsed)
            return failure("has a wrong address: " + parsed.error());
    return invitation;
}

// The certificates must match the fields.
Result<CheckedInvitation, std::string> certified(Invitation invitation) {
    const auto facts = describe(invitation.certificate, invitation.authority);
    if (!facts) return failure("cannot be used: " + facts.error());
    const auto authority = describe(invitation.authority, invitation.authority);
    if (!authority) return failure("cannot be used: " + authority.error());
    if (!authority->is_signed_by_authority || !facts->is_signed_by_authority)
        return failure(std::string("has a certificate that is not signed by its authority"));
    const std::optional<MemberId> id = MemberId::from_text(facts->id);
    if (!facts->is_for_member || !id || id->name != invitation.member ||
        id->role != invitation.role)
        return failure(fmt::format("has a certificate that is not for the {} '{}'",
                                   role_name(invitation.role), invitation.member));
    if (!key_fits(invitation.key, invitation.certificate))
        return failure(std::string("has a key that does not fit its certificate"));
    return CheckedInvitation{.invitation = std::move(invitation),
                             .id = *id,
                             .begins = std::max(facts->not_before, authority->not_before),
                             .expires = std::min(facts->not_after, authority->not_after)};
}

std::string days_in_words(Time::duration time) {
    const auto days = std::chrono::duration_cast<std::chrono::days>(time).count();
    return days == 0 ? "less than a day" : days == 1 ? "1 day" : fmt::format("{} days", days);
}

}  // namespace

std::string text_of(const Invitation& invitation) {
    return Json{{"format", invitation_format},           {"colony", invitation.colony},
                {"member", invitation.member},           {"role", role_name(invitation.role)},
                {"addresses", invitation.addresses},     {"authority", invitation.authority},
                {"certificate", invitation.certificate}, {"key", invitation.key}}
               .dump(1) +
           "\n";
}

Result<CheckedInvitation, std::string> parse_invitation(std::string_view text, Time now) {
    auto fields = fields_of(text);
    if (!fields) return failure(validate_advice(fields.error(), fetch_again));
    auto checked = certified(std::move(*fields));
    if (!checked) return failure(validate_advice(checked.error(), fetch_again));
    if (now < checked->begins)
        return failure(validate_advice("is not valid yet", "set the clock of this machine"));
    if (now >= checked->expires)
        return failure(validate_advice(
            fmt::format("expired {} ago", days_in_words(now - checked->expires)), ask_anew));
    if (checked->expires - now < warning_time)
        checked->warning = validate_advice(
            fmt::format("expires in {}", days_in_words(checked->expires - now)), ask_anew);
    return checked;
}

std::optional<std::string> write_invitation(const std::filesystem::path& path,
                                            const Invitation& invitation) {
    return write_new_private_file(path, text_of(invitation));
}

Result<CheckedInvitation, std::string> read_invitation(const std::filesystem::path& path,
                                                       Time now) {
    const auto text = read_private_file(path, max_size);
    if (!text) return failure(text.error());
    return parse_invitation(*text, now);
}

void prefer_address(Invitation& invitation, const std::string& address) {
    constexpr std::size_t most_addresses = 16;
    std::erase(invitation.addresses, address);
    invitation.addresses.insert(invitation.addresses.begin(), address);
    invitation.addresses.resize(std::min(invitation.addresses.size(), most_addresses));
}

}  // namespace rookery::colony
