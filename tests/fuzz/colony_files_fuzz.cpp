// Any bytes as the files of a colony: invitations, the register of members, notes about them; and
// as addresses and names.
#include "colony/live/roster.h"
#include "colony/setup/address.h"
#include "colony/setup/certificates.h"
#include "colony/setup/members.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

namespace {

using namespace rookery;
using namespace rookery::colony;

void require(bool condition) {
    if (!condition) std::abort();
}

// Made in every run, so that no key has to be in a repository.
std::string make_invitation() {
    const auto authority = make_authority("home authority", 10);
    const MemberId id{"attic", "0123456789abcdef0123456789abcdef", Role::Worker};
    require(authority.ok());
    const auto identity = make_member_identity(*authority, id.text(), 10);
    require(identity.ok());
    return text_of(Invitation{.colony = "home",
                              .member = id.name,
                              .role = id.role,
                              .addresses = {"127.0.0.1:4233"},
                              .authority = authority->certificate,
                              .certificate = identity->certificate,
                              .key = identity->key});
}

void check_invitation(std::string_view text) {
    const auto now = std::chrono::system_clock::now();
    const auto parsed = parse_invitation(text, now);
    if (!parsed) return require(!parsed.error().empty());
    const auto again = parse_invitation(text_of(parsed->invitation), now);
    require(again.ok());
    require(again->invitation == parsed->invitation);
    require(parsed->id.name == parsed->invitation.member);
}

// A good one with some bytes replaced by others, so that what comes late is reached, too.
void check_damaged_invitation(std::string_view bytes) {
    static const std::string whole = make_invitation();
    if (bytes.size() < 2) return;
    const auto place = static_cast<std::size_t>(static_cast<unsigned char>(bytes[0]) * 256 +
                                                static_cast<unsigned char>(bytes[1])) %
                       whole.size();
    bytes.remove_prefix(2);
    std::string damaged = whole;
    damaged.replace(place, std::min(bytes.size(), whole.size() - place), bytes);
    check_invitation(damaged);
}

void check_members(std::string_view text) {
    const auto members = Members::from_text(text);
    if (!members) return require(!members.error().empty());
    const auto again = Members::from_text(members->text());
    require(again.ok());
    require(*again == *members);
}

void check_notes(std::string_view text) {
    const auto notes = parse_member_notes(text);
    if (!notes) return require(!notes.error().empty());
    const auto again = parse_member_notes(text_of(*notes));
    require(again.ok());
    require(*again == *notes);
}

void check_address(std::string_view text) {
    const auto address = parse_address(text);
    if (!address) return require(!address.error().empty());
    const auto again = parse_address(address->text());
    require(again.ok());
    require(*again == *address);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    check_invitation(text);
    check_damaged_invitation(text);
    check_members(text);
    check_notes(text);
    check_address(text);
    if (const auto id = MemberId::from_text(text)) require(id->text() == text);
    return 0;
}
