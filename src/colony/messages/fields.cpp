#include "colony/messages/fields.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

namespace rookery::colony {

using Json = nlohmann::json;

Fields::Fields(std::string_view text, std::size_t longest, std::initializer_list<std::string_view> known) {
    if (text.size() > longest) {
        problem_ = "it is too long";
        return;
    }
    json_ = Json::parse(text, nullptr, false);
    if (!json_.is_object()) {
        problem_ = "it is not a JSON object";
        return;
    }
    for (const auto& item : json_.items())
        if (std::ranges::find(known, item.key()) == known.end()) problem_ = "it has a field that does not belong there";
}

std::string Fields::text(const char* name, std::size_t longest) {
    const Json* value = find(name);
    if (value == nullptr) return {};
    if (value->is_string() && value->get_ref<const std::string&>().size() <= longest) return value->get<std::string>();
    refuse(name, fmt::format("is no text of at most {} bytes", longest));
    return {};
}

std::int64_t Fields::number(const char* name, std::int64_t lowest, std::int64_t highest) {
    const Json* value = find(name);
    if (value == nullptr) return lowest;
    // What does not fit into the signed kind is kept as unsigned.
    constexpr auto most = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
    const bool fits = value->is_number_integer() && !(value->is_number_unsigned() && value->get<std::uint64_t>() > most);
    if (fits && value->get<std::int64_t>() >= lowest && value->get<std::int64_t>() <= highest)
        return value->get<std::int64_t>();
    refuse(name, fmt::format("is no whole number from {} to {}", lowest, highest));
    return lowest;
}

std::vector<std::string> Fields::texts(const char* name, std::size_t most, std::size_t longest) {
    const Json* value = find(name);
    if (value == nullptr) return {};
    const auto is_short = [&](const Json& one) {
        return one.is_string() && one.get_ref<const std::string&>().size() <= longest;
    };
    if (value->is_array() && value->size() <= most && std::ranges::all_of(*value, is_short))
        return value->get<std::vector<std::string>>();
    refuse(name, fmt::format("is no list of at most {} texts of at most {} bytes", most, longest));
    return {};
}

void Fields::refuse(const char* name, std::string_view what) {
    if (problem_.empty()) problem_ = fmt::format("{} {}", name, what);
}

const Json* Fields::find(const char* name) {
    if (!problem_.empty()) return nullptr;
    const auto found = json_.find(name);
    if (found != json_.end()) return &*found;
    refuse(name, "is missing");
    return nullptr;
}

}  // namespace rookery::colony
