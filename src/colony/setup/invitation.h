// The one file that a new member gets: where the colony is, whom to trust there, and who the member
// is.
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
// Accepted is only what can work: well-formed, certified by its own authority for this member, and
// valid at that time. The error says what is wrong and what to do.
[[nodiscard]] Result<CheckedInvitation, std::string> parse_invitation(std::string_view text,
                                                                      Time now);

// With mode 0600, and never in place of another file. The problem, if it did not work.
[[nodiscard]] std::optional<std::string> write_invitation(const std::filesystem::path& path,
                                                          const Invitation& invitation);
// Refuses a file that others can read.
[[nodiscard]] Result<CheckedInvitation, std::string>
read_invitation(const std::filesystem::path& path, Time now);

}  // namespace rookery::colony
