// An array indexed by an enumeration, so that a square cannot be mistaken for a piece.
#pragma once

#include <cassert>
#include <cstddef>
#include <utility>

namespace rookery {

template <class Enum, class Value, std::size_t Size>
struct EnumArray {
    Value values[Size];

    [[nodiscard]] constexpr Value& operator[](Enum index) {
        assert(static_cast<std::size_t>(index) < Size);
        return values[static_cast<std::size_t>(index)];
    }
    [[nodiscard]] constexpr const Value& operator[](Enum index) const {
        assert(static_cast<std::size_t>(index) < Size);
        return values[static_cast<std::size_t>(index)];
    }

    [[nodiscard]] constexpr Value* begin() { return values; }
    [[nodiscard]] constexpr Value* end() { return values + Size; }
    [[nodiscard]] constexpr const Value* begin() const { return values; }
    [[nodiscard]] constexpr const Value* end() const { return values + Size; }
    [[nodiscard]] static constexpr std::size_t size() { return Size; }

    constexpr void fill(const Value& value) {
        for (Value& slot : values) slot = value;
    }

    [[nodiscard]] friend constexpr bool operator==(const EnumArray&, const EnumArray&) = default;
};

}  // namespace rookery
