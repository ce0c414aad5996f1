// A JSON value. The library that parses and prints it takes seconds to compile in every file that
// includes it, so json.cpp alone does.
//
// Members of an object keep their order. A number is an integer of 64 bits with or without sign, or
// a double.
#pragma once

#include "base/result.h"

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <ranges>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace rookery {

class Json;

template <class Range>
concept JsonRange = !std::same_as<Range, Json> && std::ranges::input_range<const Range> &&
                    !std::convertible_to<const Range&, std::string_view>;

class Json {
  public:
    using Member = std::pair<std::string, Json>;
    using Array = std::vector<Json>;
    using Object = std::vector<Member>;

    // A value of another type than the caller asked for, a missing member, or text that is no JSON.
    struct Error : std::runtime_error {
        using std::runtime_error::runtime_error;
    };

    Json() = default;
    Json(std::nullptr_t) {}
    Json(std::floating_point auto value) : value_(static_cast<double>(value)) {}
    template <std::integral Number>  // or bool
    Json(Number value) : value_(stored(value)) {}
    Json(const char* text) : value_(std::string(text)) {}
    Json(std::string_view text) : value_(std::string(text)) {}
    Json(std::string text) : value_(std::move(text)) {}
    // An object if every element is a pair of a text and a value, otherwise an array.
    Json(std::initializer_list<Json> elements);
    // An array. Elements are of any type that a Json can be made from.
    template <JsonRange Range>
    Json(const Range& range) : value_(Array()) {
        for (const auto& element : range) push_back(element);
    }
    // An array of two.
    template <class First, class Second>
    Json(const std::pair<First, Second>& pair) : value_(Array{pair.first, pair.second}) {}

    [[nodiscard]] static Json array() { return with(Array()); }
    [[nodiscard]] static Json object() { return with(Object()); }

    // Limits for a text that is read.
    struct Limits {
        std::size_t depth = 200;
        bool unique_keys = false;  // refuse an object with two members of the same name
    };
    static constexpr Limits default_limits() { return {}; }
    // The text must be complete and valid UTF-8.
    [[nodiscard]] static Result<Json, std::string> read(std::string_view text,
                                                        Limits limits = default_limits());
    // The same; throws an Error.
    [[nodiscard]] static Json parse(std::string_view text);

    // On one line, or indented by so many columns. Bytes that are no UTF-8 are replaced.
    [[nodiscard]] std::string dump(int indent = -1) const;

    [[nodiscard]] bool is_null() const { return holds<std::monostate>(); }
    [[nodiscard]] bool is_string() const { return holds<std::string>(); }
    [[nodiscard]] bool is_array() const { return holds<Array>(); }
    [[nodiscard]] bool is_object() const { return holds<Object>(); }
    [[nodiscard]] bool is_integer() const { return is_unsigned() || holds<std::int64_t>(); }
    [[nodiscard]] bool is_number() const { return is_integer() || holds<double>(); }
    // An integer that was stored without a sign, or read without a minus.
    [[nodiscard]] bool is_unsigned() const { return holds<std::uint64_t>(); }

    // A bool, a number, a std::string, and std::pair or std::vector of them (arrays). Throws an
    // Error if the value is of another kind, or is an integer that does not fit.
    template <class Value>
    [[nodiscard]] Value get() const {
        if constexpr (std::same_as<Value, Json>)
            return *this;
        else if constexpr (std::same_as<Value, bool>)
            return as_bool();
        else if constexpr (std::floating_point<Value>)
            return static_cast<Value>(as_double());
        else if constexpr (std::unsigned_integral<Value>)
            return static_cast<Value>(as_unsigned(std::numeric_limits<Value>::max()));
        else if constexpr (std::signed_integral<Value>)
            return static_cast<Value>(
                as_signed(std::numeric_limits<Value>::min(), std::numeric_limits<Value>::max()));
        else if constexpr (requires { typename Value::first_type; })
            return Value(at(0).get<std::remove_const_t<typename Value::first_type>>(),
                         at(1).get<typename Value::second_type>());
        else if constexpr (std::constructible_from<Value, std::string>)
            return Value(as_text());
        else {  // a container
            Value all;
            for (const Json& element : elements())
                all.push_back(element.get<typename Value::value_type>());
            return all;
        }
    }
    template <class Value>
    void get_to(Value& value) const {
        value = get<Value>();
    }
    [[nodiscard]] const std::string& as_text() const;

    // Number of elements or members; 0 for other values.
    [[nodiscard]] std::size_t size() const;
    [[nodiscard]] bool empty() const { return size() == 0; }

    // Elements of an array; null has none; other values throw.
    [[nodiscard]] Array::const_iterator begin() const { return elements().begin(); }
    [[nodiscard]] Array::const_iterator end() const { return elements().end(); }
    [[nodiscard]] const Json& at(std::integral auto index) const {
        return element(static_cast<std::size_t>(index));
    }
    // Makes an array of null.
    void push_back(Json element);

    [[nodiscard]] const Object& items() const;
    [[nodiscard]] bool contains(std::string_view key) const { return find(key) != nullptr; }
    // Null if there is no such member, or this is no object.
    [[nodiscard]] const Json* find(std::string_view key) const;
    [[nodiscard]] const Json& at(std::string_view key) const;
    [[nodiscard]] const Json& at(const char* key) const { return at(std::string_view(key)); }
    [[nodiscard]] const Json& operator[](std::string_view key) const { return at(key); }
    [[nodiscard]] const Json& operator[](const char* key) const { return at(key); }
    [[nodiscard]] const Json& operator[](std::integral auto index) const { return at(index); }
    [[nodiscard]] Json& operator[](std::integral auto index) {
        return const_cast<Json&>(at(index));
    }
    // Makes an object of null, and a member that is null where there is none.
    Json& operator[](std::string_view key);
    Json& operator[](const char* key) { return (*this)[std::string_view(key)]; }
    template <class Value>
    [[nodiscard]] Value value(std::string_view key, Value otherwise) const {
        const Json* found = find(key);
        return found == nullptr ? std::move(otherwise) : found->get<Value>();
    }
    [[nodiscard]] std::string value(std::string_view key, const char* otherwise) const {
        return value(key, std::string(otherwise));
    }
    // Removes a member if there is one.
    void erase(std::string_view key);
    // Adds the members of another object, or replaces those with the same names.
    void update(const Json& other);

    // Numbers are compared by value, objects whatever the order of their members.
    [[nodiscard]] friend bool operator==(const Json& a, const Json& b) { return a.equals(b); }

  private:
    using Value = std::variant<std::monostate, bool, std::int64_t, std::uint64_t, double,
                               std::string, Array, Object>;

    template <class Kind>
    [[nodiscard]] bool holds() const {
        return std::holds_alternative<Kind>(value_);
    }
    [[nodiscard]] static Json with(Value value);
    template <std::integral Number>
    [[nodiscard]] static Value stored(Number value) {
        if constexpr (std::same_as<Number, bool>)
            return value;
        else if constexpr (std::unsigned_integral<Number>)
            return std::uint64_t{value};
        else
            return std::int64_t{value};
    }
    [[nodiscard]] bool as_bool() const;
    [[nodiscard]] double as_double() const;
    [[nodiscard]] std::uint64_t as_unsigned(std::uint64_t highest) const;
    [[nodiscard]] std::int64_t as_signed(std::int64_t lowest, std::int64_t highest) const;
    [[nodiscard]] const Array& elements() const;
    [[nodiscard]] const Json& element(std::size_t index) const;
    [[nodiscard]] bool equals(const Json& other) const;
    [[noreturn]] void refuse(std::string_view wanted) const;

    friend class JsonLibrary;
    Value value_;
};

}  // namespace rookery
