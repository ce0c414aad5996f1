// JSON that is read strictly: a key that is unknown or doubled, a value of another type or beyond
// its limits is an error.
#pragma once

#include "base/result.h"
#include "store/json.h"

#include <concepts>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace rookery::colony {

inline constexpr std::size_t any_size = std::numeric_limits<std::size_t>::max();

// Complete and valid UTF-8, no longer than that, no key twice in one object (parsers differ in
// which one they take), and not nested deeper than anything we write.
[[nodiscard]] Result<Json, std::string> parse_strictly(std::string_view text,
                                                       std::size_t longest = any_size);

// The fields of one JSON object. The same calls write a struct and read it, so a struct names its
// fields once, in its describe(). After the first problem everything that is read is empty.
class JsonFields {
  public:
    // For writing.
    JsonFields() : json_(Json::object()) {}
    // For reading. The JSON must outlive it.
    explicit JsonFields(const Json& json) : source_(&json) {}

    [[nodiscard]] bool is_reading() const { return source_ != nullptr; }

    void text(const char* name, std::string& value, std::size_t longest = any_size);
    void texts(const char* name, std::vector<std::string>& values, std::size_t most = any_size,
               std::size_t longest = any_size);
    template <std::integral Number>
    void number(const char* name, Number& value,
                std::int64_t lowest = std::numeric_limits<std::int64_t>::min(),
                std::int64_t highest = std::numeric_limits<std::int64_t>::max()) {
        if (is_reading())
            value = static_cast<Number>(read_number(name, lowest, highest));
        else
            json_[name] = +value;  // a bool as 0 or 1
    }
    // One of the words, which are in the order of the enumeration.
    template <class Kind>
    void word(const char* name, Kind& kind, std::span<const std::string_view> words) {
        kind = static_cast<Kind>(choose(name, static_cast<std::size_t>(kind), words));
    }
    // A text that is always the same.
    void constant(const char* name, std::string_view value,
                  const char* refusal = "is of another kind");

    // Only for reading: a value of any type, or null; an array with values of any type.
    [[nodiscard]] const Json* field(const char* name);
    [[nodiscard]] const Json& array(const char* name);
    // Only for writing.
    void put(const char* name, Json value) { json_[name] = std::move(value); }
    [[nodiscard]] Json take() { return std::move(json_); }

    void refuse(std::string problem);
    [[nodiscard]] const std::string& problem() const { return problem_; }
    // The value, unless something was wrong or there were other fields.
    template <class Value>
    [[nodiscard]] Result<Value, std::string> finish(Value value) {
        note_unknown_fields();
        if (!problem_.empty()) return failure(problem_);
        return value;
    }

  private:
    [[nodiscard]] std::int64_t read_number(const char* name, std::int64_t lowest,
                                           std::int64_t highest);
    [[nodiscard]] std::size_t choose(const char* name, std::size_t index,
                                     std::span<const std::string_view> words);
    void note_unknown_fields();

    const Json* source_ = nullptr;  // null: it writes
    Json json_;
    std::vector<std::string_view> known_;  // the fields that were named so far
    std::string problem_;
};

// A message is a struct with describe(JsonFields&), which names all of its fields.
template <class Message>
[[nodiscard]] Json json_of(Message message) {
    JsonFields fields;
    message.describe(fields);
    return fields.take();
}
// Bytes that are not UTF-8 are replaced. With an indent the text has several lines and ends with a
// line end.
[[nodiscard]] std::string text_of_json(const Json& json, int indent = -1);

// On one line.
template <class Message>
requires requires(Message message, JsonFields fields) { message.describe(fields); }
[[nodiscard]] std::string to_text(const Message& message) { return text_of_json(json_of(message)); }

template <class Message>
[[nodiscard]] Result<Message, std::string> read_message(const Json& json, Message message = {}) {
    JsonFields fields(json);
    message.describe(fields);
    return fields.finish(std::move(message));
}
template <class Message>
[[nodiscard]] Result<Message, std::string> parse_message(std::string_view text,
                                                         std::size_t longest = any_size) {
    const auto json = parse_strictly(text, longest);
    if (!json) return failure(json.error());
    return read_message<Message>(*json);
}

}  // namespace rookery::colony
