// The members of a colony: their names, roles, rights and invitations.
#pragma once

#include "base/result.h"
#include "colony/strict_json.h"

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rookery::colony {

enum class Role : std::uint8_t { Worker, Coordinator, Watcher };

[[nodiscard]] std::string_view role_name(Role role);
[[nodiscard]] std::optional<Role> role_of_name(std::string_view name);

// 1 to 32 of a-z, 0-9 and '-', beginning with a letter. For members and for colonies. Names become
// parts of subjects and of a configuration file; the rule is narrow so that no valid name has a
// special meaning there.
[[nodiscard]] bool is_valid_name(std::string_view name);
// The rule as text, for an error message.
[[nodiscard]] std::string name_problem(std::string_view name);

// The name in a member's certificate, by which the server knows it: NAME.SERIAL@ROLE.rookery. Every
// invitation has a new serial, so a certificate is not valid any more once its member has been
// invited again or revoked.
struct MemberId {
    std::string name;
    std::string serial;  // 32 hexadecimal digits
    Role role = Role::Worker;

    [[nodiscard]] std::string text() const;
    // Only what text() gives is accepted.
    [[nodiscard]] static std::optional<MemberId> from_text(std::string_view text);

    friend bool operator==(const MemberId&, const MemberId&) = default;
};

enum class MemberState : std::uint8_t { Active, Revoked };

using Time = std::chrono::system_clock::time_point;

struct Member {
    MemberId id;
    Time issued;  // whole seconds
    Time expires;
    MemberState state = MemberState::Active;

    [[nodiscard]] const std::string& name() const { return id.name; }
    [[nodiscard]] Role role() const { return id.role; }
    [[nodiscard]] bool may_connect(Time now) const {
        return state == MemberState::Active && now < expires;
    }

    void describe(JsonFields& fields);
    friend bool operator==(const Member&, const Member&) = default;
};

class Members {
  public:
    [[nodiscard]] const std::vector<Member>& list() const { return list_; }
    [[nodiscard]] const Member* find(std::string_view name) const;

    // Replaces the member of that name, whose certificate is not valid any more.
    void put(Member member);
    // False if there is no such member. Harmless the second time.
    [[nodiscard]] bool revoke(std::string_view name);

    [[nodiscard]] std::string text() const;
    [[nodiscard]] static Result<Members, std::string> from_text(std::string_view text);

    void describe(JsonFields& fields);
    friend bool operator==(const Members&, const Members&) = default;

  private:
    std::vector<Member> list_;
};

// The subjects that a member may publish to and subscribe to.
//
// A worker publishes only to subjects with its own name, so the subject names the sender of a
// message. One thing the server does not guard is the subject on which JetStream is asked to
// answer: a worker can have a job, or the answer to its request, delivered to a subject it may not
// publish to. The content is then JetStream's or the coordinator's, never the worker's. So every
// receiver ignores messages that are malformed, and messages whose own subject is another one (a
// job keeps its own).
struct Permissions {
    std::vector<std::string> publish;
    std::vector<std::string> subscribe;
};

// The server's own messages about lost connections, which no member can publish.
inline constexpr const char* gone_subject = "rk.gone";
// The JetStream stream of jobs, and the subjects it collects.
inline constexpr const char* jobs_stream = "JOBS";

// The client's prefix of inboxes; no other member can subscribe there.
[[nodiscard]] std::string inbox_prefix(std::string_view member);

[[nodiscard]] Permissions permissions_of(Role role, std::string_view member);

// The invitation, the one file that a new member gets: the addresses of the server, the authority
// to trust, and the member's own certificate.
struct Invitation {
    std::string colony;
    std::string member;
    Role role = Role::Worker;
    std::vector<std::string> addresses;  // HOST:PORT, to be tried in this order
    std::string authority;               // certificate
    std::string certificate;
    std::string key;

    void describe(JsonFields& fields);
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
// valid at that time. The error says what is wrong and what to do, and so does the warning; both
// lack their subject, the name of the file.
[[nodiscard]] Result<CheckedInvitation, std::string> parse_invitation(std::string_view text,
                                                                      Time now);

// With mode 0600, and never over another file. The problem, if it did not work.
[[nodiscard]] std::optional<std::string> write_invitation(const std::filesystem::path& path,
                                                          const Invitation& invitation);
// Refuses a file that others can read. The error and the warning begin with the file's name.
[[nodiscard]] Result<CheckedInvitation, std::string>
read_invitation(const std::filesystem::path& path, Time now);

// Puts the address first. The other addresses stay: the server may return to one of them.
void prefer_address(Invitation& invitation, const std::string& address);

}  // namespace rookery::colony
