#include "colony/setup/members.h"

#include "base/text.h"
#include "colony/setup/address.h"
#include "colony/setup/certificates.h"
#include "colony/setup/private_file.h"
#include "colony/strict_json.h"
#include "ui/messages.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace rookery::colony {
namespace {

constexpr const char* members_format = "rookery members 1";
constexpr const char* active = "active";
constexpr const char* revoked = "revoked";
// In the year 2255: the clock counts nanoseconds, and ends a little later.
constexpr std::int64_t last_valid_second = 9'000'000'000;

void describe_time(JsonFields& fields, const char* name, Time& time) {
    std::int64_t seconds = std::chrono::system_clock::to_time_t(time);
    fields.number(name, seconds);
    if (seconds < 0 || seconds > last_valid_second)
        return fields.refuse(fmt::format("has '{}', which is no time", name));
    time = std::chrono::system_clock::from_time_t(seconds);
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

// The name and the role are there for people who read the file; they must agree with the id.
void Member::describe(JsonFields& fields) {
    std::string own_name = id.name;
    std::string own_role(role_name(id.role));
    std::string id_text = id.text();
    std::string word = state == MemberState::Active ? active : revoked;
    fields.text("name", own_name);
    fields.text("role", own_role);
    fields.text("id", id_text);
    describe_time(fields, "issued", issued);
    describe_time(fields, "expires", expires);
    fields.text("state", word);
    if (!fields.is_reading()) return;
    if (word != active && word != revoked) fields.refuse("has a member in an unknown state");
    const std::optional<MemberId> known = MemberId::from_text(id_text);
    if (!known || known->name != own_name || role_name(known->role) != own_role)
        return fields.refuse("has a member whose id is not its own");
    id = *known;
    state = word == active ? MemberState::Active : MemberState::Revoked;
}

void Members::describe(JsonFields& fields) {
    fields.constant("format", members_format,
                    "is no register of members that this version can read");
    Json rows = Json::array();
    for (const Member& member : list_) rows.push_back(json_of(member));
    if (!fields.is_reading()) return fields.put("members", std::move(rows));
    for (const Json& row : fields.array("members")) {
        auto member = read_message<Member>(row);
        if (!member) return fields.refuse(member.error());
        if (find(member->name()) != nullptr)
            return fields.refuse(fmt::format("has the member '{}' twice", member->name()));
        put(std::move(*member));
    }
}

std::string Members::text() const { return text_of_json(json_of(*this), 1); }

Result<Members, std::string> Members::from_text(std::string_view text) {
    return parse_message<Members>(text);
}

namespace {

constexpr std::array<std::string_view, 3> role_names = {"worker", "coordinator", "watcher"};
constexpr std::size_t longest_member_name = 32;
constexpr std::size_t serial_digits = 32;
constexpr std::string_view domain = ".rookery";

}  // namespace

std::string_view role_name(Role role) { return role_names[static_cast<std::size_t>(role)]; }

std::optional<Role> role_of_name(std::string_view name) {
    const auto found = std::ranges::find(role_names, name);
    if (found == role_names.end()) return std::nullopt;
    return static_cast<Role>(found - role_names.begin());
}

bool is_valid_name(std::string_view name) {
    if (name.empty() || name.size() > longest_member_name || !ascii::is_lower(name.front()))
        return false;
    return std::ranges::all_of(
        name, [](char c) { return ascii::is_lower(c) || ascii::is_digit(c) || c == '-'; });
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
        serial.find_first_not_of("0123456789abcdef") != std::string_view::npos)
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

constexpr std::string_view any_invitation = "rookery invitation ";
constexpr const char* invitation_format = "rookery invitation 1";
constexpr std::size_t max_invitation_size = 64 * 1024;
constexpr std::size_t max_addresses = 16;
constexpr auto warning_time = std::chrono::days(14);

constexpr const char* fetch_again =
    "copy the file again from the machine that made it, or ask for a new invitation";
constexpr const char* ask_again = "ask for a new invitation";

std::string with_advice(std::string_view problem, std::string_view advice) {
    return fmt::format("{}; {}", problem, advice);
}

std::string no_invitation() {
    return fmt::format("is not an invitation; '{} colony invite NAME' makes one on the machine of "
                       "the colony's server",
                       command_name());
}

// Without looking at the certificates.
Result<Invitation, std::string> fields_of(std::string_view text) {
    if (text.empty()) return failure(with_advice("is empty", fetch_again));
    const auto json = parse_strictly(text, max_invitation_size);
    if (!json && text.find(any_invitation) != std::string_view::npos)
        return failure(with_advice("is a damaged invitation: it " + json.error(), fetch_again));
    const auto format = json && json->is_object() ? json->value("format", Json()) : Json();
    if (!format.is_string()) return failure(no_invitation());
    // First, because another version may have other fields.
    if (const auto name = format.get<std::string>(); name != invitation_format)
        return failure(name.starts_with(any_invitation)
                           ? fmt::format("is an invitation of another version of Rookery ('{}' "
                                         "instead of '{}'); use the same version on both machines",
                                         printable(name, 40), invitation_format)
                           : no_invitation());
    auto fields = read_message<Invitation>(*json);
    if (!fields) return failure(with_advice(fields.error(), fetch_again));
    return fields;
}

// The certificates must match the fields.
Result<CheckedInvitation, std::string> certified(Invitation invitation) {
    const auto facts = describe(invitation.certificate, invitation.authority);
    if (!facts) return failure("cannot be used: " + facts.error());
    const auto authority = describe(invitation.authority, invitation.authority);
    if (!authority) return failure("cannot be used: " + authority.error());
    if (!authority->is_signed_by_authority || !facts->is_signed_by_authority)
        return failure("has a certificate that is not signed by its authority");
    const std::optional<MemberId> id = MemberId::from_text(facts->id);
    if (!facts->is_for_member || !id || id->name != invitation.member ||
        id->role != invitation.role)
        return failure(fmt::format("has a certificate that is not for the {} '{}'",
                                   role_name(invitation.role), invitation.member));
    if (!key_fits(invitation.key, invitation.certificate))
        return failure("has a key that does not fit its certificate");
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

void Invitation::describe(JsonFields& fields) {
    std::string role_word(role_name(role));
    fields.constant("format", invitation_format);
    fields.text("colony", colony);
    fields.text("member", member);
    fields.text("role", role_word);
    fields.texts("addresses", addresses);
    fields.text("authority", authority);
    fields.text("certificate", certificate);
    fields.text("key", key);
    if (!fields.is_reading()) return;
    for (const std::string& name : {colony, member})
        if (!is_valid_name(name)) fields.refuse("has a wrong name: " + name_problem(name));
    const std::optional<Role> known = role_of_name(role_word);
    if (!known)
        return fields.refuse(fmt::format("is for the unknown role '{}'", printable(role_word)));
    role = *known;
    if (addresses.empty() || addresses.size() > max_addresses)
        fields.refuse(fmt::format("must have from 1 to {} addresses", max_addresses));
    for (const std::string& address : addresses)
        if (const auto parsed = parse_address(address); !parsed)
            fields.refuse("has a wrong address: " + parsed.error());
}

std::string text_of(const Invitation& invitation) { return text_of_json(json_of(invitation), 1); }

Result<CheckedInvitation, std::string> parse_invitation(std::string_view text, Time now) {
    auto fields = fields_of(text);
    if (!fields) return failure(fields.error());
    auto checked = certified(std::move(*fields));
    if (!checked) return failure(with_advice(checked.error(), fetch_again));
    if (now < checked->begins)
        return failure(with_advice("is not valid yet", "set the clock of this machine"));
    if (now >= checked->expires)
        return failure(with_advice(
            fmt::format("expired {} ago", days_in_words(now - checked->expires)), ask_again));
    if (checked->expires - now < warning_time)
        checked->warning = with_advice(
            fmt::format("expires in {}", days_in_words(checked->expires - now)), ask_again);
    return checked;
}

std::optional<std::string> write_invitation(const std::filesystem::path& path,
                                            const Invitation& invitation) {
    return write_new_private_file(path, text_of(invitation));
}

Result<CheckedInvitation, std::string> read_invitation(const std::filesystem::path& path,
                                                       Time now) {
    std::error_code error;
    if (!std::filesystem::exists(path, error) && !error)
        return failure(fmt::format("{} does not exist; '{} colony invite NAME' makes an invitation",
                                   path.string(), command_name()));
    const auto text = read_private_file(path, max_invitation_size, [](std::string_view found) {
        const auto fields = fields_of(found);
        return fields ? std::nullopt : std::optional(fields.error());
    });
    if (!text) return failure(text.error());
    auto checked = parse_invitation(*text, now);
    if (!checked) return failure(fmt::format("{} {}", path.string(), checked.error()));
    if (checked->warning) checked->warning = fmt::format("{} {}", path.string(), *checked->warning);
    return checked;
}

void prefer_address(Invitation& invitation, const std::string& address) {
    std::erase(invitation.addresses, address);
    invitation.addresses.insert(invitation.addresses.begin(), address);
    invitation.addresses.resize(std::min(invitation.addresses.size(), max_addresses));
}

}  // namespace rookery::colony
