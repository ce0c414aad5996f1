// The register of who may connect to a colony.
#pragma once

#include "base/result.h"
#include "colony/founding/names.h"

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace rookery::colony {

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

}  // namespace rookery::colony
