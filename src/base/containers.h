// A vector without heap memory, an array indexed by an enumeration, and a stable sort.
#pragma once

#include <cassert>
#include <cstddef>
#include <iterator>
#include <type_traits>
#include <utility>

namespace rookery {

// A vector of at most Capacity trivial elements, which are part of the object.
template <class Value, std::size_t Capacity>
class InlineVector {
    static_assert(std::is_trivially_copyable_v<Value>);

  public:
    // The elements are left uninitialised on purpose: a move list is made at every node.
    InlineVector() : size_(0) {}
    InlineVector(const InlineVector& other) : size_(other.size_) { copy_from(other); }
    InlineVector& operator=(const InlineVector& other) {
        if (this != &other) {
            size_ = other.size_;
            copy_from(other);
        }
        return *this;
    }

    void push_back(Value value) {
        assert(size_ < Capacity);
        slots_[size_++].value = value;
    }
    // Always writes the value and then counts it or not, where a branch would be mispredicted.
    // Needs room for it even if it is not wanted.
    void push_back_if(bool wanted, Value value) {
        assert(size_ < Capacity);
        slots_[size_].value = value;
        size_ += wanted;
    }
    void pop_back() {
        assert(size_ > 0);
        --size_;
    }
    void clear() { size_ = 0; }
    void resize_down(std::size_t size) {
        assert(size <= size_);
        size_ = size;
    }

    [[nodiscard]] std::size_t size() const { return size_; }
    [[nodiscard]] bool empty() const { return size_ == 0; }
    [[nodiscard]] static constexpr std::size_t capacity() { return Capacity; }

    [[nodiscard]] Value& operator[](std::size_t index) {
        assert(index < size_);
        return slots_[index].value;
    }
    [[nodiscard]] const Value& operator[](std::size_t index) const {
        assert(index < size_);
        return slots_[index].value;
    }

    [[nodiscard]] Value* begin() { return &slots_[0].value; }
    [[nodiscard]] Value* end() { return begin() + size_; }
    [[nodiscard]] const Value* begin() const { return &slots_[0].value; }
    [[nodiscard]] const Value* end() const { return begin() + size_; }

    [[nodiscard]] bool contains(const Value& wanted) const {
        for (const Value& value : *this)
            if (value == wanted) return true;
        return false;
    }

  private:
    union Slot {
        Slot() {}
        Value value;
    };
    // NOLINTNEXTLINE(bugprone-sizeof-expression): a pointer may be an element.
    static_assert(sizeof(Slot) == sizeof(Value));

    void copy_from(const InlineVector& other) {
        for (std::size_t i = 0; i < size_; ++i) slots_[i].value = other.slots_[i].value;
    }

    std::size_t size_;
    Slot slots_[Capacity];
};

// An array indexed by an enumeration, so that a square cannot be mistaken for a piece.
template <class Enum, class Value, std::size_t Size>
// NOLINTNEXTLINE(bugprone-reserved-identifier): a name that clang gives when it compares arrays.
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

// For the short lists of a chess node. `before(a, b)` says whether a must stand before b. Equal
// elements keep their order, so the outcome never depends on a library.
template <class Iterator, class Before>
constexpr void insertion_sort(Iterator first, Iterator last, Before before) {
    if (first == last) return;
    for (Iterator next = std::next(first); next != last; ++next) {
        auto moving = std::move(*next);
        Iterator hole = next;
        while (hole != first && before(moving, *std::prev(hole))) {
            *hole = std::move(*std::prev(hole));
            --hole;
        }
        *hole = std::move(moving);
    }
}

}  // namespace rookery
