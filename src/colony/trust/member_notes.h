// Notes of a coordinator about members, in a file beside its invitation: they outlive the program,
// and others can read them.
#pragma once

#include "base/result.h"
#include "colony/setup/members.h"

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rookery::colony {

struct MemberNote {
    std::string name;
    std::string reason;
    Time since;  // whole seconds

    friend bool operator==(const MemberNote&, const MemberNote&) = default;
};

[[nodiscard]] std::string text_of(const std::vector<MemberNote>& notes);
[[nodiscard]] Result<std::vector<MemberNote>, std::string>
parse_member_notes(std::string_view text);

// One note for each member. Two coordinators that write at the same moment may lose a note, which
// is then made again.
class MemberNotes {
  public:
    // Distrusted members: for home.rookery in home.quarantine.json.
    [[nodiscard]] static MemberNotes quarantine_beside(const std::filesystem::path& invitation);
    // Members that were refused because they run another engine: home.refused.json.
    [[nodiscard]] static MemberNotes refusals_beside(const std::filesystem::path& invitation);

    // None if there is no file.
    [[nodiscard]] Result<std::vector<MemberNote>, std::string> read() const;
    // Replaces an older note about that member. The problem, if it did not work.
    [[nodiscard]] std::optional<std::string> put(const MemberNote& note) const;
    // False if there was no note about that member.
    [[nodiscard]] Result<bool, std::string> remove(std::string_view name) const;

  private:
    explicit MemberNotes(std::filesystem::path path) : path_(std::move(path)) {}

    std::filesystem::path path_;
};

}  // namespace rookery::colony
