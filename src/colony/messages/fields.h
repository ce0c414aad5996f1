// Reads the fields of a JSON object strictly: every one of them known, of its kind and within its limits. The first
// problem is kept; what is read after it means nothing.
#pragma once

#include "base/result.h"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace rookery::colony {

class Fields {
  public:
    // What is too long, not an object, or has others than these fields is refused.
    Fields(std::string_view text, std::size_t longest, std::initializer_list<std::string_view> known);

    [[nodiscard]] std::string text(const char* name, std::size_t longest);
    [[nodiscard]] std::int64_t number(const char* name, std::int64_t lowest, std::int64_t highest);
    [[nodiscard]] std::vector<std::string> texts(const char* name, std::size_t most, std::size_t longest);

    void refuse(const char* name, std::string_view what);

    // The value, unless something was wrong.
    template <class Value>
    [[nodiscard]] Result<Value, std::string> finish(Value value) const {
        if (!problem_.empty()) return failure(problem_);
        return value;
    }

  private:
    [[nodiscard]] const nlohmann::json* find(const char* name);

    nlohmann::json json_;
    std::string problem_;
};

}  // namespace rookery::colony
