#include "colony/founding/members.h"

#include "colony/strict_json.h"

#include <fmt/format.h>

#include <algorithm>

namespace rookery::colony {
namespace {

constexpr const char* format = "rookery members 1";
constexpr const char* active = "active";
constexpr const char* revoked = "revoked";
// In the year 2255: the clock counts nanoseconds, and its numbers end a little later.
constexpr std::int64_t last_second = 9'000'000'000;

std::int64_t seconds_of(Time time) { return std::chrono::system_clock::to_time_t(time); }

Time time_field(StrictObject& object, const char* name) {
    const std::int64_t seconds = object.whole_number(name);
    if (seconds < 0 || seconds > last_second)
        object.refuse(fmt::format("has '{}', which is no time", name));
    return std::chrono::system_clock::from_time_t(
        std::clamp<std::int64_t>(seconds, 0, last_second));
}

// The name and the role stand beside the id for whoever reads the file; they must agree with it.
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
    return Json{{"format", format}, {"members", std::move(list)}}.dump(1) + "\n";
}

Result<Members, std::string> Members::from_text(std::string_view text) {
    const auto json = parse_strictly(text);
    if (!json) return failure(json.error());
    StrictObject object(*json, {"format", "members"});
    if (object.text("format") != format)
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

}  // namespace rookery::colony
