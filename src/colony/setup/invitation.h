// The invitation, the one file that a new member gets: the addresses of the server, the authority
// to trust, and the member's own certificate.
#pragma once

#include "base/result.h"
#include "colony/setup/members.h"

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rookery::colony {

struct Invitation {
    std::string colony;
    std::string member;
    Role role = Role::Worker;
    std::vector<std::string> addresses;  // HOST:PORT, to be tried in this order
    std::string authority;               // certificate
    std::string certificate;
    std::string key;

    friend bool operator==(const Invitation&, const Invitation&) = default;
};

struct CheckedInvitation {
    Invitation invitation;
    MemberId id;
    Time begins;
    Time expires;
    std::optional<std::string> warning;  // it expires soon
};

[[nodiscard]] std::string text_of(const Invitation& invitation);
// Accepts only what can work: well-formed, certified by its own authority for this member, and
// valid at that time. The error says what is wrong and what to do.
[[nodiscard]] Result<CheckedInvitation, std::string> parse_invitation(std::string_view text,
                                                                      Time now);

// With mode 0600, and never over another file. The problem, if it did not work.
[[nodiscard]] std::optional<std::string> write_invitation(const std::filesystem::path& path,
                                                          const Invitation& invitation);
// Refuses a file that others can read.
[[nodiscard]] Result<CheckedInvitation, std::string>
read_invitation(const std::filesystem::path& path, Time now);

// Puts the address first; the others may be right again one day.
void prefer_address(Invitation& invitation, const std::string& address);

}  // namespace rookery::colony
