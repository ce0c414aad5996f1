#include "colony/setup/invitation.h"

#include "base/text.h"
#include "colony/setup/address.h"
#include "colony/setup/certificates.h"
#include "colony/setup/private_file.h"
#include "colony/strict_json.h"

#include <fmt/format.h>

namespace rookery::colony {
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
