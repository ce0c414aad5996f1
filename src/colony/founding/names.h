// What members of a colony are called, and what they may be.
//
// Names become tokens of subjects and words of a configuration file, so the rule is narrow on purpose: nothing that
// passes it can mean anything but itself there.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace rookery::colony {

enum class Role : std::uint8_t { Worker, Coordinator, Watcher };

[[nodiscard]] std::string_view role_name(Role role);
[[nodiscard]] std::optional<Role> role_of_name(std::string_view name);

// 1 to 32 of a-z, 0-9 and '-', beginning with a letter. For members and for colonies.
[[nodiscard]] bool is_valid_name(std::string_view name);
// The rule in words, for whoever broke it.
[[nodiscard]] std::string name_problem(std::string_view name);

// The name in a member's certificate, by which the server knows it: NAME.SERIAL@ROLE.rookery. The serial is new with
// every invitation, so a certificate is worth nothing once its member has been invited again or revoked.
struct MemberId {
    std::string name;
    std::string serial;  // 32 hexadecimal digits
    Role role = Role::Worker;

    [[nodiscard]] std::string text() const;
    // Nothing else than what text() gives is accepted.
    [[nodiscard]] static std::optional<MemberId> from_text(std::string_view text);

    friend bool operator==(const MemberId&, const MemberId&) = default;
};

}  // namespace rookery::colony
