// The register of who may connect to a colony.
#pragma once

#include "base/result.h"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rookery::colony {

// What members of a colony are called, and what they may be.
//
// Names become tokens of subjects and words of a configuration file, so the rule is narrow on
// purpose: nothing that passes it can mean anything but itself there.

enum class Role : std::uint8_t { Worker, Coordinator, Watcher };

[[nodiscard]] std::string_view role_name(Role role);
[[nodiscard]] std::optional<Role> role_of_name(std::string_view name);

// 1 to 32 of a-z, 0-9 and '-', beginning with a message. For members and for colonies.
[[nodiscard]] bool is_valid_name(std::string_view name);
// The rule in words, for whoever broke it.
[[nodiscard]] std::string name_problem(std::string_view name);

// The name in a member's certificate, by which the server knows it: NAME.SERIAL@ROLE.rookery. The
// serial is new with every invitation, so a certificate is worth nothing once its member has been
// invited again or revoked.
struct MemberId {
    std::string name;
    std::string serial;  // 32 hexadecimal digits
    Role role = Role::Worker;

    [[nodiscard]] std::string text() const;
    // Nothing else than what text() gives is accepted.
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

    friend bool operator==(const Member&, const Member&) = default;
};

class Members {
  public:
    [[nodiscard]] const std::vector<Member>& list() const { return list_; }
    [[nodiscard]] const Member* find(std::string_view name) const;

    // Takes the place of whoever had the name: that one's certificate is worth nothing from now on.
    void put(Member member);
    // False if there is no such member. Harmless the second time.
    [[nodiscard]] bool revoke(std::string_view name);

    [[nodiscard]] std::string text() const;
    [[nodiscard]] static Result<Members, std::string> from_text(std::string_view text);

    friend bool operator==(const Members&, const Members&) = default;

  private:
    std::vector<Member> list_;
};

// Which subjects a member may write to and hear.
//
// A worker's answers carry its name in the subject, and the server lets nobody else publish there:
// who sent a message is known from where it came, not from what it says. One thing the server does
// not guard is the subject on which JetStream is asked to answer: a worker can have a job, or the
// answer to its question, delivered to a subject it may not publish to. The words are then
// JetStream's or the coordinator's, never the worker's. So whoever hears a subject refuses what is
// malformed, and a message whose own subject is another one (a job keeps its own).

struct Permissions {
    std::vector<std::string> publish;
    std::vector<std::string> subscribe;
};

// Tells coordinators who has lost its connection: the server's own account of it, which no member
// can publish.
inline constexpr const char* gone_subject = "rk.gone";
// The JetStream stream of jobs, and the subjects it collects.
inline constexpr const char* jobs_stream = "JOBS";

// To be set as the client's prefix of inboxes; no other member can listen there.
[[nodiscard]] std::string inbox_prefix(std::string_view member);

[[nodiscard]] Permissions permissions_of(Role role, std::string_view member);

}  // namespace rookery::colony
