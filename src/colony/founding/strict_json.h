// JSON of which every word must be as expected: what is unknown, doubled or of another type is refused.
#pragma once

#include "base/result.h"
#include "notation/printable.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace rookery::colony {

using Json = nlohmann::ordered_json;

// Whole and valid UTF-8, no key twice in one object (parsers differ in which one they take), and no deeper than
// anything we write.
[[nodiscard]] inline Result<Json, std::string> parse_strictly(std::string_view text) {
    constexpr std::size_t deepest = 4;
    std::vector<std::set<std::string>> keys;
    std::string problem;
    const auto watch = [&](int depth, Json::parse_event_t event, Json& parsed) {
        const auto level = static_cast<std::size_t>(depth);
        if (level > deepest) {
            problem = "is nested too deeply";
        } else if (event == Json::parse_event_t::object_start) {
            keys.resize(level + 1);
            keys.back().clear();
        } else if (event == Json::parse_event_t::key) {
            // Keys are told of with the depth of what is inside their object.
            keys.resize(level);
            if (!keys.back().insert(parsed.get<std::string>()).second)
                problem = fmt::format("has '{}' twice", printable(parsed.get<std::string>()));
        }
        return true;
    };
    Json json = Json::parse(text, watch, false);
    if (json.is_discarded()) return failure(std::string("is no JSON text, or only a part of one"));
    if (!problem.empty()) return failure(std::move(problem));
    return json;
}

// Reads the fields of one object; the first problem stays, and everything read after it is empty.
class StrictObject {
  public:
    StrictObject(const Json& json, std::initializer_list<std::string_view> known) : json_(json) {
        if (!json.is_object()) {
            refuse("is no JSON object");
            return;
        }
        for (const auto& [key, value] : json.items())
            if (std::ranges::find(known, key) == known.end())
                refuse(fmt::format("has the unknown field '{}'", printable(key)));
    }

    [[nodiscard]] std::string text(const char* name) {
        const Json* value = field(name);
        if (value == nullptr) return {};
        if (value->is_string()) return value->get<std::string>();
        refuse(fmt::format("has '{}', which is no text", name));
        return {};
    }
    [[nodiscard]] std::int64_t whole_number(const char* name) {
        const Json* value = field(name);
        if (value == nullptr) return 0;
        // A number that does not fit would be wrapped silently.
        if (value->is_number_integer() && (!value->is_number_unsigned() ||
                                           value->get<std::uint64_t>() <= std::uint64_t{INT64_MAX}))
            return value->get<std::int64_t>();
        refuse(fmt::format("has '{}', which is no whole number", name));
        return 0;
    }
    [[nodiscard]] std::vector<std::string> texts(const char* name) {
        std::vector<std::string> found;
        const Json& list = array(name);
        for (const Json& one : list) {
            if (!one.is_string()) {
                refuse(fmt::format("has '{}', which is not a list of texts", name));
                return {};
            }
            found.push_back(one.get<std::string>());
        }
        return found;
    }
    [[nodiscard]] const Json& array(const char* name) {
        static const Json nothing = Json::array();
        const Json* value = field(name);
        if (value == nullptr) return nothing;
        if (value->is_array()) return *value;
        refuse(fmt::format("has '{}', which is no list", name));
        return nothing;
    }

    void refuse(std::string problem) {
        if (problem_.empty()) problem_ = std::move(problem);
    }
    [[nodiscard]] const std::string& problem() const { return problem_; }

  private:
    const Json* field(const char* name) {
        if (!problem_.empty()) return nullptr;
        const auto found = json_.find(name);
        if (found != json_.end()) return &*found;
        refuse(fmt::format("lacks the field '{}'", name));
        return nullptr;
    }

    const Json& json_;
    std::string problem_;
};

}  // namespace rookery::colony
