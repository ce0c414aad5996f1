// JSON that is read strictly: a key that is unknown or doubled, a value of another type or beyond
// its limits is an error.
#pragma once

#include "base/result.h"
#include "store/json.h"

#include <cstdint>
#include <initializer_list>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace rookery::colony {

// Complete and valid UTF-8, no key twice in one object (parsers differ in which one they take), and
// not nested deeper than anything we write.
[[nodiscard]] Result<Json, std::string> parse_strictly(std::string_view text);

// Reads the fields of one object; the first problem stays, and everything read after it is empty.
class StrictObject {
  public:
    static constexpr std::size_t any_size = std::numeric_limits<std::size_t>::max();

    // The JSON must outlive it.
    StrictObject(const Json& json, std::initializer_list<std::string_view> known);

    [[nodiscard]] std::string text(const char* name, std::size_t longest = any_size);
    [[nodiscard]] std::int64_t
    whole_number(const char* name, std::int64_t lowest = std::numeric_limits<std::int64_t>::min(),
                 std::int64_t highest = std::numeric_limits<std::int64_t>::max());
    [[nodiscard]] std::vector<std::string> texts(const char* name, std::size_t most = any_size,
                                                 std::size_t longest = any_size);
    [[nodiscard]] const Json& array(const char* name);

    void refuse(std::string problem);
    [[nodiscard]] const std::string& problem() const { return problem_; }

    // The value, unless something was wrong.
    template <class Value>
    [[nodiscard]] Result<Value, std::string> finish(Value value) const {
        if (!problem_.empty()) return failure(problem_);
        return value;
    }

  private:
    [[nodiscard]] const Json* field(const char* name);

    const Json& json_;
    std::string problem_;
};

}  // namespace rookery::colony
