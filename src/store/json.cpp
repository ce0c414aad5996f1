#include "store/json.h"

#include "base/text.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>

namespace rookery {

// The library's side: its parser tells what it reads, and its printer gets a copy.
class JsonLibrary final : public nlohmann::json_sax<nlohmann::ordered_json> {
  public:
    explicit JsonLibrary(Json::Limits limits) : limits_(limits) {}

    [[nodiscard]] Result<Json, std::string> read(std::string_view text) {
        if (!nlohmann::ordered_json::sax_parse(text, this)) return failure(problem_);
        return std::move(root_);
    }

    bool null() override { return put(Json()); }
    bool boolean(bool value) override { return put(value); }
    bool number_integer(number_integer_t value) override { return put(value); }
    bool number_unsigned(number_unsigned_t value) override { return put(value); }
    bool number_float(number_float_t value, const string_t&) override { return put(value); }
    bool string(string_t& value) override { return put(std::move(value)); }
    bool binary(binary_t&) override { return false; }
    bool start_object(std::size_t) override { return open(Json::object()); }
    bool end_object() override { return close(); }
    bool start_array(std::size_t) override { return open(Json::array()); }
    bool end_array() override { return close(); }
    bool key(string_t& name) override {
        if (limits_.unique_keys && open_.back()->contains(name)) {
            problem_ = "has '" + printable(name) + "' twice";
            return false;
        }
        member_ = &(*open_.back())[name];
        return true;
    }
    bool parse_error(std::size_t, const std::string&, const nlohmann::detail::exception&) override {
        problem_ = "is no JSON text, or only a part of one";
        return false;
    }

    [[nodiscard]] static nlohmann::ordered_json copy_of(const Json& json) {
        return std::visit([](const auto& value) { return copy(value); }, json.value_);
    }

  private:
    // Stores a value where the parser is: as the root, an element or a member.
    bool put(Json value) {
        place(std::move(value));
        return true;
    }
    Json& place(Json value) {
        if (open_.empty()) return root_ = std::move(value);
        if (open_.back()->is_object()) return *member_ = std::move(value);
        open_.back()->push_back(std::move(value));
        return std::get<Json::Array>(open_.back()->value_).back();
    }
    bool open(Json empty) {
        // Values in the innermost container are one level deeper than it.
        if (open_.size() >= limits_.depth) {
            problem_ = "is nested too deeply";
            return false;
        }
        open_.push_back(&place(std::move(empty)));
        return true;
    }
    bool close() {
        open_.pop_back();
        return true;
    }

    static nlohmann::ordered_json copy(std::monostate) { return nullptr; }
    static nlohmann::ordered_json copy(const Json::Array& array) {
        auto all = nlohmann::ordered_json::array();
        for (const Json& element : array) all.push_back(copy_of(element));
        return all;
    }
    static nlohmann::ordered_json copy(const Json::Object& object) {
        auto all = nlohmann::ordered_json::object();
        for (const auto& [key, value] : object) all[key] = copy_of(value);
        return all;
    }
    static nlohmann::ordered_json copy(const auto& value) { return value; }

