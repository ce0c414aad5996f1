#include "colony/strict_json.h"

#include "base/text.h"

#include <fmt/format.h>

#include <algorithm>

namespace rookery::colony {

Result<Json, std::string> parse_strictly(std::string_view text) {
    return Json::read(text, {.depth = 4, .unique_keys = true});
}

StrictObject::StrictObject(const Json& json, std::initializer_list<std::string_view> known)
    : json_(json) {
    if (!json.is_object()) {
        refuse("is no JSON object");
        return;
    }
    for (const auto& [key, value] : json.items())
        if (std::ranges::find(known, key) == known.end())
            refuse(fmt::format("has the unknown field '{}'", printable(key)));
}

std::string StrictObject::text(const char* name, std::size_t longest) {
    const Json* value = field(name);
    if (value == nullptr) return {};
    if (!value->is_string())
        refuse(fmt::format("has '{}', which is no text", name));
    else if (value->as_text().size() > longest)
        refuse(fmt::format("has '{}', which is longer than {} bytes", name, longest));
    else
        return value->get<std::string>();
    return {};
}

std::int64_t StrictObject::whole_number(const char* name, std::int64_t lowest,
                                        std::int64_t highest) {
    const Json* value = field(name);
    if (value == nullptr) return 0;
    // A number that does not fit would be wrapped silently.
    constexpr auto most = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
    if (!value->is_integer() || (value->is_unsigned() && value->get<std::uint64_t>() > most))
        refuse(fmt::format("has '{}', which is no whole number", name));
    else if (const auto number = value->get<std::int64_t>(); number < lowest || number > highest)
        refuse(fmt::format("has '{}', which is not from {} to {}", name, lowest, highest));
    else
        return number;
    return 0;
}

std::vector<std::string> StrictObject::texts(const char* name, std::size_t most,
                                             std::size_t longest) {
    const Json& list = array(name);
    std::vector<std::string> found;
    if (list.size() > most) refuse(fmt::format("has '{}', which holds more than {}", name, most));
    for (const Json& one : list) {
        if (!one.is_string() || one.as_text().size() > longest)
            refuse(fmt::format("has '{}', which is not a list of texts, or of longer ones", name));
        if (!problem_.empty()) return {};
        found.push_back(one.get<std::string>());
    }
    return found;
}

const Json& StrictObject::array(const char* name) {
    static const Json nothing = Json::array();
    const Json* value = field(name);
    if (value == nullptr) return nothing;
    if (value->is_array()) return *value;
    refuse(fmt::format("has '{}', which is no list", name));
    return nothing;
}

void StrictObject::refuse(std::string problem) {
    if (problem_.empty()) problem_ = std::move(problem);
}

const Json* StrictObject::field(const char* name) {
    if (!problem_.empty()) return nullptr;
    if (const Json* found = json_.find(name)) return found;
    refuse(fmt::format("lacks the field '{}'", name));
    return nullptr;
}

}  // namespace rookery::colony
