#include "colony/strict_json.h"

#include "base/text.h"

#include <fmt/format.h>

#include <algorithm>

namespace rookery::colony {

Result<Json, std::string> parse_strictly(std::string_view text, std::size_t longest) {
    if (text.size() > longest) return failure(fmt::format("is longer than {} bytes", longest));
    return Json::read(text, {.depth = 4, .unique_keys = true});
}

std::string text_of_json(const Json& json, int indent) {
    return json.dump(indent) + (indent < 0 ? "" : "\n");
}

void JsonFields::text(const char* name, std::string& value, std::size_t longest) {
    if (!is_reading()) {
        json_[name] = value;
        return;
    }
    value.clear();
    const Json* json = field(name);
    if (json == nullptr) return;
    if (!json->is_string())
        refuse(fmt::format("has '{}', which is no text", name));
    else if (json->as_text().size() > longest)
        refuse(fmt::format("has '{}', which is longer than {} bytes", name, longest));
    else
        value = json->get<std::string>();
}

void JsonFields::texts(const char* name, std::vector<std::string>& values, std::size_t most,
                       std::size_t longest) {
    if (!is_reading()) {
        json_[name] = values;
        return;
    }
    values.clear();
    const Json& list = array(name);
    if (list.size() > most) refuse(fmt::format("has '{}', which holds more than {}", name, most));
    for (const Json& one : list) {
        if (!one.is_string() || one.as_text().size() > longest)
            refuse(fmt::format("has '{}', which is not a list of texts, or of longer ones", name));
        if (!problem_.empty()) return values.clear();
        values.push_back(one.get<std::string>());
    }
}

void JsonFields::constant(const char* name, std::string_view value, const char* refusal) {
    std::string found(value);
    text(name, found);
    if (found != value) refuse(refusal);
}

const Json& JsonFields::array(const char* name) {
    static const Json nothing = Json::array();
    const Json* value = field(name);
    if (value == nullptr) return nothing;
    if (value->is_array()) return *value;
    refuse(fmt::format("has '{}', which is no list", name));
    return nothing;
}

void JsonFields::refuse(std::string problem) {
    if (problem_.empty()) problem_ = std::move(problem);
}

const Json* JsonFields::field(const char* name) {
    known_.emplace_back(name);
    if (!problem_.empty()) return nullptr;
    if (const Json* found = source_->find(name)) return found;
    refuse(fmt::format("lacks the field '{}'", name));
    return nullptr;
}

std::int64_t JsonFields::read_number(const char* name, std::int64_t lowest, std::int64_t highest) {
    const Json* value = field(name);
    if (value == nullptr) return 0;
    // A number that does not fit would be wrapped silently.
    constexpr auto most = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
    const bool fits =
        value->is_integer() && (!value->is_unsigned() || value->get<std::uint64_t>() <= most);
    if (!fits)
        refuse(fmt::format("has '{}', which is no whole number", name));
    else if (const auto number = value->get<std::int64_t>(); number < lowest || number > highest)
        refuse(fmt::format("has '{}', which is not from {} to {}", name, lowest, highest));
    else
        return number;
    return 0;
}

std::size_t JsonFields::choose(const char* name, std::size_t index,
                               std::span<const std::string_view> words) {
    std::string word(words[index]);
    text(name, word);
    const auto found = std::ranges::find(words, word);
    if (found != words.end()) return static_cast<std::size_t>(found - words.begin());
    refuse(fmt::format("has '{}', which is none of those there are", name));
    return 0;
}

void JsonFields::note_unknown_fields() {
    if (!is_reading()) return;
    if (!source_->is_object()) {
        problem_ = "is no JSON object";
        return;
    }
    // A field with a wrong name is a better reason than the field that is missing because of it.
    for (const auto& [key, value] : source_->items())
        if (std::ranges::find(known_, key) == known_.end()) {
            problem_ = fmt::format("has the unknown field '{}'", printable(key));
            return;
        }
}

}  // namespace rookery::colony