    Json::Limits limits_;
    Json root_;
    std::vector<Json*> open_;  // the containers around the current value, outermost first
    Json* member_ = nullptr;   // the value of the key that was read last
    std::string problem_;
};

Json Json::with(Value value) {
    Json json;
    json.value_ = std::move(value);
    return json;
}

Json::Json(std::initializer_list<Json> elements) {
    const bool are_members = std::ranges::all_of(elements, [](const Json& element) {
        return element.is_array() && element.size() == 2 && element.at(0).is_string();
    });
    if (!are_members) {
        value_ = Array(elements);
        return;
    }
    value_ = Object();
    for (const Json& element : elements) (*this)[element.at(0).as_text()] = element.at(1);
}

Result<Json, std::string> Json::read(std::string_view text, Limits limits) {
    return JsonLibrary(limits).read(text);
}

Json Json::parse(std::string_view text) {
    auto json = read(text);
    if (!json) throw Error("the text " + json.error());
    return std::move(*json);
}

std::string Json::dump(int indent) const {
    return JsonLibrary::copy_of(*this).dump(indent, ' ', false,
                                            nlohmann::ordered_json::error_handler_t::replace);
}

void Json::refuse(std::string_view wanted) const {
    static constexpr std::array<std::string_view, std::variant_size_v<Value>> kinds = {
        "null", "a bool", "a number", "a number", "a number", "a text", "a list", "an object"};
    throw Error(std::string(kinds[value_.index()]) + " is where " + std::string(wanted) +
                " is expected");
}

bool Json::as_bool() const {
    if (const bool* value = std::get_if<bool>(&value_)) return *value;
    refuse("a bool");
}

double Json::as_double() const {
    if (const auto* value = std::get_if<double>(&value_)) return *value;
    if (const auto* value = std::get_if<std::int64_t>(&value_)) return static_cast<double>(*value);
    if (const auto* value = std::get_if<std::uint64_t>(&value_)) return static_cast<double>(*value);
    refuse("a number");
}

std::uint64_t Json::as_unsigned(std::uint64_t highest) const {
    const auto* value = std::get_if<std::uint64_t>(&value_);
    const auto* with_sign = std::get_if<std::int64_t>(&value_);
    if (value != nullptr && *value <= highest) return *value;
    if (with_sign != nullptr && *with_sign >= 0 &&
        static_cast<std::uint64_t>(*with_sign) <= highest)
        return static_cast<std::uint64_t>(*with_sign);
    refuse("a whole number up to " + std::to_string(highest));
}

std::int64_t Json::as_signed(std::int64_t lowest, std::int64_t highest) const {
    const auto* value = std::get_if<std::int64_t>(&value_);
    const auto* without_sign = std::get_if<std::uint64_t>(&value_);
    if (value != nullptr && *value >= lowest && *value <= highest) return *value;
    if (without_sign != nullptr && *without_sign <= static_cast<std::uint64_t>(highest))
        return static_cast<std::int64_t>(*without_sign);
    refuse("a whole number from " + std::to_string(lowest) + " to " + std::to_string(highest));
}

const std::string& Json::as_text() const {
    if (const auto* value = std::get_if<std::string>(&value_)) return *value;
    refuse("a text");
}

const Json::Array& Json::elements() const {
    static const Array none;
    if (is_null()) return none;
    if (const auto* array = std::get_if<Array>(&value_)) return *array;
    refuse("a list");
}

const Json::Object& Json::items() const {
    static const Object none;
    if (is_null()) return none;
    if (const auto* object = std::get_if<Object>(&value_)) return *object;
    refuse("an object");
}

std::size_t Json::size() const {
    if (const auto* array = std::get_if<Array>(&value_)) return array->size();
    if (const auto* object = std::get_if<Object>(&value_)) return object->size();
    return 0;
}

const Json& Json::element(std::size_t index) const {
    const Array& all = elements();
    if (index < all.size()) return all[index];
    throw Error("a list has " + std::to_string(all.size()) + " elements, not " +
                std::to_string(index + 1));
}

void Json::push_back(Json element) {
    if (is_null()) value_ = Array();
    auto* array = std::get_if<Array>(&value_);
    if (array == nullptr) refuse("a list");
    array->push_back(std::move(element));
}

const Json* Json::find(std::string_view key) const {
    const auto* object = std::get_if<Object>(&value_);
    if (object == nullptr) return nullptr;
    const auto found = std::ranges::find(*object, key, &Member::first);
    return found == object->end() ? nullptr : &found->second;
}

const Json& Json::at(std::string_view key) const {
    if (!is_object()) refuse("an object");
    if (const Json* found = find(key)) return *found;
    throw Error("'" + std::string(key) + "' is missing");
}

Json& Json::operator[](std::string_view key) {
    if (is_null()) value_ = Object();
    auto* object = std::get_if<Object>(&value_);
    if (object == nullptr) refuse("an object");
    const auto found = std::ranges::find(*object, key, &Member::first);
    if (found != object->end()) return found->second;
    return object->emplace_back(key, Json()).second;
}

void Json::erase(std::string_view key) {
    if (auto* object = std::get_if<Object>(&value_))
        std::erase_if(*object, [&](const Member& member) { return member.first == key; });
}

void Json::update(const Json& other) {
    for (const auto& [key, value] : other.items()) (*this)[key] = value;
}

bool Json::equals(const Json& other) const {
    if (is_number() && other.is_number()) {
        if (holds<double>() || other.holds<double>()) return as_double() == other.as_double();
        const auto negative = [](const Json& json) {
            const auto* value = std::get_if<std::int64_t>(&json.value_);
            return value != nullptr && *value < 0;
        };
        if (negative(*this) != negative(other)) return false;
        if (negative(*this)) return value_ == other.value_;
        constexpr auto highest = std::numeric_limits<std::uint64_t>::max();
        return as_unsigned(highest) == other.as_unsigned(highest);
    }
    if (is_object() && other.is_object())
        return size() == other.size() && std::ranges::all_of(items(), [&](const Member& member) {
                   const Json* twin = other.find(member.first);
                   return twin != nullptr && *twin == member.second;
               });
    return value_ == other.value_;
}

}  // namespace rookery
