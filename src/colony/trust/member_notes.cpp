#include "colony/trust/member_notes.h"

#include "colony/setup/private_file.h"
#include "colony/strict_json.h"

#include <fmt/format.h>

#include <algorithm>

namespace rookery::colony {
namespace {

constexpr const char* format = "rookery member notes 1";
constexpr std::size_t max_size = 1 << 20;
constexpr std::size_t longest_reason = 1000;
constexpr std::int64_t last_second = 9'000'000'000;

Result<MemberNote, std::string> note_of(const Json& json) {
    StrictObject object(json, {"name", "reason", "since"});
    MemberNote one;
    one.name = object.text("name");
    one.reason = object.text("reason", longest_reason);
    one.since =
        std::chrono::system_clock::from_time_t(object.whole_number("since", 0, last_second));
    if (!is_valid_name(one.name)) object.refuse(name_problem(one.name));
    return object.finish(std::move(one));
}

}  // namespace

std::string text_of(const std::vector<MemberNote>& notes) {
    Json rows = Json::array();
    for (const MemberNote& one : notes)
        rows.push_back(Json{{"name", one.name},
                            {"reason", one.reason.substr(0, longest_reason)},
                            {"since", std::chrono::system_clock::to_time_t(one.since)}});
    return Json{{"format", format}, {"members", std::move(rows)}}.dump(
               1, ' ', false, Json::error_handler_t::replace) +
           "\n";
}

Result<std::vector<MemberNote>, std::string> parse_member_notes(std::string_view text) {
    const auto json = parse_strictly(text);
    if (!json) return failure(json.error());
    StrictObject object(*json, {"format", "members"});
    if (object.text("format") != format) object.refuse("are no notes that this version can read");
    std::vector<MemberNote> list;
    for (const Json& row : object.array("members")) {
        auto one = note_of(row);
        if (!one) return failure(one.error());
        list.push_back(std::move(*one));
    }
    return object.finish(std::move(list));
}

MemberNotes MemberNotes::quarantine_beside(const std::filesystem::path& invitation) {
    std::filesystem::path path = invitation;
    return MemberNotes(path.replace_extension(".quarantine.json"));
}

MemberNotes MemberNotes::refusals_beside(const std::filesystem::path& invitation) {
    std::filesystem::path path = invitation;
    return MemberNotes(path.replace_extension(".refused.json"));
}

Result<std::vector<MemberNote>, std::string> MemberNotes::read() const {
    std::error_code error;
    if (!std::filesystem::exists(path_, error)) return std::vector<MemberNote>();
    const auto text = read_private_file(path_, max_size);
    if (!text) return failure(text.error());
    auto list = parse_member_notes(*text);
    if (!list) return failure(fmt::format("{} {}", path_.string(), list.error()));
    return list;
}

std::optional<std::string> MemberNotes::put(const MemberNote& note) const {
    auto list = read();
    if (!list) return list.error();
    const auto same = std::ranges::find(*list, note.name, &MemberNote::name);
    if (same != list->end())
        *same = note;
    else
        list->push_back(note);
    return replace_private_file(path_, text_of(*list));
}

Result<bool, std::string> MemberNotes::remove(std::string_view name) const {
    auto list = read();
    if (!list) return failure(list.error());
    if (std::erase_if(*list, [&](const MemberNote& one) { return one.name == name; }) == 0)
        return false;
    if (auto problem = replace_private_file(path_, text_of(*list)))
        return failure(std::move(*problem));
    return true;
}

}  // namespace rookery::colony
